import { CookieJar, getPublicSuffix } from 'tough-cookie'
import WebSocket from 'ws'
import { frontDoorHeaders } from '../../shared/people/auth/front-door.ts'
import { type Answer, Client } from './client.ts'

/** A request of a page: a click on a link of another site counts as a navigation. */
type Sent = { readonly from: string; readonly isNavigation?: boolean }

/**
 * A browser with one cookie jar, whatever page it shows. Whatever https host it asks, the
 * front door passes the request on to the shop, as it does for all its host names.
 */
export class Browser {
  readonly jar = new CookieJar()
  readonly #shopUrl: string
  readonly #frontDoorSecret: string

  constructor(shopUrl: string, frontDoorSecret: string) {
    this.#shopUrl = shopUrl
    this.#frontDoorSecret = frontDoorSecret
  }

  /** Sends a request from a page, with the cookies that the browser would send. */
  async send(
    { from, isNavigation = false }: Sent,
    method: string,
    url: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const sameSiteContext = contextOf(from, url, isNavigation)
    const cookie = await this.jar.getCookieString(url, { sameSiteContext })
    const { host, pathname, search } = new URL(url)
    const answer = await new Client(this.#shopUrl).send(method, pathname + search, body, {
      ...this.#passedBy(host),
      ...(cookie && { cookie }),
      ...headers,
    })
    for (const each of answer.setCookies) {
      // A browser ignores a cookie that it may not store.
      await this.jar.setCookie(each, url, { sameSiteContext, ignoreError: true })
    }
    return answer
  }

  /** The status of opening a WebSocket: 101 when it opened. */
  async openSocket(
    { from }: Sent,
    url: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    const https = url.replace(/^wss/, 'https')
    const sameSiteContext = contextOf(from, https, false)
    const cookie = await this.jar.getCookieString(https, { sameSiteContext })
    const { host, pathname } = new URL(https)
    return socketStatus(this.#shopUrl.replace('http', 'ws') + pathname, {
      ...this.#passedBy(host),
      ...(cookie && { cookie }),
      ...headers,
    })
  }

  /** The names of the token cookies that a request would carry, in order. */
  async cookiesFor({ from, isNavigation = false }: Sent, url: string): Promise<string[]> {
    const sameSiteContext = contextOf(from, url, isNavigation)
    const sent = await this.jar.getCookies(url, { sameSiteContext })
    return sent.map(({ key }) => key).filter(isToken)
  }

  /** The token cookies that the browser holds: names and hosts, `alone` for a cookie of one host. */
  async cookies(): Promise<string[]> {
    const all = await this.jar.store.getAllCookies()
    return all
      .filter((cookie) => cookie.TTL() > 0 && isToken(cookie.key))
      .map(
        ({ key, domain, hostOnly }) => `${key} of ${domain}${hostOnly ? ' alone' : ''}`,
      )
  }

  #passedBy = (host: string) => ({
    [frontDoorHeaders.secret]: this.#frontDoorSecret,
    [frontDoorHeaders.viewer]: '203.0.113.20',
    [frontDoorHeaders.host]: host,
  })
}

/** The status of a WebSocket handshake with these headers. */
export const socketStatus = (
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers })
    socket.once('error', reject)
    socket.once('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.once('unexpected-response', (_request, { statusCode = 0 }) => {
      socket.removeAllListeners('error').on('error', () => {})
      socket.terminate()
      resolve(statusCode)
    })
  })

/** The cookie `device` outlives sessions. */
const isToken = (name: string) => name !== 'device'

/**
 * Returns the SameSite cookies that go along: from another site, navigations take the lax
 * ones only.
 */
function contextOf(from: string, to: string, isNavigation: boolean) {
  const [page, target] = [new URL(from), new URL(to)]
  const siteOf = ({ protocol, hostname }: URL) =>
    `${protocol}//${getPublicSuffix(hostname, { allowSpecialUseDomain: true })}`
  if (siteOf(page) === siteOf(target)) return 'strict'
  return isNavigation ? 'lax' : 'none'
}
