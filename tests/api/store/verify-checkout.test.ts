import { afterAll, beforeAll, expect, it } from 'vitest'
import { noResponse, transact } from '../../../shared/dynamodb/transact.ts'
import { upsertNotification } from '../../../shared/sales/payment-hashes.ts'
import { openBills } from '../../support/bills.ts'
import { tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct', options: { VERIFY_CHECKOUT: 'true' } })
  till = await openTill(shop)
})
afterAll(() => shop.close())

const recordNotification = (paymentHash: string, amountSat: number) =>
  transact(
    [upsertNotification(paymentHash, { receivedAtMs: Date.now(), amountSat })],
    noResponse,
  )

it('sells without a paymentHash', async () => {
  const coffee = await till.createProduct(1)
  expect(await till.checkout(till.cart(coffee))).toMatchObject({ status: 201 })
})

it('returns 202 for an unconfirmed payment and writes nothing', async () => {
  const coffee = await till.createProduct(1)
  const { status, body } = await till.checkout(
    till.cart(coffee, 1, { paymentHash: newPaymentHash() }),
  )
  expect({ status, body }).toEqual({ status: 202, body: { status: 'pending' } })
  expect(await till.stockOf(coffee)).toBe(1)
})

it('sells a confirmed payment and repeats the result', async () => {
  const coffee = await till.createProduct(2)
  const paymentHash = newPaymentHash()
  await recordNotification(paymentHash, 500)
  const cart = till.cart(coffee, 1, { paymentHash, satoshiAmount: 500 })
  const first = await till.checkout(cart)
  expect(first.status).toBe(201)
  expect(await till.checkout(cart)).toMatchObject({ status: 201, body: first.body })
  expect(await till.stockOf(coffee)).toBe(1)
})

it('confirms a payment without comparing its amount, like payment-status', async () => {
  const coffee = await till.createProduct(2)
  const paymentHash = newPaymentHash()
  await recordNotification(paymentHash, 499)
  const cart = till.cart(coffee, 1, { paymentHash, satoshiAmount: 500 })
  expect(await till.checkout(cart)).toMatchObject({ status: 201 })

  const { body: invoice } = await till.admin.post('/wallet/createinvoice', {
    description: 'coffee',
    amountSat: 1,
  })
  await shop.node.faults({ webhook: 'lost' })
  await shop.node.pay({ invoice: invoice.serialized })
  const paid = { paymentHash: ` ${invoice.paymentHash.toUpperCase()}`, satoshiAmount: 2 }
  expect(await till.checkout(till.cart(coffee, 1, paid))).toMatchObject({ status: 201 })
})

it.each([{ refuse: true }, { status500: true }, { wrongJson: true }])(
  'returns 202 with nodeReachable false when the node fails (%j)',
  async (fault) => {
    const cart = till.cart(await till.createProduct(1), 1, {
      paymentHash: newPaymentHash(),
    })
    await shop.node.faults(fault)
    const { status, body } = await till.checkout(cart)
    await shop.node.clearFaults()
    expect({ status, body }).toEqual({
      status: 202,
      body: { status: 'pending', nodeReachable: false },
    })
  },
)

it('settles bills of confirmed payments alone', async () => {
  const bills = await openBills(shop)
  const paymentHash = newPaymentHash()
  const tenders = [tender('BTC', 100, { paymentHash, satoshiAmount: 500 })]
  const id = await bills.createBill([100])
  expect(await bills.settle(id, 0, { tenders })).toMatchObject({
    status: 202,
    body: { status: 'pending' },
  })
  expect(await bills.readOrder(id)).toMatchObject({ status: 'open' })
  await recordNotification(paymentHash, 500)
  expect(await bills.settle(id, 0, { tenders })).toMatchObject({ status: 200 })
  expect(await bills.settle(await bills.createBill([100]), 100)).toMatchObject({
    status: 200,
  })
})
