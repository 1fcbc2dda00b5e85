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
    const response = await fetch(this.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookies.size > 0 && { cookie: this.#cookieHeader() }),
        ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: raw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body),
      }),
    })
    const setCookies = response.headers.getSetCookie()
    for (const cookie of setCookies) this.#store(cookie)
    return {
      status: response.status,
      body: await bodyOf(response),
      headers: response.headers,
      setCookies,
    }
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

/** A response's body as `Answer` has it. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  const isJson = response.headers.get('content-type')?.includes('application/json')
  return isJson ? JSON.parse(text) : text
}
