import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isApprovable } from '../../shared/people/auth/approval.ts'
import { permissions } from '../../shared/people/staff/permissions.ts'
import { admitsKeys, type Endpoint } from '../../shared/platform/http/endpoint.ts'
import { type Approver, approved } from '../support/approvals.ts'
import type { Client } from '../support/client.ts'
import { bearer, enrolAgent } from '../support/on-site-agent.ts'
import { drawn } from '../support/scale.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { badTokens } from './bad-tokens.ts'
import {
  allEndpoints,
  call,
  endpointsWhere,
  permissionsOf,
  unknownId,
} from './endpoints.ts'

const unauthenticated = { status: 401, body: { message: 'Unauthorized API access' } }
const permissionRequired = { status: 403, body: { message: 'Permission required' } }
const adminRequired = { status: 403, body: { message: 'Admin privileges required' } }
const walletRequired = { status: 403, body: { message: 'Wallet access required' } }
const sessionOver = { status: 401, body: { message: expect.any(String) } }

let shop: Shop
let admin: Client
/** Has every permission but is not an administrator. */
let cashier: Client
let bo: Approver
let tokens: [name: string, token: string][]

beforeAll(async () => {
  shop = await openShop({ options: { RESTRICT_PRINTERS: 'true', TILLS: 'true' } })
  admin = await shop.admin()
  cashier = await createCashier()
  wallet = await openWallet()
  tokens = await badTokens(shop)
  const some = Array.from({ length: 8 })
  holdAll = await Promise.all(some.map(() => keyWith(...all)))
  holdNone = await Promise.all(some.map(() => keyWith()))
})
afterAll(() => shop.close())

const all = permissions.map(({ name }) => name)

async function createCashier(): Promise<Client> {
  const { body: role } = await admin.post('/roles', { role: 'cashier', isAdmin: false })
  await admin.put(`/roles/${role.id}/permissions`, {
    permissions: all,
  })
  const user = await admin.post('/users', { name: 'Bo', pin: '1234', role: role.id })
  bo = { userId: user.body.id, pin: '1234' }
  return shop.login({ name: 'Bo', pin: '1234' })
}

/** Each endpoint gets one of the invalid tokens in turn; all in `npm run test:long`. */
function tokensFor(key: string): readonly [string, string][] {
  const at = allEndpoints.findIndex(([each]) => each === key)
  return drawn<[string, string]>([tokens[at % tokens.length] ?? ['', '']], tokens)
}

const withToken = (accessToken = '') => shop.anonymous({ accessToken })

/** True if a call may end the caller's session, which then needs one of its own. */
const endsSessions = (key: string) => /\/(auth|users|roles)(\/|$)/.test(key)

let wallet: Client
/** An administrator in a wallet session. */
async function openWallet(): Promise<Client> {
  const client = await shop.admin()
  await client.post('/wallet/auth', { password: owner.password })
  return client
}

const passed = { status: expect.toSatisfy((status) => ![401, 403].includes(status)) }

describe.each(
  endpointsWhere(
    (access) => !['public', 'agent', 'login-screen'].includes(access as string),
  ),
)('%s', (key, endpoint) => {
  it('returns 401 for invalid tokens', async () => {
    const tried = tokensFor(key)
    const answers = await Promise.all(
      tried.map(async ([name, token]) => [name, await call(withToken(token), endpoint)]),
    )
    expect(answers).toMatchObject(tried.map(([name]) => [name, unauthenticated]))
  })

  it('returns 401 without a token, also with one in the Authorization header', async () => {
    const headers = bearer(admin.cookies.get('accessToken') ?? '')
    expect(await call(shop.anonymous(), endpoint, { headers })).toMatchObject(
      unauthenticated,
    )
  })
})

describe.each(endpointsWhere((access) => typeof access === 'object'))(
  '%s',
  (_key, endpoint) => {
    const each = permissionsOf(endpoint).map((name) => [name])
    const together = [permissionsOf(endpoint)]
    const { any } = endpoint.access as { any?: boolean }

    it.each(any ? together : each)(
      'returns 403 to callers who have all permissions but %s',
      async (...names) => {
        const client = await shop.userWith(...all.filter((name) => !names.includes(name)))
        expect(await call(client, endpoint)).toMatchObject(permissionRequired)
      },
    )

    it.each(any ? each : together)('succeeds with only %s', async (...names) => {
      const client = await shop.userWith(...names)
      expect(await call(client, endpoint)).toMatchObject(passed)
    })
  },
)

const approvableOf = (endpoint: Endpoint) =>
  permissionsOf(endpoint).find((name) => isApprovable(name))

describe.each(
  allEndpoints.filter(
    ([, endpoint]) => endpoint.method !== 'GET' && approvableOf(endpoint) !== undefined,
  ),
)('%s', (_key, endpoint) => {
  it('admits who holds nothing by the approval of a colleague', async () => {
    const client = await shop.userWith()
    const { method, path } = endpoint
    const request = {
      method: method as 'POST',
      path: path.replace(/\{\w+\}/g, unknownId),
      permission: approvableOf(endpoint) ?? '',
    }
    const headers = await approved(client, bo, request)
    expect(await call(client, endpoint, { headers })).toMatchObject(passed)
    const other = await shop.userWith()
    expect(await call(other, endpoint, { headers })).toMatchObject(permissionRequired)
  })
})

describe.each(
  endpointsWhere((access) =>
    ['token', 'token-once-set-up', 'login-screen'].includes(access as string),
  ),
)('%s', (_key, endpoint) => {
  it('needs no permission', async () => {
    const value = shop.ownerId
    expect(await call(await shop.userWith(), endpoint, { value })).toMatchObject(passed)
  })
})

