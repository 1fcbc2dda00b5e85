import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../../shared/platform/deployment/resources.ts'
import type { Client } from '../../support/client.ts'
import {
  bearer,
  createAgent,
  enrolAgent,
  newSecret,
} from '../../support/on-site-agent.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { connectionOf, openSocket, storeAgent } from '../../support/tunnel-agents.ts'

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

describe("an agent's own calls", () => {
  const paths = [
    '/agents/credentials',
    '/agents/report',
    `/agents/jobs/${randomUUID()}`,
    `/agents/tunnel/${randomUUID()}`,
  ]

  it.each(paths)('%s returns 401 to anyone but an enrolled agent', async (path) => {
    const { enrolmentToken } = await createAgent(admin)
    const anonymous = shop.anonymous()
    expect(await anonymous.post(path, {})).toMatchObject(unauthorized)
    expect(await admin.post(path, {})).toMatchObject(unauthorized)
    expect(await anonymous.post(path, {}, bearer(enrolmentToken))).toMatchObject(
      unauthorized,
    )
  })

  it('send a heartbeat with the printers, and get the URL of the tunnel', async () => {
    const agent = await enrolAgent(shop, admin)
    const beforeMs = Date.now()
    const { status, body } = await agent.report('receipt', 'kitchen')
    expect(status).toBe(200)
    expect(body).toEqual({
      tunnelUrl: expect.stringMatching(/^ws:.*\/ws\/tunnel(\?shop=corner)?$/),
      nextReportSeconds: expect.any(Number),
      renewTunnel: false,
    })
    // One heartbeat may be lost before a printer counts as unavailable.
    expect(body.nextReportSeconds).toBeLessThanOrEqual(45)
    const { lastSeenMs, ...seen } = await listed(agent.id)
    expect(lastSeenMs).toBeGreaterThanOrEqual(beforeMs)
    expect(seen).toMatchObject({
      version: '1.0.0',
      printers: [
        { name: 'receipt', kind: 'network', ambiguous: false },
        { name: 'kitchen', kind: 'network', ambiguous: false },
      ],
    })
  })

  it('report printers of any name again and again', async () => {
    const agent = await enrolAgent(shop, admin)
    const names = ['constructor', 'toString', '__proto__']
    for (const reported of [names, [...names, 'receipt']]) {
      expect(await agent.report(...reported)).toMatchObject({ status: 200 })
    }
    expect(await listed(agent.id)).toMatchObject({
      printers: [...names, 'receipt'].map((name) => ({ name })),
    })
  })

  it('report that the node refuses the password, until it no longer does', async () => {
    const agent = await enrolAgent(shop, admin)
    const report = { printers: [], version: '1.0.0' }
    for (const said of [true, undefined, true, false]) {
      await agent.post('/agents/report', { ...report, nodeRefusesPassword: said })
      expect(await listed(agent.id)).toMatchObject({ nodeRefusesPassword: said ?? false })
    }
  })

  it.each([
    [{}],
    [{ printers: [], version: 1 }],
    [{ printers: [{ name: 'x', kind: 'fax' }], version: '1' }],
    [{ printers: [{ name: '', kind: 'system' }], version: '1' }],
    [{ printers: Array(201).fill({ name: 'x', kind: 'system' }), version: '1' }],
  ])('return 400 for the invalid heartbeat %#', async (body) => {
    const agent = await enrolAgent(shop, admin)
    expect(await agent.post('/agents/report', body)).toMatchObject({ status: 400 })
  })

  it('get credentials for their own queue', async () => {
    const agent = await enrolAgent(shop, admin)
    const { status, body } = await agent.post('/agents/credentials')
    expect(status).toBe(200)
    expect(body).toEqual({
      queueUrl: expect.stringMatching(
        new RegExp(`/[\\w-]*(${agent.id}|corner-[\\w-]{22})\\.fifo$`),
      ),
      region: expect.any(String),
      endpoint: expect.stringMatching(/^http:/),
      accessKeyId: expect.any(String),
      secretAccessKey: expect.any(String),
      sessionToken: null,
      expiresAtMs: expect.any(Number),
      answers: expect.any(Object),
    })
    expect(body.expiresAtMs).toBeGreaterThan(Date.now() + 15 * 60_000)
    expect(await agent.takeJobs()).toEqual([])
  })

  it('get the address of the table only where they serve the node', async () => {
    for (const servesNode of [true, false]) {
      const { bearer } = await storeAgent(Date.now(), { servesNode })
      const authorization = { authorization: `Bearer ${bearer}` }
      const agent = shop.anonymous()
      const { body } = await agent.post('/agents/credentials', {}, authorization)
      const answers = { tableName: resources.tableName(), endpoint: expect.any(String) }
      expect(body.answers).toEqual(servesNode ? answers : undefined)
    }
  })

  it('return 404 for the response to an unknown tunnel request', async () => {
    const agent = await enrolAgent(shop, admin)
    for (const id of [randomUUID(), 'x'.repeat(3000)]) {
      const answer = await agent.post(`/agents/tunnel/${id}`, new Uint8Array([1, 2]))
      expect(answer).toMatchObject({ status: 404 })
    }
  })

  it('return 413 for a response that is too large for Lambda', async () => {
    const agent = await enrolAgent(shop, admin)
    const bytes = new Uint8Array(4 * 1024 * 1024 + 1)
    const answer = await agent.post(`/agents/tunnel/${randomUUID()}`, bytes)
    expect(answer).toMatchObject({ status: 413 })
  })
})

describe('an agent that was enrolled without a node', () => {
  const enrol = async (servesNode: boolean | undefined) => {
    const { id, enrolmentToken } = await createAgent(admin)
    const secret = newSecret()
    const exchange = (mark: boolean | undefined) =>
      shop
        .anonymous()
        .post('/agents/exchange', { secret, servesNode: mark }, bearer(enrolmentToken))
    await exchange(servesNode)
    return { id, bearer: `${id}.${secret}`, exchange }
  }

  it('gets no tunnel and reports no payment, whatever its secret says later', async () => {
    const printer = await enrol(false)
    const repeated = await printer.exchange(true)
    expect(repeated).toMatchObject({ status: 200, body: { agentId: printer.id } })
    const report = { printers: [], version: '1.0.0', servesNode: true, tunnelId: 'mine' }
    const call = (path: string, body: object) =>
      shop.anonymous().post(path, body, bearer(printer.bearer))
    expect(await call('/agents/report', report)).toMatchObject({ status: 200 })
    await expect(openSocket(shop, printer)).rejects.toThrow('403')
    expect(await connectionOf(printer.id)).toBeNull()
    expect(await call('/agents/payments', { payments: [] })).toMatchObject({
      status: 409,
    })
    expect(await listed(printer.id)).toMatchObject({
      servesNode: false,
      tunnelConnected: false,
    })
  })

  it('must be enrolled again to serve the node', async () => {
    const agent = await enrol(true)
    await openSocket(shop, agent)
    expect(await listed(agent.id)).toMatchObject({
      servesNode: true,
      tunnelConnected: true,
    })
  })

  it('gets none from an older release either, while another agent serves the node', async () => {
    await enrol(true)
    const unmarked = await enrol(undefined)
    await unmarked.exchange(true)
    await expect(openSocket(shop, unmarked)).rejects.toThrow('403')
  })
})
