import { secretMatches } from '../deployment/secrets.ts'
import { settings } from '../deployment/settings.ts'
import { normalizedAddress } from '../ip-address.ts'

/** Headers in which the front door proves itself and sends the viewer's address. */
export const frontDoorHeaders = {
  secret: 'x-front-door',
  viewer: 'x-viewer-address',
} as const

/** The address that a request comes from, and whether it came over https. */
export type ClientAddress = { readonly ip: string; readonly https: boolean }

/**
 * The client's address and scheme. The front door's headers count only with its secret. If
 * the peer is a trusted proxy, the client is the rightmost address in X-Forwarded-For that
 * is no trusted proxy: what stands left of it may be forged by the client.
 */
export async function resolveClientAddress(
  peerIp: string,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<ClientAddress> {
  const proof = headers[frontDoorHeaders.secret]
  const behindFrontDoor =
    proof !== undefined && (await secretMatches('front-door-secret', proof))
  const viewer = behindFrontDoor && headers[frontDoorHeaders.viewer]
  const peer = normalizedAddress(viewer || peerIp)
  const proxies = new Set(settings.trustedProxies().map(normalizedAddress))
  if (!proxies.has(peer)) return { ip: peer, https: behindFrontDoor || isCloud() }

  const hops = (headers['x-forwarded-for'] ?? '').split(',').map(normalizedAddress)
  // API Gateway appends its own peer. Behind the front door, that is the front door.
  if (behindFrontDoor && hops.at(-1) === normalizedAddress(peerIp)) hops.pop()
  const client = hops.findLast((hop) => hop !== '' && !proxies.has(hop))
  const scheme = headers['x-forwarded-proto']?.split(',').at(-1)?.trim().toLowerCase()
  return { ip: client ?? peer, https: scheme === 'https' }
}

/** API Gateway accepts https only, the local gateway only http. */
const isCloud = () => process.env.LOCAL_PLATFORM !== 'true'
