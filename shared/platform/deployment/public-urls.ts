import { furtherShop } from '../../current-shop.ts'
import { resources } from './resources.ts'
import { settings } from './settings.ts'

/** The URLs of this API, without a slash at the end. */
export type PublicUrls = {
  /** Start of links to this API. */
  readonly publicUrl: string
  /** Every known URL of the API, the public one first. */
  readonly ownUrls: readonly string[]
}

/**
 * The API's URLs. The public one is the option publicUrl, which defaults to the domain of
 * the deployment's own; without either it is the origin that the viewer asked, which the
 * front door sends because functions cannot know its address. A further shop has the origin
 * that the viewer asked alone. A client's own Host header never counts, but on one machine to
 * a further shop.
 */
export function publicUrls(viewerOrigin: string | undefined): PublicUrls {
  if (furtherShop()) {
    return { publicUrl: viewerOrigin ?? '', ownUrls: viewerOrigin ? [viewerOrigin] : [] }
  }
  const publicUrl = settings.publicUrl() || (viewerOrigin ?? '')
  const hosts = resources.ownHosts().map((host) => `https://${host}`)
  const urls = [publicUrl, viewerOrigin, ...hosts].filter((url) => url !== undefined)
  return { publicUrl, ownUrls: urls.filter((url) => url !== '') }
}
