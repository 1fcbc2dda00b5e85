import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkoutFailed, newPaymentHash, openTill, type Till } from '../support/till.ts'
import { openPremises, type Premises } from './premises.ts'

let premises: Premises
let till: Till
let node: Premises['node']
let agent: Premises['agent']
beforeAll(async () => {
  premises = await openPremises()
  ;({ node, agent } = premises)
  till = await openTill(premises.shop)
  await node.faults({ webhook: 'lost' })
})
afterAll(() => premises.close())
afterEach(async () => {
  await node.clearFaults()
  await node.faults({ webhook: 'lost' })
})

/** Creates an invoice and the cart of four coffees that it pays for. */
async function createInvoiceAndCart(terms: object = { amountSat: 1_000 }) {
  const input = { description: 'coffee', ...terms }
  const { body } = await till.admin.post('/wallet/createinvoice', input)
  const { paymentHash } = body as { paymentHash: string }
  const coffee = await till.createProduct(10)
  const cart = till.cart(coffee, 4, { paymentHash, satoshiAmount: 1_000 })
  return { paymentHash, coffee, cart }
}

const pending = { status: 202, body: { status: 'pending' } }
const completed = { status: 200, body: { status: 'completed' } }
const unavailable = {
  status: 503,
  body: { source: 'node', reason: 'node_unavailable', message: expect.any(String) },
}

describe('checkout-if-paid through the agent', () => {
  it('returns pending until the invoice is paid, then sells', async () => {
    const { paymentHash, coffee, cart } = await createInvoiceAndCart()
    expect(await till.checkoutIfPaid(cart)).toMatchObject(pending)
    await node.pay({ paymentHash })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(completed)
    expect(await till.stockOf(coffee)).toBe(6)
  })

  it('sells once for fifty concurrent calls', async () => {
    const { paymentHash, coffee, cart } = await createInvoiceAndCart()
    await node.pay({ paymentHash })
    // A busy machine may take longer than the tunnel waits: then a till asks again
    const askUntilSold = async (): ReturnType<typeof till.checkoutIfPaid> => {
      const answer = await till.checkoutIfPaid(cart)
      return answer.status === 503 ? askUntilSold() : answer
    }
    const answers = await Promise.all(Array.from({ length: 50 }, askUntilSold))
    const sales = answers.map(({ status, body }) => JSON.stringify([status, body]))
    expect(new Set(sales)).toEqual(new Set([JSON.stringify([200, answers[0]?.body])]))
    expect(await till.stockOf(coffee)).toBe(6)
  })

  it('fails when an invoice without an amount was underpaid', async () => {
    const { paymentHash, coffee, cart } = await createInvoiceAndCart({})
    await node.pay({ paymentHash, amountSat: 999 })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(checkoutFailed)
    expect(await till.stockOf(coffee)).toBe(10)
    const forLess = { ...cart, satoshiAmount: 999 }
    expect(await till.checkoutIfPaid(forLess)).toMatchObject(completed)
  })

  it('returns pending for an invoice that expired unpaid', async () => {
    const { paymentHash, cart } = await createInvoiceAndCart({
      amountSat: 1_000,
      expirySeconds: 1,
    })
    await sleep(1_100)
    expect(await node.pay({ paymentHash })).toMatchObject({ status: 410 })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(pending)
  })

  it('sells after the expiry if the invoice was paid in time', async () => {
    const { paymentHash, cart } = await createInvoiceAndCart({
      amountSat: 1_000,
      expirySeconds: 10,
    })
    expect(await node.pay({ paymentHash })).toMatchObject({ status: 200 })
    await sleep(10_100)
    expect(await till.checkoutIfPaid(cart)).toMatchObject(completed)
  })

  it('returns pending for a hash that the node does not have', async () => {
    const cart = till.cart(await till.createProduct(1), 1, {
      paymentHash: newPaymentHash(),
    })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(pending)
  })

  it('returns node_unavailable while the node is down, and sells after its restart', async () => {
    const { paymentHash, coffee, cart } = await createInvoiceAndCart()
    await node.pay({ paymentHash })
    await node.kill()
    expect(await till.checkoutIfPaid(cart)).toMatchObject(unavailable)
    expect(await till.stockOf(coffee)).toBe(10)
    await node.start()
    expect(await till.checkoutIfPaid(cart)).toMatchObject(completed)
  })

  it('returns node_unavailable while no agent is connected', async () => {
    await node.faults({ webhook: 'lost' })
    const { paymentHash, cart } = await createInvoiceAndCart()
    await agent.kill()
    await node.pay({ paymentHash })
    const answers = await Promise.all([1, 2, 3].map(() => till.checkoutIfPaid(cart)))
    for (const answer of answers) expect(answer).toMatchObject(unavailable)
    expect((await till.paymentStatus(paymentHash)).body).toEqual({
      status: 'pending',
      nodeReachable: false,
    })
    await agent.start()
    expect(await till.checkoutIfPaid(cart)).toMatchObject(completed)
  })

  it.each([
    ['cuts the connection', { cut: true }, unavailable],
    ['fails', { status500: true }, { status: 502, body: { reason: 'unknown' } }],
    [
      'responds with an unexpected shape',
      { wrongJson: true },
      { status: 502, body: { reason: 'unknown' } },
    ],
  ])('does not return pending when the node %s', async (_, fault, answer) => {
    const { paymentHash, cart } = await createInvoiceAndCart()
    await node.pay({ paymentHash })
    await node.faults({ ...fault, path: `/payments/incoming/${paymentHash}` })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(answer)
    await node.faults({ path: null, cut: null, status500: null, wrongJson: null })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(completed)
  })
})
