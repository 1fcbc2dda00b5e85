import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groups } from '../functions/all.ts'
import { type Endpoint, type Group, takesKey } from '../shared/http/endpoint.ts'
import { type DocumentedFailure, failuresOf } from './openapi/failures.ts'
import { type JsonObject, textOf } from './openapi/json.ts'

/** Groups that no till calls: documents about the API, pages, and the node's own calls. */
const notForClients = new Set(['docs', 'office', 'webhook'])

const file = join(import.meta.dirname, '../shared/client/routes.ts')

/**
 * The text of shared/client/routes.ts: what the typed client needs of the declarations at
 * run time. Editors show an endpoint's summary. Failures in their default words are constants.
 */
export function clientRoutesText(): string {
  const shared = new Map<string, string>()
  const tables = groups
    .filter(({ name }) => !notForClients.has(name))
    .flatMap((group) => groupTable(group, shared))
  const constants = [...shared]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `const ${name} = ${value} as const`)
  return [
    '// Written by `npm run client-routes` from functions/*/endpoints.ts',
    '// biome-ignore-all format: an endpoint has a line',
    '',
    ...constants,
    '',
    '/** Every endpoint of the client: how it is called, and how its failures look. */',
    'export const routes = {',
    ...tables,
    '} as const',
    '',
  ].join('\n')
}

function groupTable(group: Group, shared: Map<string, string>): string[] {
  const rows = Object.entries(group.endpoints)
    .filter(([, endpoint]) => isForUsers(endpoint))
    .flatMap(([name, endpoint]) => [
      `    /** ${endpoint.summary} */`,
      `    ${name}: ${row(group, endpoint, shared)},`,
    ])
  return [`  ${camelCase(group.name)}: {`, ...rows, '  },']
}

/** Whether it is for people and their tills, and may succeed: not for agents and the node. */
const isForUsers = ({ access, credential, reply }: Endpoint) =>
  access !== 'agent' &&
  (credential === undefined || credential === 'refreshToken') &&
  reply.status < 400

function row(group: Group, endpoint: Endpoint, shared: Map<string, string>): string {
  const { method, path, repeat, reply, wireBody } = endpoint
  const isKeyed = takesKey(endpoint) && repeat !== 'polled'
  const isForm = wireBody?.contentType === 'multipart/form-data'
  const failures = failuresOf(group, endpoint)
  const codes = codesOf(failures)
  const fields = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(isKeyed ? ['isKeyed: true'] : []),
    ...(reply.isList ? ['isList: true'] : []),
    ...(isForm ? ['isForm: true'] : []),
    `failures: {${failureFields(failures, shared).join(', ')}}`,
    ...(codes.length > 0 ? [`codes: ${JSON.stringify(codes)}`] : []),
  ]
  return `{ ${fields.join(', ')} }`
}

/** The codes that stand in the bodies of refusals. */
const codesOf = (failures: readonly DocumentedFailure[]): string[] =>
  failures
    .filter(({ form }) => form === 'coded')
    .map(({ body }) => textOf((body as JsonObject).code))
    .filter((code, at, all) => all.indexOf(code) === at)
    .sort()

/**
 * Failures that look alike on the wire are one: that whose default words these are, else the
 * first that is declared.
 */
function failureFields(
  failures: readonly DocumentedFailure[],
  shared: Map<string, string>,
): string[] {
  const different = new Map<string, DocumentedFailure>()
  for (const failure of failures) {
    const look = isTold(failure) ? `${failure.status} ${failure.text}` : failure.kind
    const first = different.get(look)
    if (!first || (hasItsOwnWords(failure) && !hasItsOwnWords(first))) {
      different.set(look, failure)
    }
  }
  return [...different.values()].sort(bySpecificity).map((failure) => {
    const text = isTold(failure) ? JSON.stringify(failure.text) : 'null'
    const value = `[${failure.status}, ${text}]`
    if (!failure.isDefault) return `${failure.kind}: ${value}`
    const known = shared.get(failure.kind)
    if (known !== undefined && known !== value) return `${failure.kind}: ${value}`
    shared.set(failure.kind, value)
    return failure.kind
  })
}

const hasItsOwnWords = ({ isDefault }: DocumentedFailure) => isDefault

/** Whether the text tells the failure; a node's text is its own, and a rate limit has none. */
const isTold = ({ form }: DocumentedFailure) => form !== 'node' && form !== 'retry'

/** A text with more fixed letters comes before those whose placeholders may match it. */
const bySpecificity = (one: DocumentedFailure, other: DocumentedFailure) =>
  fixedLength(other) - fixedLength(one)

const fixedLength = ({ text }: DocumentedFailure) =>
  text.replaceAll(/\{\w+\}/g, '').length

export const camelCase = (name: string) =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

if (import.meta.main) writeFileSync(file, clientRoutesText())
