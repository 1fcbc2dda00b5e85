import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** A response as a client sees it. */
export type Answer = {
  readonly status: number
  /** Parsed JSON for a JSON response, else text; undefined when the body is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the shape that it expects
  readonly body: any
  readonly headers: Headers
  readonly setCookies: readonly string[]
}

type RequestHeaders = Readonly<Record<string, string>>

/** A client of a shop's API that stores cookies like a browser. */
export class Client {
  readonly baseUrl: string
  readonly cookies = new Map<string, string>()

  constructor(baseUrl: string, cookies: RequestHeaders = {}) {
    this.baseUrl = baseUrl
    for (const [name, value] of Object.entries(cookies)) this.cookies.set(name, value)
  }

  readonly get = (path: string, headers?: RequestHeaders) =>
    this.send('GET', path, undefined, headers)
  readonly post = (path: string, body?: unknown, headers?: RequestHeaders) =>
    this.send('POST', path, body, headers)
  readonly put = (path: string, body?: unknown, headers?: RequestHeaders) =>
    this.send('PUT', path, body, headers)
  readonly del = (path: string, headers?: RequestHeaders) =>
    this.send('DELETE', path, undefined, headers)

  /** Sends a request. A string or bytes are sent unchanged, everything else as JSON. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: RequestHeaders = {},
  ): Promise<Answer> {
    const raw = typeof body === 'string' || body instanceof Uint8Array
    const sent = body === undefined || raw ? body : JSON.stringify(body)
    const answer = await exchange(this.baseUrl + path, method, sent, {
      'accept-encoding': 'gzip',
      ...(this.cookies.size > 0 && { cookie: this.#cookieHeader() }),
      ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
      // Node leaves it out for a DELETE.
      ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }),
      ...headers,
    })
    for (const cookie of answer.setCookies) this.#store(cookie)
    return answer
  }

  #cookieHeader = () =>
    [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  #store(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value === '') this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** One request and its answer. `fetch` takes more processor time than the API itself. */
async function exchange(
  url: string,
  method: string,
  body: unknown,
  headers: RequestHeaders,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(url, { method, headers }, resolve).on('error', reject).end(body)
  const response = await promise
  const received = headersOf(response)
  const bytes = await buffer(response)
  const isCompressed = received.get('content-encoding') === 'gzip' && bytes.length > 0
  const plain = isCompressed ? gunzipSync(bytes) : bytes
  return {
    status: response.statusCode ?? 0,
    body: bodyOf(plain.toString(), received),
    headers: received,
    setCookies: received.getSetCookie(),
  }
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  return headers
}

/** A response's body as `Answer` has it. */
export function bodyOf(text: string, headers: Headers): unknown {
  if (text === '') return undefined
  const isJson = headers.get('content-type')?.includes('application/json')
  return isJson ? JSON.parse(text) : text
}
