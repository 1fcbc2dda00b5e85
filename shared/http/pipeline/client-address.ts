import { resolveClientAddress } from '../../auth/client-address.ts'
import { exchangeOf, type Step } from '../exchange.ts'

/** Finds the client's address and scheme behind the front door and trusted proxies. */
export const clientAddress = (): Step => ({
  before: async ({ event }) => {
    const exchange = exchangeOf(event)
    const origin = await resolveClientAddress(
      event.requestContext.http.sourceIp,
      event.headers,
    )
    exchange.request = { ...exchange.request, ...origin }
  },
})
