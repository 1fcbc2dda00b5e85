import type { Route } from './route.ts'
import type { Answer } from './send-once.ts'

/**
 * A call that did not succeed. `code` is the failure's name in the declarations; several
 * refusals may share it, and then `bodyCode` tells them apart.
 */
export class PosError extends Error {
  override readonly name = 'PosError'
  /** Group and name of the endpoint, such as `products.create`. */
  readonly endpoint: string
  /** HTTP status; 0 when no answer came, and then a write may have happened or not. */
  readonly status: number
  readonly code: string
  /** The `code` in the body, such as `checkout_insufficient_stock`; undefined without one. */
  readonly bodyCode: string | undefined
  /** The one field of the request to blame, such as `items[0].quantity`, where it is told. */
  readonly field: string | undefined
  /** The body as it came. */
  readonly body: unknown
  /** Seconds to wait, where the answer says so. */
  readonly retryAfterSeconds: number | undefined
  /** The call's key: with it the same call may be repeated safely. */
  readonly idempotencyKey: string | undefined

  constructor(endpoint: string, route: Route, answer: Answer, idempotencyKey?: string) {
    super(`${endpoint}: ${textOf(answer) ?? `status ${answer.status}`}`, {
      cause: answer.cause,
    })
    this.endpoint = endpoint
    this.status = answer.status
    this.code = codeOf(route, answer)
    this.bodyCode = textFieldOf(answer, 'code')
    this.field = textFieldOf(answer, 'field')
    this.body = answer.body
    this.retryAfterSeconds = answer.retryAfterSeconds
    this.idempotencyKey = idempotencyKey
  }
}

/** The failures of an endpoint, told apart by `code`, by `status` and by `bodyCode`. */
export type FailureOf<R> = R extends { readonly failures: infer Failures }
  ? Named<Failures & typeof anywhere> & { readonly bodyCode: BodyCodeOf<R> | undefined }
  : never

type BodyCodeOf<R> = R extends { readonly codes: readonly (infer Code)[] } ? Code : never

type Named<Failures> =
  | {
      [Code in keyof Failures]: Failures[Code] extends readonly [infer Status, unknown]
        ? PosError & { readonly code: Code; readonly status: Status }
        : never
    }[keyof Failures]
  | (PosError & { readonly code: 'unreachable'; readonly status: 0 })
  | (PosError & { readonly code: 'unexpected' })

/** Failures that every endpoint may have. */
const anywhere = {
  internal: [500, 'Internal server error'],
  storageUnavailable: [500, 'Error connecting to the database'],
} as const

/** The name of the failure that an answer is, by its status and its text. */
export function codeOf({ failures }: Route, answer: Answer): string {
  if (answer.status === 0) return 'unreachable'
  const text = textOf(answer) ?? ''
  const isRateLimit = fieldOf(answer.body, 'retryAfter') !== undefined
  const reason = isRateLimit ? 'tooManyAttempts' : fieldOf(answer.body, 'reason')
  const known = Object.entries({ ...failures, ...anywhere }).find(
    ([code, [status, template]]) =>
      status === answer.status &&
      (template === null ? reason === code : fits(text, template)),
  )
  return known?.[0] ?? 'unexpected'
}

/** A text of the body. The node's failures have a number as their `code`. */
function textFieldOf({ body }: Answer, name: string): string | undefined {
  const value = fieldOf(body, name)
  return typeof value === 'string' ? value : undefined
}

/** The text of a refusal: `{message}`, `{error}` or a bare string. */
function textOf({ status, body, cause }: Answer): string | undefined {
  if (status === 0)
    return `no answer${cause instanceof Error ? `: ${cause.message}` : ''}`
  const text = typeof body === 'string' ? body : fieldOf(body, 'message', 'error')
  return typeof text === 'string' ? text : undefined
}

function fieldOf(body: unknown, ...names: string[]): unknown {
  if (typeof body !== 'object' || body === null) return undefined
  const fields = body as Readonly<Record<string, unknown>>
  return names.map((name) => fields[name]).find((value) => value !== undefined)
}

/** Whether a text is the template with something in each of its placeholders. */
function fits(text: string, template: string): boolean {
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/\W/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`).test(text)
}
