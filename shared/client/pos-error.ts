import type { Answer } from './send-once.ts'

/**
 * A call that did not succeed. `code` is the failure's name, such as `not_found`: the header
 * Error-Code of the answer.
 */
export class PosError extends Error {
  override readonly name = 'PosError'
  /** Group and name of the endpoint, such as `products.create`. */
  readonly endpoint: string
  /** HTTP status; 0 when no answer came, and then a write may have happened or not. */
  readonly status: number
  readonly code: string
  /** Field of the request to blame, such as `items[0].quantity`, if known. */
  readonly field: string | undefined
  /** The body as it came. */
  readonly body: unknown
  /** Seconds to wait, where the answer says so. */
  readonly retryAfterSeconds: number | undefined
  /** The call's key: with it the same call may be repeated safely. */
  readonly idempotencyKey: string | undefined

  /** True if an attempt before the last one may have been served without an answer. */
  readonly wasLost: boolean

  constructor(endpoint: string, answer: Answer, idempotencyKey?: string) {
    super(`${endpoint}: ${textOf(answer) ?? `status ${answer.status}`}`, {
      cause: answer.cause,
    })
    this.endpoint = endpoint
    this.status = answer.status
    this.code = codeOf(answer)
    this.field = textFieldOf(answer, 'field')
    this.body = answer.body
    this.retryAfterSeconds = answer.retryAfterSeconds
    this.idempotencyKey = idempotencyKey
    this.wasLost = answer.wasLost ?? false
  }
}

/** The failures of an endpoint, told apart by `code` and by `status`. */
export type FailureOf<Types> = Named<
  Anywhere & (Types extends { readonly failures: infer Failures } ? Failures : unknown)
>

type Named<Failures> =
  | {
      [Code in keyof Failures]: PosError & {
        readonly code: Code
        readonly status: Failures[Code]
      }
    }[keyof Failures]
  | (PosError & { readonly code: 'unreachable'; readonly status: 0 })
  | (PosError & { readonly code: 'unexpected' })

/** Failures that every endpoint may have. */
type Anywhere = { readonly internal: 500; readonly storage_unavailable: 500 }

/** Most likely codes by status, for a gateway or an API that sends no Error-Code. */
const codesByStatus: Readonly<Record<number, string>> = {
  0: 'unreachable',
  400: 'invalid',
  401: 'unauthenticated',
  403: 'permission_required',
  404: 'not_found',
  409: 'conflict',
  500: 'internal',
}

/** The name of the failure that an answer is. */
export const codeOf = (answer: Answer): string =>
  answer.errorCode ??
  textFieldOf(answer, 'code') ??
  codesByStatus[answer.status] ??
  'unexpected'

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
