import { setTimeout as sleep } from 'node:timers/promises'
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import type { Client } from '../support/client.ts'
import { createProduct } from '../support/products.ts'
import { scaled } from '../support/scale.ts'
import { openPremises, type Premises, unavailable } from './premises.ts'

let premises: Premises
let node: Premises['node']
let agent: Premises['agent']
let wallet: Client
beforeAll(async () => {
  premises = await openPremises()
  ;({ node, agent, wallet } = premises)
})
afterAll(() => premises.close())
afterEach(() => node.clearFaults())

/** API Gateway times out after 30 s; the client then learns no outcome. */
const gatewayMs = 30_000

const outgoing = async () =>
  (await wallet.get('/wallet/payments/outgoing?all=true')).body as {
    paymentHash: string
  }[]

const requests = scaled(10, 30)

describe('the tunnel', () => {
  it(`matches ${requests} concurrent requests with their responses`, async () => {
    const orders = Array.from({ length: requests }, (_, n) => `order-${n}`)
    const invoices = await Promise.all(orders.map(premises.invoice))
    expect(invoices.every(({ status }) => status === 200)).toBe(true)
    const found = await Promise.all(
      invoices.map(({ body }) =>
        wallet.get(`/wallet/payments/incoming/${body.paymentHash}`),
      ),
    )
    expect(found.map(({ body }) => body.externalId)).toEqual(orders)
  })

  it('makes twenty quotes at once, though those who wait hold all ten executions of a new account', async () => {
    const manualRate = { currency: 'USD', rate: 100_000 }
    await wallet.put('/config', { businessName: 'Corner Shop', manualRate })
    const productId = await createProduct(wallet)
    const cart = { kind: 'store', items: [{ productId, quantity: 1 }] }
    premises.shop.limitExecutions(10)
    onTestFinished(() => premises.shop.limitExecutions(Number.POSITIVE_INFINITY))
    const answer = async (): Promise<number> => {
      // Without an execution left, API Gateway answers what the document does not have
      const quoted = await wallet.post('/quotes', cart).catch(() => undefined)
      if (quoted) return quoted.status
      await sleep(50 + Math.random() * 200)
      return answer()
    }
    const startMs = performance.now()
    const statuses = await Promise.all(Array.from({ length: 20 }, answer))
    expect(statuses).toEqual(Array(20).fill(201))
    expect(performance.now() - startMs).toBeLessThan(gatewayMs)
  })

  it('fails over to the second agent', async () => {
    const second = await premises.startAgent('kitchen')
    await agent.kill()
    expect(await premises.invoice('by the second')).toMatchObject({ status: 200 })
    await expect.poll(() => second.output()).toContain('/createinvoice')
    await agent.start()
    await second.kill()
    expect(await premises.invoice('by the first')).toMatchObject({ status: 200 })
  })
})

describe('a payment', () => {
  it('whose response was lost is looked up by its hash and made once', async () => {
    const { body: stranger } = await node.strangersInvoice({ amountSat: 250 })
    await node.faults({ cut: true, path: '/payinvoice' })
    const paid = await wallet.post('/wallet/payinvoice', { invoice: stranger.serialized })
    expect(paid).toMatchObject({
      status: 200,
      body: { recipientAmountSat: 250, paymentHash: stranger.paymentHash },
    })
    const made = (await outgoing()).filter(
      (each) => each.paymentHash === stranger.paymentHash,
    )
    expect(made).toHaveLength(1)
  })

  it('that was never sent fails as unavailable and can be made afterwards', async () => {
    const { body: stranger } = await node.strangersInvoice({ amountSat: 100 })
    await node.kill()
    const payment = { invoice: stranger.serialized }
    const refused = await wallet.post('/wallet/payinvoice', payment)
    expect(refused).toMatchObject(unavailable)
    expect(refused.body.message).not.toMatch(/outcome/)
    await node.start()
    expect(await wallet.post('/wallet/payinvoice', payment)).toMatchObject({
      status: 200,
    })
  })
})
