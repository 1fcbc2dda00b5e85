import { sameSecret } from '../constant-time.ts'
import { secret } from '../deployment/secrets.ts'
import { settings } from '../deployment/settings.ts'
import { plainAddress } from '../ip-address.ts'

/** Headers in which the front door passes on what it saw of the viewer. */
export const frontDoorHeaders = {
  secret: 'x-front-door',
  viewer: 'x-viewer-address',
} as const

/** Where a request really came from. */
export type ClientAddress = { readonly ip: string; readonly https: boolean }

/**
 * The client's address and scheme. The front door's word counts only with its secret; a
 * configured trusted proxy's X-Forwarded-For is walked from the right, so that what a
 * client wrote into it itself is never believed (open-areas, section 1 "Limiter").
 */
export async function resolveClientAddress(
  peerIp: string,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<ClientAddress> {
  const behindFrontDoor = matches(
    headers[frontDoorHeaders.secret],
    await secret('front-door-secret'),
  )
  const viewer = behindFrontDoor && headers[frontDoorHeaders.viewer]
  const peer = plainAddress(viewer || peerIp)
  const proxies = new Set(settings.trustedProxies().map(plainAddress))
  if (!proxies.has(peer)) return { ip: peer, https: behindFrontDoor || isCloud() }

  const hops = (headers['x-forwarded-for'] ?? '').split(',').map(plainAddress)
  // The API adds its own peer at the end: behind the front door that is the front door.
  if (behindFrontDoor && hops.at(-1) === plainAddress(peerIp)) hops.pop()
  const client = hops.findLast((hop) => hop !== '' && !proxies.has(hop))
  const scheme = headers['x-forwarded-proto']?.split(',').at(-1)?.trim().toLowerCase()
  return { ip: client ?? peer, https: scheme === 'https' }
}

/** API Gateway itself speaks https only; the local gateway only http. */
const isCloud = () => process.env.LOCAL_PLATFORM !== 'true'

const matches = (given = '', expected: string) =>
  expected !== '' && sameSecret(given, expected)
