import { settings } from '../deployment/settings.ts'
import { sessionSeconds } from '../staff/session.ts'

/** The cookies that the API sets. */
export type CookieName = 'accessToken' | 'refreshToken' | 'walletAccessToken'

const sameSite: Record<CookieName, 'Lax' | 'Strict'> = {
  accessToken: 'Lax',
  refreshToken: 'Lax',
  walletAccessToken: 'Strict',
}

/** The Set-Cookie value that gives a token to the client. */
export function tokenCookie(name: CookieName, token: string, https: boolean): string {
  const seconds = {
    accessToken: settings.accessTokenSeconds(),
    refreshToken: sessionSeconds,
    walletAccessToken: undefined,
  }[name]
  return setCookie(name, token, seconds, https)
}

/** The Set-Cookie value that deletes a cookie: same attributes, no value, Max-Age 0. */
export const deletedCookie = (name: CookieName, https: boolean): string =>
  setCookie(name, '', 0, https)

function setCookie(
  name: CookieName,
  value: string,
  maxAgeSeconds: number | undefined,
  https: boolean,
) {
  const attributes = [
    `${name}=${value}`,
    'HttpOnly',
    'Path=/',
    `SameSite=${sameSite[name]}`,
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    ...(https && !settings.plainHttpTills() ? ['Secure'] : []),
  ]
  return attributes.join('; ')
}

/**
 * The cookies of a request by name. Several Cookie headers may be joined by a comma. A
 * blank cookie counts as absent; if a name is sent twice, the first one counts.
 */
export function readCookies(
  headers: readonly string[] = [],
): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of headers.flatMap((header) => header.split(/[;,]/))) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(at, 0)).trim()
    const value = pair.slice(at + 1).trim()
    if (name !== '' && value !== '' && !cookies.has(name)) cookies.set(name, value)
  }
  return cookies
}
