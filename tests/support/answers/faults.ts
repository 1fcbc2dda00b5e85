import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CheckedAnswer, Expectations } from './check-answer.ts'
import {
  compiledFolder,
  type ListedOperation,
  listFile,
  validatorName,
  validatorsFile,
} from './compiled.ts'

type Validator = ((body: unknown) => boolean) & { readonly errors?: readonly object[] }

const require = createRequire(import.meta.url)

/** Read when an answer is checked: the bench imports fixtures, and checks none. */
const compiled = (file: string) => require(join(compiledFolder(), file))

/** Describes the difference of an answer from the document, if any, with its operation. */
export function faultOf(
  method: string,
  path: string,
  answer: CheckedAnswer,
  { mayFail = false }: Expectations,
): { readonly operation?: string; readonly fault?: string | undefined } {
  const [pathname = ''] = path.split('?')
  const segments = pathname.split('/').slice(1)
  const operations: readonly ListedOperation[] = compiled(listFile)
  const ofPath = operations.filter((each) => matches(each.path, segments))
  const operation = ofPath
    .filter((each) => each.method === method)
    .sort((one, other) => parameters(one.path) - parameters(other.path))[0]
  if (method === 'OPTIONS') return { fault: unless(204, null, answer) }
  if (mayFail && answer.status >= 500) return {}
  if (!operation) return { fault: unmatched(ofPath.length > 0 ? 405 : 404, answer) }
  const fault =
    faultOfOperation(operation, answer) ??
    faultOfErrorCode(operation.errorCodes[String(answer.status)], answer) ??
    faultOfCookies(operation, answer)
  return { operation: operation.id, fault }
}

function faultOfOperation(operation: ListedOperation, answer: CheckedAnswer) {
  const { status, body } = answer
  const contentTypes = operation.responses[String(status)]
  if (!contentTypes) return 'it has no such status'
  const sent = contentTypeOf(answer)
  const contentType = contentTypes.find((each) => isOf(sent, each))
  if (contentType === undefined) return `the content type is ${sent ?? 'absent'}`
  if (contentType === null) return body ? 'it has a body' : undefined
  if (contentType.endsWith('/*')) return undefined
  const validators: Record<string, Validator> = compiled(validatorsFile(operation.id))
  const validate = validators[validatorName(contentType, String(status))]
  return !validate || validate(body) ? undefined : JSON.stringify(validate.errors)
}

/** Every refusal says its name, which is the `code` of a body that has one. */
function faultOfErrorCode(
  documented: readonly string[] = [],
  { headers, body }: CheckedAnswer,
) {
  const sent = headers.get('error-code')
  const { code } = (body ?? {}) as { code?: unknown }
  if (sent === null && documented.length === 0) return undefined
  if (sent === null || !documented.includes(sent)) return `its Error-Code is ${sent}`
  return typeof code === 'string' && code !== sent
    ? `its Error-Code is ${sent}, and its code ${code}`
    : undefined
}

/** A success sets all of its cookies, and a failure none but a renewed one. */
function faultOfCookies(
  { cookies }: ListedOperation,
  { status, headers }: CheckedAnswer,
) {
  const { always, renewed } =
    status < 400
      ? (cookies[status] ?? noCookies)
      : { always: [], renewed: Object.values(cookies).flatMap((each) => each.renewed) }
  const set = headers.getSetCookie()
  const names = set.map((cookie) => cookie.split('=')[0] ?? '')
  const missing = always.filter((name) => !names.includes(name))
  const strays = names.filter((name) => ![...always, ...renewed].includes(name))
  const open = set.filter((cookie) => !cookie.includes('; HttpOnly'))
  if (missing.length > 0) return `it does not set ${missing.join(', ')}`
  if (strays.length > 0) return `it sets ${strays.join(', ')}`
  return open.length > 0 ? `scripts may read ${open.join(', ')}` : undefined
}

const noCookies = { always: [], renewed: [] }

/** 405 for a path that has other methods, else 404, with their texts. */
function unmatched(status: number, answer: CheckedAnswer): string | undefined {
  const text = status === 405 ? 'Method not allowed' : 'Not found'
  return (
    unless(status, JSON.stringify({ message: text }), answer) ??
    faultOfErrorCode([status === 405 ? 'method_not_allowed' : 'not_found'], answer)
  )
}

function unless(status: number, body: string | null, answer: CheckedAnswer) {
  const sent = answer.body === undefined ? null : JSON.stringify(answer.body)
  return answer.status === status && sent === body
    ? undefined
    : `${status} ${body} is right`
}

const contentTypeOf = ({ headers }: CheckedAnswer) =>
  headers.get('content-type')?.replace(/;.*/, '') ?? null

const isOf = (sent: string | null, documented: string | null) =>
  documented === '*/*'
    ? sent !== null
    : documented?.endsWith('/*')
      ? sent?.startsWith(documented.slice(0, -1))
      : sent === documented

const isParameter = (segment: string) => segment.startsWith('{')

const parameters = (path: readonly string[]) => path.filter(isParameter).length

/** A parameter also matches a blank segment, which is refused as malformed. */
const matches = (pattern: readonly string[], path: readonly string[]) =>
  pattern.length === path.length &&
  pattern.every((segment, at) => isParameter(segment) || segment === path[at])
