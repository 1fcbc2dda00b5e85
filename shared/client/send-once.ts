import { cookieHeader, storeCookies } from './cookies.ts'
import type { Request } from './request.ts'

/** Where and how a client reaches the API. */
export type Reach = {
  readonly baseUrl: string
  readonly cookies: Map<string, string>
  readonly timeoutMs: number
  readonly fetch: typeof fetch
}

/** What came back. Status 0 is no answer at all, for the given cause. */
export type Answer = {
  readonly status: number
  readonly body?: unknown
  /** The header Error-Code of a refusal. */
  readonly errorCode?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  /** The query of the next page of a list; undefined on the last page. */
  readonly next?: Readonly<Record<string, string>> | undefined
  readonly cause?: unknown
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

/**
 * Sends a request once and reads its answer. A network error and a timeout are an answer
 * with status 0. Throws the signal's reason when the caller aborts.
 */
export async function exchange(
  { baseUrl, cookies, timeoutMs, fetch }: Reach,
  { method, path, body, idempotencyKey, signal }: Request,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const cookie = cookieHeader(cookies)
  try {
    const response = await fetch(baseUrl + path, {
      method,
      // For browsers, which keep the cookies themselves and refuse to be told them.
      credentials: 'include',
      headers: {
        ...(cookie && { cookie }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(body && { 'content-type': body.type }),
      },
      ...(body && { body: body.content }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    storeCookies(cookies, response.headers.getSetCookie())
    return {
      status: response.status,
      body: await readBody(response),
      errorCode: response.headers.get('error-code') ?? undefined,
      retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
      next: nextOf(response.headers.get('link')),
    }
  } catch (cause) {
    signal?.throwIfAborted()
    return { status: 0, cause }
  }
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('image/')) return response.blob()
  const text = await response.text()
  if (text === '') return undefined
  return type.includes('application/json') ? parsed(text) : text
}

/** A body that only claims to be JSON, such as a proxy's page, is kept as text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const secondsOf = (header: string | null) =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined

function nextOf(link: string | null): Record<string, string> | undefined {
  const [, query] = /<[^>]*\?([^>]*)>; *rel="next"/.exec(link ?? '') ?? []
  return query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query))
}
