import { isForeignPage } from '../../auth/page-origin.ts'
import { Failure } from '../../failure.ts'
import { exchangeOf, type Step } from '../exchange.ts'

/** Refuses requests that change something with cookies, from pages of other sites. */
export const ownPagesOnly = (): Step => ({
  before: async ({ event }) => {
    const { endpoint, request } = exchangeOf(event)
    if (endpoint.method === 'GET' || request.cookies.size === 0) return
    if (await isForeignPage(request.headers)) throw new Failure('foreignPage')
  },
})
