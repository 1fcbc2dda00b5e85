import { randomUUID } from 'node:crypto'
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { insertRole, roleKey } from '../../../shared/people/staff/roles.ts'
import { insertUser, userKey } from '../../../shared/people/staff/users.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import type { Client } from '../../support/client.ts'
import {
  bearer,
  createAgent,
  enrolAgent,
  newSecret,
} from '../../support/on-site-agent.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const unauthorized = { status: 401, body: { message: 'Unauthorized API access' } }

const listed = async (id: string) =>
  (await admin.get('/agents')).body.find((each: { id: string }) => each.id === id)

const exchange = (token: string, secret: string) =>
  shop.anonymous().post('/agents/exchange', { secret }, bearer(token))

/** A user who is not an administrator. */
async function createWaiter(): Promise<Client> {
  const [id, roleId] = [randomUUID(), randomUUID()]
  const pin = { hash: '', saltName: '' }
  await transact([
    ...insertRole({
      ...roleKey(roleId),
      id: roleId,
      name: `waiters ${roleId}`,
      isAdmin: false,
      permissions: ['settings_update'],
      password: null,
      users: 1,
    }),
    ...insertUser({
      ...userKey(id),
      id,
      name: `waiter ${id}`,
      pin,
      pinVersion: 1,
      roleId,
      email: null,
      phone: null,
    }),
  ])
  return shop.userFor(id)
}

describe('administration', () => {
  it.each([
    ['GET', '/agents'],
    ['POST', '/agents'],
    ['DELETE', '/agents/1'],
  ])('%s %s returns 403 to anyone but an administrator', async (method, path) => {
    expect(await shop.anonymous().send(method, path)).toMatchObject(unauthorized)
    expect(await (await createWaiter()).send(method, path)).toMatchObject({
      status: 403,
      body: { message: 'Admin privileges required' },
    })
  })

  it('returns an empty list before the first agent', async () => {
    expect(await admin.get('/agents')).toMatchObject({ status: 200, body: [] })
  })

  it('creates an agent and returns its enrolment token', async () => {
    const { status, body } = await admin.post('/agents', { name: 'counter' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      enrolmentToken: expect.stringMatching(new RegExp(`^${body.id}\\.[\\w-]{43}$`)),
    })
    expect(await listed(body.id)).toEqual({
      id: body.id,
      name: 'counter',
      enrolled: false,
      version: null,
      currentVersion: packageJson.version,
      lastSeenMs: null,
      printers: [],
      servesNode: false,
      tunnelConnected: false,
      nodeRefusesPassword: false,
      queueDepth: 0,
      oldestJob: null,
    })
  })

  it('ignores an Idempotency-Key, so that no token is stored', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await admin.post('/agents', { name: 'one' }, key)
    const second = await admin.post('/agents', { name: 'one' }, key)
    expect(first.body.id).not.toBe(second.body.id)
  })

  it.each([[undefined], [{}], [{ name: ' ' }], [{ name: 'x'.repeat(101) }], ['[']])(
    'returns 400 for %j',
    async (body) => {
      const answer = await admin.post('/agents', body)
      expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    },
  )
})

describe('the exchange', () => {
  it('enrols the agent with its secret, and succeeds again when repeated', async () => {
    const { id, enrolmentToken } = await createAgent(admin)
    const secret = newSecret()
    for (let times = 0; times < 2; times += 1) {
      const answer = await exchange(enrolmentToken, secret)
      expect(answer).toMatchObject({ status: 200, body: { agentId: id } })
    }
    expect(await listed(id)).toMatchObject({ enrolled: true })
  })

  it('returns 401 for another secret with the same token', async () => {
    const { enrolmentToken } = await createAgent(admin)
    await exchange(enrolmentToken, newSecret())
    expect(await exchange(enrolmentToken, newSecret())).toMatchObject(unauthorized)
  })

  it('accepts one of 20 secrets sent in parallel', async () => {
    const { id, enrolmentToken } = await createAgent(admin)
    const secrets = Array.from({ length: 20 }, newSecret)
    const answers = await Promise.all(
      secrets.map((secret) => exchange(enrolmentToken, secret)),
    )
    const winners = secrets.filter((_, at) => answers[at]?.status === 200)
    expect(winners).toHaveLength(1)
    const report = await shop
      .anonymous()
      .post('/agents/credentials', {}, bearer(`${id}.${winners[0]}`))
    expect(report.status).toBe(200)
  })

  it('returns 401 for any other token', async () => {
    const { id } = await createAgent(admin)
    const tokens = [
      '',
      'nonsense',
      `${id}.${newSecret()}`,
      `${randomUUID()}.${newSecret()}`,
    ]
    for (const token of tokens) {
      expect(await exchange(token, newSecret())).toMatchObject(unauthorized)
    }
  })

  it('returns 400 for a short secret', async () => {
    const { enrolmentToken } = await createAgent(admin)
    expect(await exchange(enrolmentToken, 'short')).toMatchObject({ status: 400 })
  })
})

describe('revocation', () => {
  it('deletes the agent and its queue at once', async () => {
    const agent = await enrolAgent(shop, admin)
    await agent.report('bygone')
    const { queueUrl, region, endpoint, ...credentials } = (
      await agent.post('/agents/credentials')
    ).body
    const QueueName = queueUrl.split('/').at(-1)
    const sqs = new SQSClient({ region, endpoint, credentials })
    await sqs.send(new GetQueueUrlCommand({ QueueName }))

    expect(await admin.del(`/agents/${agent.id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await listed(agent.id)).toBeUndefined()
    expect(await agent.report('bygone')).toMatchObject(unauthorized)
    expect((await admin.get('/printers/available')).body).not.toContain('bygone')
    await expect(sqs.send(new GetQueueUrlCommand({ QueueName }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    })
  })

  it('makes the enrolment token invalid', async () => {
    const { id, enrolmentToken } = await createAgent(admin)
    await admin.del(`/agents/${id}`)
    expect(await exchange(enrolmentToken, newSecret())).toMatchObject(unauthorized)
  })

  it.each([randomUUID(), 'no-uuid'])(
    'returns 404 for the unknown agent %s',
    async (id) => {
      expect(await admin.del(`/agents/${id}`)).toMatchObject({
        status: 404,
        body: { message: 'Agent not found' },
      })
    },
  )
})

it('GET /agents contains no hash, secret or queue', async () => {
  const agent = await enrolAgent(shop, admin)
  const text = JSON.stringify((await admin.get('/agents')).body)
  expect(text).toContain(agent.id)
  expect(text).not.toMatch(/hash|secret|queue(?!Depth)|fifo|connectionId/i)
})
