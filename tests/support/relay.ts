import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { checkAnswer } from './answers/check-answer.ts'
import { Client } from './client.ts'

/** An answer as a page of the existing clients gets it. */
export type RelayAnswer = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it expects
  readonly body: any
}

/**
 * Calls the API like the proxy of the existing clients: forwards the browser's address,
 * scheme, Origin and Host, which is the proxy's own and not the API's; streams POST bodies in chunks, parses only answers with a JSON content type, and
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

  async #send(method: string, path: string, content?: unknown): Promise<RelayAnswer> {
    const { baseUrl, cookies } = this.browser
    const sent = content instanceof FormData ? new Response(content) : jsonOf(content)
    const type = sent?.headers.get('content-type')
    const forwarded = request(baseUrl + path, {
      method,
      headers: {
        host: 'till.shop.example',
        ...(method !== 'GET' && { origin: 'http://till.shop.example:3000' }),
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'https',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(type && { 'content-type': type, 'transfer-encoding': 'chunked' }),
      },
    })
    forwarded.end(sent && Buffer.from(await sent.arrayBuffer()))
    const [response] = (await once(forwarded, 'response')) as [IncomingMessage]
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const isJson = response.headers['content-type']?.includes('application/json')
    const body = await text(response)
    const answer = {
      status: response.statusCode ?? 0,
      body: isJson ? JSON.parse(body) : body,
    }
    const headers = new Headers(
      Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    )
    checkAnswer(method, path, { ...answer, headers })
    return answer
  }
}

const jsonOf = (body: unknown) =>
  body === undefined
    ? undefined
    : new Response(JSON.stringify(body), {
        headers: { 'content-type': 'application/json' },
      })
