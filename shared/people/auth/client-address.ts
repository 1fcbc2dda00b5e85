import { furtherShop } from '../../current-shop.ts'
import { normalizedAddress } from '../../ip-address.ts'
import { resources } from '../../platform/deployment/resources.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { webOrigin } from '../../platform/deployment/web-origin.ts'
import { cameByFrontDoor, frontDoorHeaders } from './front-door.ts'

type Headers = Readonly<Record<string, string | undefined>>

/**
 * The client's address and scheme, and the origin it asked. The front door's headers count
 * only with its secret. If the peer is a trusted proxy, the client is the rightmost address
 * in X-Forwarded-For that is not a trusted proxy: the client may have forged what is left of it.
 */
export async function resolveClientAddress(peerIp: string, headers: Headers) {
  const behindFrontDoor = (await cameByFrontDoor(headers)) === true
  const viewer = behindFrontDoor && headers[frontDoorHeaders.viewer]
  const viewerOrigin = await resolveViewerOrigin(headers)
  const peer = normalizedAddress(viewer || peerIp)
  const proxies = new Set(settings.trustedProxies().map(normalizedAddress))
  if (!proxies.has(peer)) return { ip: peer, https: behindFrontDoor, viewerOrigin }

  const hops = (headers['x-forwarded-for'] ?? '').split(',').map(normalizedAddress)
  // API Gateway appends its own peer. Behind the front door, that is the front door.
  if (behindFrontDoor && hops.at(-1) === normalizedAddress(peerIp)) hops.pop()
  const client = hops.findLast((hop) => hop !== '' && !proxies.has(hop))
  const scheme = headers['x-forwarded-proto']?.split(',').at(-1)?.trim().toLowerCase()
  // The front door accepts https alone, and removes a proxy's X-Forwarded-Proto.
  const https = behindFrontDoor || scheme === 'https'
  return { ip: client ?? peer, https, viewerOrigin }
}

/**
 * The origin that the viewer asked: https by the front door, and http for a further shop on
 * one machine; undefined for other requests.
 */
export async function resolveViewerOrigin(headers: Headers): Promise<string | undefined> {
  if (resources.isLocal() && furtherShop()) return webOrigin(`http://${headers.host}`)
  const host = headers[frontDoorHeaders.host]
  if (host === undefined || !(await cameByFrontDoor(headers))) return undefined
  return webOrigin(`https://${host}`)
}
