import { type CurrentShop, mainShop } from '../../../current-shop.ts'
import { Failure } from '../../../failure.ts'
import { settings } from '../../deployment/settings.ts'
import type { HttpEvent, Step } from '../exchange.ts'
import { isWarmer } from '../keep-warm.ts'

/** The shop of a request, and why it is refused. Neither when no shop has the host. */
type Visit = {
  readonly shop?: CurrentShop | undefined
  readonly refused?: Error | undefined
}

/** Seconds after which a change of a shop that moves may be tried again. */
const movesForSeconds = 60

/** The shop that a request is for. A deployment with one shop loads no table to find it. */
export async function visitedShop(event: HttpEvent): Promise<Visit> {
  if (settings.shopDomain() === '' || isWarmer(event)) return { shop: mainShop }
  const [{ viewerHost }, { findVisitedShop }] = await Promise.all([
    import('../../../people/auth/viewer-host.ts'),
    import('../../shops/visited-shop.ts'),
  ])
  try {
    const visited = await findVisitedShop(await viewerHost(event.headers), Date.now())
    if (!visited) return { refused: new Failure('notFound') }
    const { shop, state } = visited
    // A preflight is let pass, so that a page of another origin can read the refusal
    const isPreflight = event.requestContext.http.method === 'OPTIONS'
    if (isPreflight) return { shop }
    if (state === 'suspended') return { shop, refused: new Failure('shopSuspended') }
    const retryAfter = await secondsUntilServed(shop, event)
    if (retryAfter > 0) return { shop, refused: new Failure('shopBusy', { retryAfter }) }
    if (state !== 'read-only') return { shop }
    const isReadOnly = { ...shop, isReadOnly: true as const }
    if (!isChange(event)) return { shop: isReadOnly }
    return { shop, refused: new Failure('shopReadOnly', { retryAfter: movesForSeconds }) }
  } catch (error) {
    return { refused: error as Error }
  }
}

/**
 * Notifications of the node, which are not repeated, and the agent's calls always pass: they
 * are authenticated before they cost anything.
 */
const unthrottled = /^\/(webhook|agents)\//

async function secondsUntilServed(
  shop: CurrentShop,
  { rawPath, cookies = [] }: HttpEvent,
) {
  if (unthrottled.test(rawPath)) return 0
  const { secondsToWait, showsToken } = await import('../../shops/throttle.ts')
  return secondsToWait(shop, Date.now(), await showsToken(shop, cookies))
}

const isChange = ({ requestContext }: HttpEvent) =>
  !['GET', 'HEAD'].includes(requestContext.http.method)

/** Refuses what the shop does not take now, before anything of the request is looked at. */
export const openShopOnly = (): Step => ({
  before: ({ event }) => {
    if (event.refused) throw event.refused
  },
})
