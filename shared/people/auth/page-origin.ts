import { furtherShop } from '../../current-shop.ts'
import { logger } from '../../logger.ts'
import { isAllowedOrigin } from '../../platform/deployment/allowed-origin.ts'
import { publicUrls } from '../../platform/deployment/public-urls.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { resolveViewerOrigin } from './client-address.ts'

type Headers = Readonly<Record<string, string | undefined>>

/**
 * True if a browser sent a request for a page of another site, which must not act with
 * the user's cookies. Origins on the allow-list are not foreign. Browsers leave
 * Sec-Fetch-Site out on plain http: then the host of the Origin must be one of the API's,
 * or of the relay in front of it, on any port. The same holds for a host of the same site
 * that may be another shop's. Header names are in lower case.
 */
export async function isForeignPage(headers: Headers): Promise<boolean> {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && isAllowedOrigin(origin)) return false
  const page = URL.parse(origin ?? '')
  const isOtherShop = site === 'same-site' && isUnderShopDomain(page)
  if (site === undefined ? origin === undefined : site !== 'cross-site' && !isOtherShop) {
    return false
  }
  const hosts = await knownHosts(headers)
  if (site !== 'cross-site' && page && isAmong(page.hostname, hosts)) return false
  logger.info('foreign-page', { page: page?.origin ?? null, site, hosts: [...hosts] })
  return true
}

/** True if a page may be another shop's; one that hides its origin may be. */
function isUnderShopDomain(page: URL | null): boolean {
  const domain = settings.shopDomain()
  return domain !== '' && (!page || `.${page.hostname}`.endsWith(`.${domain}`))
}

/** Returns the hosts whose pages may use the API: its own and those of the allow-list. */
async function knownHosts(headers: Headers): Promise<ReadonlySet<string>> {
  const { ownUrls } = publicUrls(await resolveViewerOrigin(headers))
  const urls = [
    ...ownUrls,
    ...settings.corsOrigins(),
    // A page can choose neither: a preflight request would be refused first.
    `http://${headers.host ?? ''}`,
    `http://${headers['x-forwarded-host'] ?? ''}`,
  ]
  return new Set(urls.map((url) => URL.parse(url)?.hostname ?? '').filter(Boolean))
}

/** Hosts of the cookies' domain get the cookies anyway. */
function isAmong(host: string, hosts: ReadonlySet<string>): boolean {
  const domain = furtherShop() ? '' : settings.cookieDomain()
  return hosts.has(host) || (domain !== '' && `.${host}`.endsWith(`.${domain}`))
}
