import { Client } from '../../infra/local/client.ts'
import { checkAnswer } from './answers/check-answer.ts'

/** An answer as a page of the existing clients gets it. */
export type RelayAnswer = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it expects
  readonly body: any
}

/**
 * Calls the API like the proxy of the existing clients: forwards the browser's address and
 * scheme, streams POST bodies in chunks, parses only answers with a JSON content type, and
 * refreshes the token once and retries once after a 401.
 */
export class Relay {
  readonly browser: Client

  constructor(baseUrl: string) {
    this.browser = new Client(baseUrl)
  }

  readonly get = (path: string) => this.#call('GET', path)
  readonly post = (path: string, body?: unknown) => this.#call('POST', path, body)
  readonly put = (path: string, body: unknown) => this.#call('PUT', path, body)
  readonly del = (path: string) => this.#call('DELETE', path)

  async #call(method: string, path: string, body?: unknown): Promise<RelayAnswer> {
    const answer = await this.#send(method, path, body)
    if (answer.status !== 401 || /^\/(auth|wallet)/.test(path)) return answer
    await this.#refresh()
    return this.#send(method, path, body)
  }

  /** Sends only the refreshToken and reads the accessToken from the body. */
  async #refresh(): Promise<void> {
    const { cookies } = this.browser
    cookies.delete('accessToken')
    const { body } = await this.#send('POST', '/auth/refresh')
    const [, claims = ''] = body.accessToken?.split('.') ?? []
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    if (typeof exp !== 'number') throw new Error('a token without expiry')
    cookies.set('accessToken', body.accessToken)
  }

  async #send(method: string, path: string, body?: unknown): Promise<RelayAnswer> {
    const { baseUrl, cookies } = this.browser
    const sent = body instanceof FormData ? new Response(body) : jsonOf(body)
    const type = sent?.headers.get('content-type')
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'https',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(type && { 'content-type': type }),
      },
      ...(sent && { body: sent.body, duplex: 'half' }),
    } as RequestInit)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const isJson = response.headers.get('content-type')?.includes('application/json')
    const text = await response.text()
    const answer = { status: response.status, body: isJson ? JSON.parse(text) : text }
    checkAnswer(method, path, { ...answer, headers: response.headers })
    return answer
  }
}

const jsonOf = (body: unknown) =>
  body === undefined
    ? undefined
    : new Response(JSON.stringify(body), {
        headers: { 'content-type': 'application/json' },
      })
