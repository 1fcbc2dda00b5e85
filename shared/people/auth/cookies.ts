import { furtherShop } from '../../current-shop.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { deviceSeconds } from '../staff/known-devices.ts'
import { sessionSeconds } from '../staff/session.ts'

/** The cookies that the API sets. */
export type CookieName =
  | 'accessToken'
  | 'refreshToken'
  | 'walletAccessToken'
  | 'device'
  | 'tillToken'

const sameSite: Record<CookieName, 'Lax' | 'Strict'> = {
  accessToken: 'Lax',
  refreshToken: 'Lax',
  walletAccessToken: 'Strict',
  device: 'Lax',
  tillToken: 'Strict',
}

/** The Set-Cookie values that give a token to the client. */
export function tokenCookies(name: CookieName, token: string, https: boolean): string[] {
  const seconds = {
    accessToken: settings.accessTokenSeconds(),
    refreshToken: sessionSeconds,
    walletAccessToken: undefined,
    device: deviceSeconds,
    tillToken: deviceSeconds,
  }[name]
  return setCookies(name, token, seconds, https)
}

/** The Set-Cookie values that delete a cookie: same attributes, no value, Max-Age 0. */
export const deletedCookies = (name: CookieName, https: boolean): string[] =>
  setCookies(name, '', 0, https)

/**
 * Returns the Set-Cookie headers of a cookie. With cookieDomain, browsers keep an earlier
 * host-only cookie beside the one for the domain, so each response deletes it. The
 * deletion comes first: clients that know cookies by name alone then keep the other.
 */
function setCookies(
  name: CookieName,
  value: string,
  maxAgeSeconds: number | undefined,
  https: boolean,
): string[] {
  // Hosts of one domain are other shops'
  const domain = furtherShop() ? '' : settings.cookieDomain()
  const cookie = setCookie(name, value, maxAgeSeconds, https, domain)
  return domain === '' ? [cookie] : [setCookie(name, '', 0, https), cookie]
}

function setCookie(
  name: CookieName,
  value: string,
  maxAgeSeconds: number | undefined,
  https: boolean,
  domain = '',
) {
  const attributes = [
    `${name}=${value}`,
    'HttpOnly',
    'Path=/',
    ...(domain === '' ? [] : [`Domain=${domain}`]),
    `SameSite=${sameSite[name]}`,
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    ...(https && !settings.plainHttpTills() ? ['Secure'] : []),
  ]
  return attributes.join('; ')
}

/**
 * The cookies of a request by name. Several Cookie headers may be joined by a comma. A
 * blank cookie counts as absent. If a name is sent twice, for a host and for its domain,
 * the token that was issued last counts: browsers send the older cookie first.
 */
export function readCookies(
  headers: readonly string[] = [],
): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of headers.flatMap((header) => header.split(/[;,]/))) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(at, 0)).trim()
    const value = pair.slice(at + 1).trim()
    if (name === '' || value === '') continue
    const other = cookies.get(name)
    if (other === undefined || issuedAt(value) > issuedAt(other)) cookies.set(name, value)
  }
  return cookies
}

/**
 * Returns a token's time of issue, in Unix seconds; -1 for another text. Does not verify it.
 */
function issuedAt(token: string): number {
  try {
    const [, claims = ''] = token.split('.')
    const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    return typeof iat === 'number' ? iat : -1
  } catch {
    return -1
  }
}
