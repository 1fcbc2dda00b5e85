import type * as z from 'zod'
import { exampleOf } from '../../infra/openapi/examples.ts'
import type { JsonObject } from '../../infra/openapi/json.ts'
import type { Endpoint } from '../../shared/platform/http/endpoint.ts'
import { endpointsWhere } from './endpoints.ts'
import { jsonSchemaOf } from './json-schema.ts'

/** Every list that clients may read page by page. */
export const lists = endpointsWhere((_access, { reply }) => reply.isList === true)

/** A path with an example of each query parameter that its endpoint requires. */
export function examplePath({ path, query }: Endpoint): string {
  const { properties = {}, required = [] } = query ? jsonSchemaOf(query) : {}
  const parameters = required.map((name) => {
    const example = exampleOf(properties[name] as JsonObject, () => ({}), '', name)
    return `${name}=${encodeURIComponent(example as string | number)}`
  })
  return required.length > 0 ? `${path}?${parameters.join('&')}` : path
}

/** The schema of a list's rows: lists of the same rows are of the same records. */
export function rowsOf({ reply }: Endpoint): unknown {
  const [rows = reply.schema] = (reply.schema as Partial<z.ZodUnion>).options ?? []
  return (rows as z.ZodArray).element
}
