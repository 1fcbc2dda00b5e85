import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeInvoice } from '../../../infra/local/lightning-node/invoices.ts'
import type { Client } from '../../support/client.ts'
import {
  type NodeCall,
  type ScriptedNode,
  startScriptedNode,
} from '../../support/scripted-node.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { nodeFailure, openWallet } from '../../support/wallet-client.ts'

/** A node whose responses to payments are lost. */
let node: ScriptedNode
let shop: Shop
let wallet: Client
beforeAll(async () => {
  node = await startScriptedNode()
  shop = await openShop()
  wallet = await openWallet(shop)
})
afterAll(async () => {
  await shop.close()
  await node.close()
})

let invoice: string
let payment: Record<string, unknown>
beforeEach(() => {
  const made = makeInvoice('12'.repeat(32), {
    amountSat: 250,
    description: { text: 'beans' },
    expirySeconds: 600,
    createdAtMs: Date.now(),
  })
  invoice = made.invoice
  payment = {
    type: 'outgoing_payment',
    paymentId: '7b1cf1a2-3a5c-4d62-b2a9-6f0f8a5ff2bd',
    paymentHash: made.paymentHash,
    preimage: made.preimage,
    isPaid: true,
    sent: 251,
    fees: 1_000,
    // The shop's clock is an hour ahead
    createdAt: Date.now() + 3_600_000,
    completedAt: Date.now() + 3_600_000,
  }
})

const isPaying = ({ path }: NodeCall) => path === '/payinvoice'
const notFound = { status: 404, body: 'Not found' }

const pay = (exchangeRate = 50_000) =>
  wallet.post('/wallet/payinvoice', {
    invoice,
    exchangeRate,
    exchangeRateCurrency: 'usd',
  })

const unknownOutcome = {
  status: 503,
  body: {
    ...nodeFailure('node_unavailable', 0),
    message: expect.stringContaining('outcome of this payment is unknown'),
  },
}

const rates = async () => {
  node.answerWith(() => ({ body: [payment] }))
  return (await wallet.get('/wallet/payments/outgoing')).body
}

it.each([
  ['by a cut connection', undefined],
  ['by a proxy in front of the node', { status: 504, body: 'timed out' }],
])('looks up a payment whose response was lost %s', async (_, said) => {
  let known: object | undefined
  node.answerWith((asked) => {
    if (!isPaying(asked)) return known ? { body: known } : notFound
    known = payment
    return said
  })
  expect(await pay()).toMatchObject({
    status: 200,
    body: {
      recipientAmountSat: 250,
      routingFeeSat: 1,
      paymentId: payment.paymentId,
      paymentHash: payment.paymentHash,
      paymentPreimage: payment.preimage,
    },
  })
  expect(await rates()).toMatchObject([{ exchangeRateAtPayment: 50_000 }])
})

it('a refused payment is not looked up', async () => {
  let known: object | undefined
  node.answerWith((asked) => {
    if (!isPaying(asked)) return known ? { body: known } : notFound
    known = payment
    return { status: 500, body: 'this invoice has already been paid' }
  })
  expect(await pay()).toMatchObject({
    status: 409,
    body: nodeFailure('invoice_already_paid', 500),
  })
})

it('an earlier payment is not taken for the lost one, and keeps its rates', async () => {
  const { paymentId, paymentHash, preimage: paymentPreimage } = payment
  const result = { recipientAmountSat: 250, routingFeeSat: 1, paymentId, paymentHash }
  node.answerWith((asked) =>
    isPaying(asked) ? { body: { ...result, paymentPreimage } } : notFound,
  )
  expect(await pay(50_000)).toMatchObject({ status: 200 })
  node.answerWith((asked) => (isPaying(asked) ? undefined : { body: payment }))
  expect(await pay(60_000)).toMatchObject(unknownOutcome)
  expect(await rates()).toMatchObject([{ exchangeRateAtPayment: 50_000 }])
})

it('an earlier payment that was pending is not taken for the lost one', async () => {
  let isPaid = false
  node.answerWith((asked) => {
    if (!isPaying(asked)) return { body: { ...payment, isPaid } }
    isPaid = true
    return undefined
  })
  expect(await pay()).toMatchObject(unknownOutcome)
})

it.each([
  ['fails', () => ({ status: 500, body: 'busy' })],
  ['takes too long', () => sleep(60_000, notFound, { ref: false })],
])('the outcome is unknown when the lookup before the payment %s', async (_, looked) => {
  let asked = 0
  node.answerWith((call) => {
    if (isPaying(call)) return undefined
    asked += 1
    return asked === 1 ? looked() : { body: payment }
  })
  const startMs = performance.now()
  expect(await pay()).toMatchObject(unknownOutcome)
  // Any other call of the node may take 25 s
  expect(performance.now() - startMs).toBeLessThan(20_000)
  expect(node.calls.filter(isPaying)).toHaveLength(1)
})
