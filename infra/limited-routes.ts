import { type Endpoint, type Group, routeKey } from '../shared/platform/http/endpoint.ts'

/** Keys of the routes that have a rate of their own: the public ones, and the one for the rest. */
export const limitedRouteKeys = (groups: readonly Group[]): readonly string[] => [
  ...groups
    .flatMap(({ endpoints }) => Object.values<Endpoint>(endpoints))
    .filter(isPublic)
    .map(routeKey),
  '$default',
]

/** Tells if requests without a token run the work of an endpoint. */
const isPublic = ({ access }: Endpoint) =>
  access === 'public' || access === 'login-screen' || access === 'token-once-set-up'
