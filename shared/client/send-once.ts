import type { Input, Route } from './route.ts'

/** Address of the API, and the means to call it. */
export type Reach = {
  readonly baseUrl: string
  readonly cookies: Map<string, string>
  /** Takes the place of cookies. */
  readonly apiKey?: string | undefined
  readonly timeoutMs: number
  readonly fetch: typeof fetch
}

/** An answer. Status 0 means no response at all, for the given cause. */
export type Answer = {
  readonly status: number
  readonly body?: unknown
  /** The header Error-Code of a refusal. */
  readonly errorCode?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  /** The query of the next page of a list; undefined on the last page. */
  readonly next?: Readonly<Record<string, string>> | undefined
  readonly cause?: unknown
  /** True if an attempt before it may have been served without an answer. */
  readonly wasLost?: boolean
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

/**
 * Sends a request once and reads its answer. A network error and a timeout are an answer
 * with status 0. Throws the signal's reason when the caller aborts.
 */
export async function exchange(
  { baseUrl, cookies, apiKey, timeoutMs, fetch }: Reach,
  { method, path, body, idempotencyKey, approval, signal }: Request,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const cookie = apiKey === undefined && cookieHeader(cookies)
  try {
    const response = await fetch(baseUrl + path, {
      method,
      // For browsers, which keep the cookies themselves and refuse to be told them.
      credentials: apiKey === undefined ? 'include' : 'omit',
      headers: {
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        ...(cookie && { cookie }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(approval !== undefined && { approval }),
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

/** The Cookie header; undefined without cookies. */
export const cookieHeader = (cookies: ReadonlyMap<string, string>): string | undefined =>
  cookies.size > 0
    ? [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    : undefined

/**
 * The cookies of one API, for platforms that keep none, such as Node. In browsers it stays
 * empty: they hide Set-Cookie from scripts.
 */
function storeCookies(cookies: Map<string, string>, setCookies: readonly string[]): void {
  for (const setCookie of setCookies) {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(setCookie) ?? []
    // The API deletes a cookie by sending it without a value.
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** A request as it is sent, the same bytes in every attempt. */
export type Request = {
  readonly method: string
  readonly path: string
  readonly body?: Encoded | undefined
  readonly idempotencyKey?: string | undefined
  readonly approval?: string | undefined
  readonly signal?: AbortSignal | undefined
}

type Encoded = { readonly type: string; readonly content: string | ArrayBuffer }

export async function requestOf(
  route: Route,
  input: Input,
  idempotencyKey?: string,
): Promise<Request> {
  const { method } = route
  const path = pathOf(route, input)
  const body = input.body === undefined ? undefined : await encoded(route, input.body)
  const text = typeof body?.content === 'string' ? body.content : ''
  return {
    method,
    path,
    body,
    idempotencyKey,
    approval: await input.approval?.({
      method,
      path: path.split('?')[0] ?? '',
      body: text,
    }),
    signal: input.signal,
  }
}

function pathOf({ path }: Route, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

async function encoded({ isForm }: Route, body: unknown): Promise<Encoded> {
  // A table, as imports take it
  if (typeof body === 'string') return { type: 'text/csv', content: body }
  if (!isForm) return { type: 'application/json', content: JSON.stringify(body) }
  const form = new FormData()
  for (const [name, files] of Object.entries(body as Record<string, Blob[]>)) {
    for (const file of files) form.append(name, file)
  }
  // fetch would choose another boundary in each attempt, and so send another request.
  const response = new Response(form)
  const type = response.headers.get('content-type') ?? ''
  return { type, content: await response.arrayBuffer() }
}
