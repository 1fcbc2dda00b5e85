import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../../infra/local/client.ts'
import { type Permission, permissions } from '../../shared/staff/permissions.ts'
import { bearer, enrolAgent } from '../support/on-site-agent.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { badTokens } from './bad-tokens.ts'
import { call, endpointsWhere, everyEndpoint, permissionsOf } from './endpoints.ts'

const unauthenticated = { status: 401, body: { message: 'Unauthorized API access' } }
const permissionRequired = { status: 403, body: { message: 'Permission required' } }
const adminRequired = { status: 403, body: { message: 'Admin privileges required' } }
const walletRequired = { status: 403, body: { message: 'Wallet access required' } }
const sessionOver = { status: 401, body: { message: expect.any(String) } }

let shop: Shop
let admin: Client
/** A live user who holds every permission and is no administrator. */
let cashier: Client
let tokens: [name: string, token: string][]

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  cashier = await hire()
  tokens = await badTokens(shop)
})
afterAll(() => shop.close())

const all = permissions.map(({ name }) => name)

async function hire(): Promise<Client> {
  const { body: role } = await admin.post('/roles', { role: 'cashier', isAdmin: false })
  await admin.put(`/roles/${role.id}/permissions`, {
    permissions: all,
  })
  await admin.post('/users', { name: 'Bo', pin: '1234', role: role.id })
  return shop.login({ name: 'Bo', pin: '1234' })
}

const withToken = (accessToken = '') => new Client(shop.url, { accessToken })

const passed = { status: expect.toSatisfy((status) => ![401, 403].includes(status)) }

describe.each(
  endpointsWhere(
    (access) => !['public', 'agent', 'login-screen'].includes(access as string),
  ),
)('%s', (_key, endpoint) => {
  it('is closed without a token', async () => {
    expect(await call(shop.anonymous(), endpoint)).toMatchObject(unauthenticated)
  })

  it('is closed to every token that is not a valid one', async () => {
    const answers = await Promise.all(
      tokens.map(async ([name, token]) => [name, await call(withToken(token), endpoint)]),
    )
    expect(answers).toMatchObject(tokens.map(([name]) => [name, unauthenticated]))
  })

  it('takes no token from another place than its cookie', async () => {
    const headers = bearer(admin.cookies.get('accessToken') ?? '')
    expect(await call(shop.anonymous(), endpoint, { headers })).toMatchObject(
      unauthenticated,
    )
  })
})

describe.each(endpointsWhere((access) => typeof access === 'object'))(
  '%s',
  (_key, endpoint) => {
    const needed = permissionsOf(endpoint)

    it.each(needed)('is closed to callers who hold everything but %s', async (name) => {
      const client = await shop.userWith(...all.filter((other) => other !== name))
      expect(await call(client, endpoint)).toMatchObject(permissionRequired)
    })

    it('needs nothing else', async () => {
      const client = await shop.userWith(...(needed as Permission[]))
      expect(await call(client, endpoint)).toMatchObject(passed)
    })
  },
)

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

/** The handler's own rule: users_read, or the caller's own id (section 2). */
describe.each(
  endpointsWhere(
    (_access, { method, path }) => `${method} ${path}` === 'GET /users/{id}',
  ),
)('%s', (_key, endpoint) => {
  it('shows others to holders of users_read only', async () => {
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

    it('needs a valid token', async () => {
      for (const answer of await askAll()) expect(answer).toMatchObject(unauthenticated)
    })

    it('is open to everybody where the login screen is', async () => {
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
  it('is closed to all but administrators', async () => {
    expect(await call(cashier, endpoint)).toMatchObject(adminRequired)
  })
})

describe.each(endpointsWhere((access) => access === 'administrator'))(
  '%s',
  (_key, endpoint) => {
    it('is open to administrators', async () => {
      expect(await call(await shop.admin(), endpoint)).toMatchObject(passed)
    })
  },
)

describe.each(endpointsWhere((access) => access === 'wallet'))('%s', (_key, endpoint) => {
  it('is closed without a wallet session', async () => {
    expect(await call(admin, endpoint)).toMatchObject(walletRequired)
  })

  it('is closed to every wallet token that is not a valid one', async () => {
    const accessToken = admin.cookies.get('accessToken') ?? ''
    for (const token of [...tokens.map(([, each]) => each), accessToken]) {
      const client = new Client(shop.url, { accessToken, walletAccessToken: token })
      expect(await call(client, endpoint)).toMatchObject(sessionOver)
    }
  })

  it('is open to an administrator in a wallet session', async () => {
    const client = await shop.admin()
    await client.post('/wallet/auth', { password: owner.password })
    expect(await call(client, endpoint)).toMatchObject(passed)
  })
})

describe.each(endpointsWhere((access) => access === 'agent'))('%s', (_key, endpoint) => {
  it('is closed to everybody but agents', async () => {
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

  it('is open to an agent', async () => {
    const { token } = await enrolAgent(shop, admin)
    const headers = bearer(token)
    expect(await call(shop.anonymous(), endpoint, { headers })).toMatchObject(passed)
  })
})

describe.each(endpointsWhere((access) => access === 'public'))('%s', (_key, endpoint) => {
  it('asks for no token', async () => {
    const answers = await Promise.all(
      ['', ...tokens.map(([, token]) => token)].map((token) =>
        call(withToken(token), endpoint),
      ),
    )
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
    expect(answers[0]?.status).not.toBe(403)
  })
})

it('no kind of access is left out', () => {
  const kinds = everyEndpoint.map(([, { access }]) =>
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
