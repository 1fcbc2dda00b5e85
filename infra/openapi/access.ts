import {
  admitsKeys,
  type Credential,
  type Endpoint,
} from '../../shared/platform/http/endpoint.ts'
import { given, type JsonObject } from './json.ts'

/** The security schemes of the document. */
export const securitySchemes: JsonObject = {
  accessToken: cookie('accessToken', 'JWT of the caller. It lives about a minute.'),
  refreshToken: cookie('refreshToken', 'Renews the accessToken. It lives 30 days.'),
  walletAccessToken: cookie(
    'walletAccessToken',
    'A wallet session of the caller. It lives a few minutes.',
  ),
  apiKey: bearer('`lpk_<prefix>_<secret>`, the secret of an API key, without cookies.'),
  agent: bearer('`<agentId>.<secret>` with the secret that the agent has made.'),
  enrolmentToken: bearer('The enrolment token of a new agent.'),
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Node-Signature',
    description:
      'HMAC-SHA256 of the raw body in hex, keyed with the webhook secret. ' +
      '`X-Phoenix-Signature` is read as well.',
  },
}

function cookie(name: string, description: string): JsonObject {
  return { type: 'apiKey', in: 'cookie', name, description }
}

function bearer(description: string): JsonObject {
  return { type: 'http', scheme: 'bearer', description }
}

/** Returns the fields of the document about an endpoint's access. */
export const accessFields = (endpoint: Endpoint): JsonObject =>
  given({
    description: callers(endpoint),
    security: schemesOf(endpoint).map((names) =>
      Object.fromEntries(names.map((name) => [name, []])),
    ),
    ...(typeof endpoint.access === 'object' && {
      [endpoint.access.any ? 'x-any-permission' : 'x-permissions']:
        endpoint.access.permission,
    }),
  })

type ByPermission = Exclude<Endpoint['access'], string>

/** Alternative sets of credentials; an empty set lets anybody in. */
function schemesOf(endpoint: Endpoint): string[][] {
  const { access, renews, credential } = endpoint
  if (access === 'public') return credential === undefined ? [] : [[credential]]
  if (access === 'agent') return [['agent']]
  const session = access === 'wallet' ? ['walletAccessToken'] : []
  const isOpen = access === 'login-screen' || access === 'token-once-set-up'
  return [
    ['accessToken', ...session],
    ...(renews || access === 'login-screen' ? [['refreshToken', ...session]] : []),
    ...(admitsKeys(endpoint) ? [['apiKey']] : []),
    ...(isOpen ? [[]] : []),
  ]
}

const credentials: Readonly<Record<Credential, string>> = {
  refreshToken: 'Needs the refreshToken of a live session.',
  enrolmentToken: 'Needs the enrolment token of an agent.',
  signature: 'Needs the signature of the body.',
}

function callers({ access, credential, renews }: Endpoint): string {
  if (access === 'public' && credential) return credentials[credential]
  const text = typeof access === 'string' ? callersBy[access] : byPermission(access)
  return renews
    ? `${text} An absent or expired accessToken is renewed from the refreshToken in the same call.`
    : text
}

const callersBy = {
  public: 'Needs no token.',
  'login-screen':
    'Needs a valid accessToken; none where the deployment shows its login screen.',
  token: 'Needs a valid accessToken and no permission.',
  'token-once-set-up': 'Needs a valid accessToken; none while no business exists.',
  administrator: 'For administrators.',
  wallet: 'For administrators with an open wallet session.',
  agent: 'For on-site agents.',
} as const

function byPermission({ permission, any, orOwnId, where }: ByPermission): string {
  const names = permission.map((name) => `\`${name}\``).join(any ? ' or ' : ' and ')
  const noun = permission.length === 1 || any ? 'permission' : 'permissions'
  const needed = `Needs the ${noun} ${names}`
  if (where) return `${needed} where the shop has \`${where}\` on, else none.`
  return orOwnId ? `${needed}, but for the caller's own id.` : `${needed}.`
}
