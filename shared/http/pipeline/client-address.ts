import { resolveClientAddress } from '../../auth/client-address.ts'
import { publicUrls } from '../../deployment/public-urls.ts'
import { exchangeOf, type Step } from '../exchange.ts'

/**
 * Finds the client's address and scheme behind the front door and trusted proxies, and the
 * URLs of this API.
 */
export const clientAddress = (): Step => ({
  before: async ({ event }) => {
    const exchange = exchangeOf(event)
    const { ip, https, viewerOrigin } = await resolveClientAddress(
      event.requestContext.http.sourceIp,
      event.headers,
    )
    const urls = publicUrls(viewerOrigin)
    exchange.request = { ...exchange.request, ip, https, ...urls }
  },
})
