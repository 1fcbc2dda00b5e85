import { type CurrentShop, inShop, mainShop, shopId } from '../../current-shop.ts'
import { frontDoorHeaders } from '../../people/auth/front-door.ts'
import { viewerHost } from '../../people/auth/viewer-host.ts'
import { settings } from '../deployment/settings.ts'
import {
  accepted,
  headersOf,
  moving,
  notFound,
  type SocketEvent,
  type SocketResult,
  suspended,
} from '../sockets/event.ts'
import { forgetConnection, recordConnection, shopOfConnection } from './connections.ts'
import { currentOf, findShop } from './shop-records.ts'
import { secondsToWait, showsToken } from './throttle.ts'
import { findVisitedShop, type VisitedShop } from './visited-shop.ts'

type Serve = (event: SocketEvent) => Promise<SocketResult>

type FindShop = (event: SocketEvent) => Promise<VisitedShop | undefined>

/** The parameter of a socket's URL that names the shop, where no front door says its host. */
const shopParameter = 'shop'

/** Serves an event of a socket in its shop: at $connect as it is found, then as recorded. */
export async function serveSocket(
  event: SocketEvent,
  find: FindShop,
  serve: Serve,
): Promise<SocketResult> {
  const { connectionId, eventType } = event.requestContext
  if (eventType === 'CONNECT') return connect(event, find, serve)
  const shop = await shopOfConnection(connectionId)
  const result = await inShop(shop, () => serve(event))
  if (eventType === 'DISCONNECT') await forgetConnection(connectionId, shop)
  return result
}

async function connect(
  event: SocketEvent,
  find: FindShop,
  serve: Serve,
): Promise<SocketResult> {
  const visited = await find(event)
  if (!visited) return notFound
  if (visited.state !== 'open') return visited.state === 'suspended' ? suspended : moving
  const { connectionId } = event.requestContext
  const { shop } = visited
  const cookies = headersOf(event, 'cookie')
  // The tunnel's sockets have no cookies: they show the agent's secret
  const retryAfter =
    settings.shopDomain() === '' || find === shopInUrl
      ? 0
      : await secondsToWait(shop, Date.now(), await showsToken(shop, cookies))
  if (retryAfter > 0) return { statusCode: 429, body: JSON.stringify({ retryAfter }) }
  await recordConnection(connectionId, shop, Date.now())
  const result = await inShop(shop, () => serve(event))
  if (result.statusCode !== accepted.statusCode)
    await forgetConnection(connectionId, shop)
  return result
}

/** The shop of the host that a browser asked. */
export const shopOfHost: FindShop = async (event) => {
  const names = [frontDoorHeaders.secret, frontDoorHeaders.host, 'host']
  const headers = Object.fromEntries(
    names.map((name) => [name, headersOf(event, name)[0]]),
  )
  return findVisitedShop(await viewerHost(headers), Date.now())
}

/**
 * Returns the shop that the URL names, whose credentials the socket must then show; for
 * sockets without a front door. Without a name it is the main one.
 */
export const shopInUrl: FindShop = async (event) => {
  const id = event.queryStringParameters?.[shopParameter]
  if (id === undefined || settings.shopDomain() === '') {
    return { shop: mainShop, state: 'open' }
  }
  const record = shopId.test(id) ? await findShop(id) : undefined
  return record && { shop: currentOf(record), state: record.state }
}

/** A socket's URL with the current shop in it, unless it is the main one. */
export function urlInShop(url: string, shop: CurrentShop): string {
  return shop.id === mainShop.id ? url : `${url}?${shopParameter}=${shop.id}`
}
