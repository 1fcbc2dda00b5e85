import { afterAll, beforeAll, expect, it } from 'vitest'
import { commit } from '../../shared/table/commit.ts'
import { recordNotification } from '../../shared/table/payment-hashes.ts'
import { openShop, type Shop } from './shop.ts'
import { checkoutFailed, newHash, openTill, type Till } from './till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct', options: { VERIFY_CHECKOUT: 'true' } })
  till = await openTill(shop)
})
afterAll(() => shop.close())

const notified = (paymentHash: string, amountSat: number) =>
  commit([recordNotification(paymentHash, { receivedAtMs: Date.now(), amountSat })])

it('sells without a paymentHash as ever', async () => {
  const coffee = await till.product(1)
  expect(await till.checkout(till.cart(coffee))).toMatchObject({ status: 201 })
})

it('leaves an unconfirmed payment pending and writes nothing', async () => {
  const coffee = await till.product(1)
  const { status, body } = await till.checkout(
    till.cart(coffee, 1, { paymentHash: newHash() }),
  )
  expect({ status, body }).toEqual({ status: 202, body: { status: 'pending' } })
  expect(await till.stock(coffee)).toBe(1)
})

it('says when the node could not be asked', async () => {
  const coffee = await till.product(1)
  await shop.node.faults({ refuse: true })
  const { status, body } = await till.checkout(
    till.cart(coffee, 1, { paymentHash: newHash() }),
  )
  await shop.node.clearFaults()
  expect({ status, body }).toEqual({
    status: 202,
    body: { status: 'pending', nodeReachable: false },
  })
})

it('sells a confirmed payment, and repeats the answer', async () => {
  const coffee = await till.product(2)
  const paymentHash = newHash()
  await notified(paymentHash, 500)
  const cart = till.cart(coffee, 1, { paymentHash, satoshiAmount: 500 })
  const first = await till.checkout(cart)
  expect(first.status).toBe(201)
  expect(await till.checkout(cart)).toMatchObject({ status: 201, body: first.body })
  expect(await till.stock(coffee)).toBe(1)
})

it('refuses a payment of less than the sale says', async () => {
  const coffee = await till.product(1)
  const paymentHash = newHash()
  await notified(paymentHash, 499)
  const cart = till.cart(coffee, 1, { paymentHash, satoshiAmount: 500 })
  expect(await till.checkout(cart)).toMatchObject(checkoutFailed)
})
