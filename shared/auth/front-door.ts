import { secret, secretMatches } from '../deployment/secrets.ts'

/** Headers in which the front door proves itself and sends the viewer's address and Host. */
export const frontDoorHeaders = {
  secret: 'x-front-door',
  viewer: 'x-viewer-address',
  host: 'x-viewer-host',
} as const

/**
 * Whether a request with these headers came by the front door; undefined where none is
 * deployed. Only then may its other headers be believed.
 */
export async function cameByFrontDoor(
  headers: Readonly<Record<string, string | undefined>>,
): Promise<boolean | undefined> {
  if ((await secret('front-door-secret')) === '') return undefined
  const given = headers[frontDoorHeaders.secret]
  return given !== undefined && secretMatches('front-door-secret', given)
}