type Headers = ReturnType<typeof bearer>
/** API keys with every permission, and with none: several, as each has a rate. */
let holdAll: Headers[]
let holdNone: Headers[]
const nextOf = (keys: Headers[]) => {
  keys.push(keys.shift() as Headers)
  return keys.at(-1) as Headers
}

/** Creates an API key of these permissions. */
async function keyWith(...names: string[]): Promise<Headers> {
  const { body } = await admin.post('/api-keys', { name: 'key', permissions: names })
  return bearer(body.secret)
}

describe.each(
  endpointsWhere((access) => !['public', 'agent'].includes(access as string)),
)('%s', (_key, endpoint) => {
  const needed = permissionsOf(endpoint)

  it('admits an API key by its permissions, or none at all', async () => {
    const send = (headers: Headers) => call(shop.anonymous(), endpoint, { headers })
    const wholly = admitsKeys(endpoint) ? passed : permissionRequired
    expect(await send(nextOf(holdAll))).toMatchObject(wholly)
    if (needed.length === 0 && !endpoint.keys) return
    expect(await send(nextOf(holdNone))).toMatchObject(permissionRequired)
  })
})

/** Callers without users_read may still read their own user. */
describe.each(
  endpointsWhere(
    (_access, { method, path }) => `${method} ${path}` === 'GET /users/{id}',
  ),
)('%s', (_key, endpoint) => {
  it('returns other users only with users_read', async () => {
    const others = all.filter((name) => name !== 'users_read')
    expect(await call(await shop.userWith(...others), endpoint)).toMatchObject(
      permissionRequired,
    )
    expect(await call(await shop.userWith('users_read'), endpoint)).toMatchObject(passed)
  })
})

describe.each(endpointsWhere((access) => access === 'login-screen'))(
  '%s',
  (_key, endpoint) => {
    const askAll = () =>
      Promise.all(
        ['', ...tokens.map(([, token]) => token)].map((token) =>
          call(withToken(token), endpoint),
        ),
      )

    it('returns 401 without a valid token', async () => {
      for (const answer of await askAll()) expect(answer).toMatchObject(unauthenticated)
    })

    it('is public with publicLoginScreen', async () => {
      process.env.PUBLIC_LOGIN_SCREEN = 'true'
      try {
        for (const { status } of await askAll()) expect(status).toBe(200)
      } finally {
        delete process.env.PUBLIC_LOGIN_SCREEN
      }
    })
  },
)

describe.each(
  endpointsWhere((access) => access === 'administrator' || access === 'wallet'),
)('%s', (_key, endpoint) => {
  it('returns 403 to callers who are not administrators', async () => {
    expect(await call(cashier, endpoint)).toMatchObject(adminRequired)
  })
})

describe.each(endpointsWhere((access) => access === 'administrator'))(
  '%s',
  (key, endpoint) => {
    it('succeeds for administrators', async () => {
      const client = endsSessions(key) ? await shop.admin() : admin
      expect(await call(client, endpoint)).toMatchObject(passed)
    })
  },
)

describe.each(endpointsWhere((access) => access === 'wallet'))('%s', (key, endpoint) => {
  it('returns 403 without a wallet session', async () => {
    expect(await call(admin, endpoint)).toMatchObject(walletRequired)
  })

  it('returns 401 for invalid wallet tokens', async () => {
    const accessToken = admin.cookies.get('accessToken') ?? ''
    for (const token of [...tokensFor(key).map(([, each]) => each), accessToken]) {
      const client = shop.anonymous({ accessToken, walletAccessToken: token })
      expect(await call(client, endpoint)).toMatchObject(sessionOver)
    }
  })

  it('succeeds for an administrator in a wallet session', async () => {
    const client = endsSessions(key) ? await openWallet() : wallet
    expect(await call(client, endpoint)).toMatchObject(passed)
  })
})

describe.each(endpointsWhere((access) => access === 'agent'))('%s', (_key, endpoint) => {
  it('returns 401 to callers who are not agents', async () => {
    const { id } = await enrolAgent(shop, admin)
    const secrets = [
      '',
      id,
      `${id}.${'x'.repeat(43)}`,
      admin.cookies.get('accessToken') ?? '',
    ]
    for (const client of [shop.anonymous(), admin, cashier]) {
      expect(await call(client, endpoint)).toMatchObject(unauthenticated)
      for (const headers of secrets.map(bearer)) {
        expect(await call(client, endpoint, { headers })).toMatchObject(unauthenticated)
      }
    }
  })

  it('succeeds for an agent', async () => {
    const { token } = await enrolAgent(shop, admin)
    const headers = bearer(token)
    expect(await call(shop.anonymous(), endpoint, { headers })).toMatchObject(passed)
  })
})

describe.each(endpointsWhere((access) => access === 'public'))('%s', (_key, endpoint) => {
  it('ignores tokens', async () => {
    const answers = await Promise.all(
      ['', ...tokens.map(([, token]) => token)].map((token) =>
        call(withToken(token), endpoint),
      ),
    )
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
    expect(answers[0]?.status).not.toBe(403)
  })
})

it('every kind of access is covered', () => {
  const kinds = allEndpoints.map(([, { access }]) =>
    typeof access === 'object' ? 'permission' : access,
  )
  expect([...new Set(kinds)].sort()).toEqual([
    'administrator',
    'agent',
    'login-screen',
    'permission',
    'public',
    'token',
    'token-once-set-up',
    'wallet',
  ])
})
