import fc from 'fast-check'
import type { Endpoint } from '../../../shared/platform/http/endpoint.ts'
import { bodiesFor } from '../../generated/bad-input.ts'
import { type Attack, existingTarget, type Loot, type Request } from './attack.ts'

const isPrivate = ({ access }: Endpoint) => access !== 'public'

/** A request that is right but for the credentials that the caller adds. */
const otherwiseRight = (endpoint: Endpoint, loot: Loot): fc.Arbitrary<Request> =>
  bodiesFor(endpoint, loot.ids).map((body) => ({
    method: endpoint.method,
    target: existingTarget(endpoint, loot),
    headers: { 'content-type': 'application/json' },
    ...(endpoint.method !== 'GET' && { body }),
  }))

const withHeaders = (request: Request, headers: Request['headers']): Request => ({
  ...request,
  headers: { ...request.headers, ...headers },
})

/** Forged, altered, expired and foreign tokens in the place of the right ones. */
export const badTokens: Attack = {
  name: 'tokens',
  fits: isPrivate,
  perEndpoint: 26,
  requests: (endpoint, loot) =>
    fc
      .tuple(otherwiseRight(endpoint, loot), fc.constantFrom(...loot.forged))
      .map(([request, token]) =>
        withHeaders(request, {
          cookie: `accessToken=${token}; refreshToken=${token}; walletAccessToken=${token}`,
          authorization: `Bearer ${token}`,
        }),
      ),
  expects: (status) => status === 401,
}

/** Valid tokens where they do not count: under other names, in headers, in the query. */
export const misplacedTokens: Attack = {
  name: 'misplaced tokens',
  fits: isPrivate,
  perEndpoint: 12,
  requests: (endpoint, loot) =>
    fc
      .tuple(otherwiseRight(endpoint, loot), fc.constantFrom(...placesOf(loot)))
      .map(([request, { query = '', ...headers }]) =>
        withHeaders({ ...request, target: request.target + query }, headers),
      ),
  expects: (status) => status === 401,
}

function placesOf({ tokens: { access, refresh } }: Loot): Record<string, string>[] {
  const half = Math.floor(access.length / 2)
  const otherNames = [
    'AccessToken',
    'accesstoken',
    'xaccessToken',
    'accessToken2',
    'accessToken[]',
    'accessToken%20',
    '__Host-accessToken',
    '__Secure-accessToken',
    '$accessToken',
    'access\u0000Token',
    'accеssToken', // a Cyrillic е
    '__proto__',
  ]
  return [
    ...otherNames.map((name) => ({ cookie: `${name}=${access}` })),
    { cookie: `accessToken="${access}"` },
    { cookie: `accessToken=${access.slice(0, half)}; accessToken=${access.slice(half)}` },
    { cookie: `accessToken=${refresh}` },
    { cookie: `walletAccessToken=${access}` },
    { cookie: `a=b accessToken=${access}` },
    { cookie: `accessToken: ${access}` },
    { authorization: `Bearer ${access}` },
    { authorization: `Cookie accessToken=${access}` },
    { 'set-cookie': `accessToken=${access}` },
    { cookie2: `accessToken=${access}` },
    { 'x-access-token': access },
    { 'x-amzn-remapped-cookie': `accessToken=${access}` },
    { query: `?accessToken=${access}` },
    { query: `?cookie=accessToken%3D${access}` },
  ]
}
