import {
  secret,
  secretMatches,
  secretVariable,
} from '../../platform/deployment/secrets.ts'

/**
 * Headers in which the front door proves itself and sends the viewer's address and Host; and
 * the path of a socket, which API Gateway does not tell.
 */
export const frontDoorHeaders = {
  secret: 'x-front-door',
  viewer: 'x-viewer-address',
  host: 'x-viewer-host',
  path: 'x-viewer-path',
} as const

/**
 * True if a request with these headers came by the front door; undefined where none is
 * deployed. Only then may its other headers be trusted. Throws if a front door is
 * deployed with a blank secret: any request could claim to come by it.
 */
export function cameByFrontDoor(headers: Headers): Promise<boolean | undefined> {
  const known = answers.get(headers)
  if (known) return known
  const answer = proved(headers)
  answers.set(headers, answer)
  return answer
}

type Headers = Readonly<Record<string, string | undefined>>

/** By the headers of a request, because several steps ask about one. */
const answers = new WeakMap<Headers, Promise<boolean | undefined>>()

async function proved(headers: Headers): Promise<boolean | undefined> {
  if ((await secret('front-door-secret')) === '') {
    if (!process.env[secretVariable('front-door-secret')]) return undefined
    throw new Error('the entry of the front door has no frontDoorSecret')
  }
  const given = headers[frontDoorHeaders.secret]
  return given !== undefined && secretMatches('front-door-secret', given)
}
