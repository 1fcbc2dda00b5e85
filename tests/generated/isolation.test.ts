import { once } from 'node:events'
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { serveOnly } from '../../shared/current-shop.ts'
import { permissions } from '../../shared/people/staff/permissions.ts'
import { canonical } from '../support/canonical.ts'
import { Client } from '../support/client.ts'
import { bearer, enrolAgent } from '../support/on-site-agent.ts'
import { openBeside, openShop, owner, type Shop } from '../support/shop.ts'
import { allEndpoints, call, endpointsWhere, unknownId } from './endpoints.ts'
import { createOneOfEach } from './one-of-each.ts'
import { seedShop } from './seeded-shop.ts'

/*
 * Two shops of one deployment. The owner of the corner shop tries everything with what is
 * the café's: ids, tokens, agents, keys, sockets.
 */

const unauthenticated = { status: 401, body: { message: 'Unauthorized API access' } }

let corner: Shop
let cafe: Shop
/** The owner of the corner shop, in a wallet session. */
let admin: Client
/** The owner of the café, likewise. */
let foreigner: Client
/** A record of the café of each noun. */
let foreign: Readonly<Record<string, string>>
/** Every id that only the café has. */
let foreignIds: ReadonlySet<string>
let foreignAgent: string
let foreignKey: string
let lists: Readonly<Record<string, string>>
let before: readonly string[]

const uuids = (text: string) =>
  text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []

/** The records of a shop as they are in the table. */
async function recordsOf({ served }: Shop): Promise<string[]> {
  const client = new DynamoDBClient({})
  const records: string[] = []
  let ExclusiveStartKey: ScanCommand['input']['ExclusiveStartKey']
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName: process.env.TABLE_NAME, ExclusiveStartKey }),
    )
    records.push(...Items.map(canonical))
    ExclusiveStartKey = LastEvaluatedKey
  } while (ExclusiveStartKey)
  return records.filter((text) => text.includes(`"@${served.id}#`)).sort()
}

const withWallet = async (shop: Shop) => {
  const client = await shop.admin()
  await client.post('/wallet/auth', { password: owner.password })
  return client
}

beforeAll(async () => {
  corner = await openShop({
    shop: 'corner',
    options: { PUBLIC_LOGIN_SCREEN: 'true', TILLS: 'true' },
  })
  cafe = await openBeside(corner, 'cafe')
  lists = await seedShop(corner)
  serveOnly(cafe.served)
  await seedShop(cafe)
  foreigner = await withWallet(cafe)
  foreign = await createOneOfEach(foreigner)
  foreignAgent = (await enrolAgent(cafe, foreigner)).token
  const key = { name: 'key', permissions: permissions.map(({ name }) => name) }
  foreignKey = (await foreigner.post('/api-keys', key)).body.secret
  const atHome = await cafe.anonymous().get('/products', bearer(foreignKey))
  expect(atHome.status).toBe(200)
  serveOnly(corner.served)
  admin = await withWallet(corner)
  before = await recordsOf(cafe)
  const own = new Set((await recordsOf(corner)).flatMap(uuids))
  foreignIds = new Set(before.flatMap(uuids).filter((id) => !own.has(id)))
})
afterAll(() => corner.close())

/** The café's record that a path is about. */
const foreignIdFor = (path: string) => {
  if (path.includes('{hash}')) return foreign.hash ?? ''
  const [noun = ''] = /\w+/.exec(path) ?? []
  const kind = Object.keys(foreign).find((each) => noun.startsWith(each))
  return (kind && foreign[kind]) ?? [...foreignIds][0] ?? ''
}

it('the café has records of every kind', () => {
  expect(foreignIds.size).toBeGreaterThan(50)
})

describe.each(allEndpoints.filter(([, { path }]) => path.includes('{')))(
  '%s',
  (_, endpoint) => {
    it('does with an id of the café what it does with one that nobody has', async () => {
      const body = ['POST', 'PUT'].includes(endpoint.method) ? {} : undefined
      const value = foreignIdFor(endpoint.path)
      const theirs = await call(admin, endpoint, { value, body })
      const unknown = await call(admin, endpoint, { value: unknownId, body })
      const said = JSON.stringify(theirs.body)?.replaceAll(value, unknownId)
      expect([theirs.status, said]).toEqual([
        unknown.status,
        JSON.stringify(unknown.body),
      ])
    })
  },
)

describe.each(
  endpointsWhere((access) => !['public', 'login-screen'].includes(access as string)),
)('%s', (_, endpoint) => {
  it('refuses the tokens, the agent and the API key of the café', async () => {
    const withCookies = corner.anonymous(Object.fromEntries(foreigner.cookies))
    expect(await call(withCookies, endpoint)).toMatchObject(unauthenticated)
    for (const headers of [bearer(foreignAgent), bearer(foreignKey)]) {
      expect(await call(corner.anonymous(), endpoint, { headers })).toMatchObject(
        unauthenticated,
      )
    }
  })
})

describe.each(endpointsWhere((_, { method }) => method === 'GET'))(
  '%s',
  (key, endpoint) => {
    it('shows nothing of the café', async () => {
      const path = lists[key]
      const { body } = path ? await admin.get(path) : await call(admin, endpoint)
      const shown = uuids(JSON.stringify(body) ?? '')
      expect(shown.filter((id) => foreignIds.has(id))).toEqual([])
    })
  },
)

describe('the café', () => {
  it('is as it was after all that', async () => {
    expect(await recordsOf(cafe)).toEqual(before)
  })

  it('has its own Idempotency-Keys', async () => {
    const headers = { 'idempotency-key': 'the same' }
    const there = await foreigner.post('/spaces', { name: 'Yard' }, headers)
    const here = await admin.post('/spaces', { name: 'Yard' }, headers)
    expect([there.status, here.status]).toEqual([201, 201])
    expect(here.body.id).not.toBe(there.body.id)
  })

  it('has users, whose sessions open no socket of another shop', async () => {
    const stranger = corner.anonymous(Object.fromEntries(foreigner.cookies))
    await expect(corner.watch(stranger)).rejects.toThrow('refused: 401')
  })
})

it.each(['nowhere', 'a.corner', 'x'.repeat(3_000), '%00', '_', ''])(
  'the host %s.localhost, which no shop has, is not found',
  async (name) => {
    const answer = await new Client(corner.url).get('/products', {
      host: `${name}.localhost`,
    })
    expect(answer).toMatchObject({ status: 404, body: { message: 'Not found' } })
  },
)

it.each(['cafe', 'nowhere', 'Main', '', 'x'.repeat(3_000), '@cafe#'])(
  'an agent that names the shop %j opens no tunnel there',
  async (name) => {
    const { token } = await enrolAgent(corner, admin)
    const url = new URL(`/ws/tunnel?shop=${encodeURIComponent(name)}`, corner.url)
    const socket = new WebSocket(url.href.replace('http', 'ws'), {
      headers: bearer(token),
    })
    const [, { statusCode }] = await once(socket, 'unexpected-response')
    expect([401, 404]).toContain(statusCode)
  },
)
