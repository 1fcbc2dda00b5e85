import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { type ScriptedNode, startScriptedNode } from '../../support/scripted-node.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../../support/till.ts'
import { nodeFailure, openWallet } from '../../support/wallet-client.ts'

/** A node, or a proxy in front of it, that responds with another payment. */
let node: ScriptedNode
let shop: Shop
let till: Till
let wallet: Client
beforeAll(async () => {
  node = await startScriptedNode()
  shop = await openShop()
  till = await openTill(shop)
  wallet = await openWallet(shop)
})
afterAll(async () => {
  await shop.close()
  await node.close()
})

const paid = (paymentHash: string) => ({
  type: 'incoming_payment',
  paymentHash,
  isPaid: true,
  receivedSat: 1_000,
  createdAt: 1,
  completedAt: 2,
})

const sent = (changes: object) => ({
  type: 'outgoing_payment',
  isPaid: true,
  sent: 5,
  createdAt: 1,
  ...changes,
})

const otherId = '7b1cf1a2-3a5c-4d62-b2a9-6f0f8a5ff2bd'
const unusable = { status: 502, body: nodeFailure('unknown') }

describe('a response about another payment', () => {
  it('confirms no sale', async () => {
    node.answerWith(() => ({ body: paid(newPaymentHash()) }))
    const coffee = await till.createProduct(1)
    const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(unusable)
    expect(await till.stockOf(coffee)).toBe(1)
    const { status, body } = await till.paymentStatus(newPaymentHash())
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: 'pending', nodeReachable: false },
    })
  })

  it('is not returned to clients', async () => {
    node.answerWith(({ path }) => ({
      body: path.includes('incoming')
        ? paid(newPaymentHash())
        : sent({ paymentHash: newPaymentHash(), paymentId: otherId }),
    }))
    for (const one of [
      `incoming/${newPaymentHash()}`,
      'outgoing/00000000-0000-4000-8000-000000000000',
      `outgoingbyhash/${newPaymentHash()}`,
    ]) {
      expect(await wallet.get(`/wallet/payments/${one}`)).toMatchObject(unusable)
    }
  })
})

it('a response may have the payment hash in upper case', async () => {
  const hash = newPaymentHash()
  node.answerWith(() => ({ body: paid(hash.toUpperCase()) }))
  expect((await till.paymentStatus(hash)).body).toEqual({ status: 'paid' })
  expect(await wallet.get(`/wallet/payments/incoming/${hash}`)).toMatchObject({
    status: 200,
  })
})
