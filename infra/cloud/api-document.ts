import type { Endpoint, Group } from '../../shared/http/endpoint.ts'

export type ApiDocumentProps = {
  readonly title: string
  readonly groups: readonly Group[]
  /** Name of the function that gets every request that no route matches. */
  readonly fallback: string
  /** The URI at which API Gateway invokes a function, by its name. */
  readonly invocationUriOf: (name: string) => string
}

type Operations = Record<string, unknown>

/** API Gateway's names of its own parts of an OpenAPI document. */
const extension = {
  anyMethod: 'x-amazon-apigateway-any-method',
  integration: 'x-amazon-apigateway-integration',
  integrations: 'x-amazon-apigateway-integrations',
} as const

/**
 * The routes of an HTTP API as one OpenAPI document for API Gateway's import. It holds
 * paths and integrations only: what a request looks like is checked by the functions. HTTP
 * APIs accept OpenAPI 3.0, not 3.1.
 */
export const apiDocument = (props: ApiDocumentProps) => ({
  openapi: '3.0.1',
  info: { title: props.title, version: '1' },
  paths: {
    ...pathsOf(props.groups),
    '/$default': {
      [extension.anyMethod]: { isDefaultRoute: true, ...operation(props.fallback) },
    },
  },
  components: {
    [extension.integrations]: Object.fromEntries(
      [...props.groups.map(({ name }) => name), props.fallback].map((name) => [
        name,
        integration(props.invocationUriOf(name)),
      ]),
    ),
  },
})

function pathsOf(groups: readonly Group[]): Record<string, Operations> {
  const paths: Record<string, Operations> = {}
  for (const { name, endpoints } of groups) {
    for (const { method, path } of Object.values<Endpoint>(endpoints)) {
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = { ...pathParameters(path), ...operation(name) }
    }
  }
  return paths
}

/** OpenAPI demands a declaration of each parameter in a path. */
function pathParameters(path: string): Operations {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  if (names.length === 0) return {}
  const schema = { type: 'string' }
  return {
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema })),
  }
}

const operation = (functionName: string) => ({
  responses: { default: { description: 'Any' } },
  [extension.integration]: {
    $ref: `#/components/${extension.integrations}/${functionName}`,
  },
})

const integration = (uri: string) => ({
  type: 'aws_proxy',
  httpMethod: 'POST',
  payloadFormatVersion: '2.0',
  uri,
})
