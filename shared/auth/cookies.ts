import { settings } from '../deployment/settings.ts'
import { sessionSeconds } from '../staff/session.ts'

/** The three cookies of the contract (open-areas, section 1 "Cookies"). */
export type CookieName = 'accessToken' | 'refreshToken' | 'walletAccessToken'

const sameSite: Record<CookieName, 'Lax' | 'Strict'> = {
  accessToken: 'Lax',
  refreshToken: 'Lax',
  walletAccessToken: 'Strict',
}

/** The Set-Cookie value that hands a token to the client. */
export function tokenCookie(name: CookieName, token: string, https: boolean): string {
  const seconds = {
    accessToken: settings.accessTokenSeconds(),
    refreshToken: sessionSeconds,
    walletAccessToken: undefined,
  }[name]
  return write(name, token, seconds, https)
}

/** The Set-Cookie value that deletes a cookie: same attributes, no value, no age. */
export const deletedCookie = (name: CookieName, https: boolean): string =>
  write(name, '', 0, https)

function write(
  name: CookieName,
  value: string,
  maxAge: number | undefined,
  https: boolean,
) {
  const attributes = [
    `${name}=${value}`,
    'HttpOnly',
    'Path=/',
    `SameSite=${sameSite[name]}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    ...(https && !settings.plainHttpTills() ? ['Secure'] : []),
  ]
  return attributes.join('; ')
}

/**
 * The cookies of a request, whose headers may have been joined by a comma. A blank one
 * counts as absent; of a name sent twice the first counts.
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
