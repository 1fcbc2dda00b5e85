import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import {
  invoiceKey,
  upsertNotification,
} from '../../../shared/selling/sales/payment-hashes.ts'
import { openBills } from '../../support/bills.ts'
import { refused, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct', options: { VERIFY_CHECKOUT: 'true' } })
  till = await openTill(shop)
})
afterAll(() => shop.close())

/** An invoice that the till's user has made and that is paid, as the records have it. */
const recordPayment = (
  paymentHash: string,
  receivedSat: number | null,
  invoice: object = {},
) =>
  transact([
    upsertNotification(paymentHash, {
      receivedAtMs: Date.now(),
      amountSat: receivedSat,
    }),
    put({ ...invoiceKey(paymentHash), madeBy: shop.ownerId, ...invoice }),
  ])

const tooSmall = refused('payment_too_small', { field: 'paymentHash' })

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
  await recordPayment(paymentHash, 500)
  const cart = till.cart(coffee, 1, { paymentHash, satoshiAmount: 500 })
  const first = await till.checkout(cart)
  expect(first.status).toBe(201)
  expect(await till.checkout(cart)).toMatchObject({ status: 201, body: first.body })
  expect(await till.stockOf(coffee)).toBe(1)
})

describe('the amount of a payment', () => {
  const coffeeFor = async (receivedSat: number | null, invoice: object, sent = {}) => {
    const paymentHash = newPaymentHash()
    await recordPayment(paymentHash, receivedSat, invoice)
    const coffee = await till.createProduct(1)
    const answer = await till.checkout(till.cart(coffee, 1, { paymentHash, ...sent }))
    return { answer, paymentHash }
  }
  /** At 100,000 dollars a bitcoin, a coffee of 2.50 costs 2,500 satoshis. */
  const shopRate = { currency: 'USD', rate: 100_000 }
  const clientRate = { exchangeRateAtPayment: 1e5, exchangeRateCurrency: ' usd' }

  it.each([
    [499, {}, { satoshiAmount: 500 }],
    [2_374, { shopRate }, {}],
    [2_374, clientRate, {}],
    [2_500, { ...clientRate, shopRate: { currency: 'USD', rate: 50_000 } }, {}],
    [1, { amountSat: null, shopRate }, { satoshiAmount: 1 }],
    [2_500, { shopRate: { ...shopRate, currency: 'EUR' } }, {}],
    [2_500, { unratedCurrency: 'EUR' }, {}],
  ])('is too small: %j received, %j known, %j sent', async (received, invoice, sent) => {
    const { answer } = await coffeeFor(received, invoice, sent)
    expect(answer).toMatchObject(tooSmall)
  })

  it.each([
    [500, {}, { satoshiAmount: 500 }],
    [2_375, { shopRate }, {}],
    [2_375, clientRate, {}],
    [1, { unratedCurrency: 'USD' }, {}],
    [1, { ...clientRate, exchangeRateAtPayment: 0 }, {}],
    // A fixed amount arrives less the node's fee
    [1_990, { amountSat: 2_500, shopRate }, { satoshiAmount: 2_500 }],
    [null, { amountSat: 2_500, shopRate }, { satoshiAmount: 2_500 }],
  ])('is enough: %j received, %j known, %j sent', async (received, invoice, sent) => {
    const { answer } = await coffeeFor(received, invoice, sent)
    expect(answer).toMatchObject({ status: 201 })
    const order = (await till.getOrder(answer.body.orderId)).body
    expect(order).toMatchObject({ status: 'closed' })
  })

  it('is kept as it was received, and an unpriced one is in the audit trail', async () => {
    const sent = { satoshiAmount: 400, paymentMethodId: methodId('BTC') }
    const sold = await coffeeFor(450, {}, sent)
    const priced = await coffeeFor(2_600, { shopRate }, sent)
    const compared = await coffeeFor(2_600, clientRate, sent)
    const rows = (await till.cashier.get('/orders/with-payments')).body
    const satoshisOf = ({ answer }: typeof sold) =>
      rows.find(({ id }: { id: string }) => id === answer.body.orderId).satoshiAmount
    expect([satoshisOf(sold), satoshisOf(priced)]).toEqual([450, 2_600])
    const audit = (await till.admin.get('/audit?kind=payment')).body
    const { orderId } = sold.answer.body
    const { paymentHash } = sold
    expect(
      audit.find(({ subjectId }: { subjectId: string }) => subjectId === orderId),
    ).toMatchObject({
      userId: shop.ownerId,
      after: {
        note: 'unpriced payment',
        paymentHash,
        receivedSat: 450,
        amountCents: 250,
      },
    })
    // A till could name any rate: only one that the server kept prices a payment.
    expect(JSON.stringify(audit)).toContain(compared.answer.body.orderId)
    expect(JSON.stringify(audit)).not.toContain(priced.answer.body.orderId)
  })

  it('is asked for where a notification has none, and counts in checkout-if-paid', async () => {
    const invoice = { description: 'coffee', amountSat: 1 }
    const { body } = await till.admin.post('/wallet/createinvoice', invoice)
    await shop.node.faults({ webhook: 'lost' })
    await shop.node.pay({ invoice: body.serialized })
    await recordPayment(body.paymentHash, null, { shopRate })
    const { paymentHash } = body
    const cart = till.cart(await till.createProduct(1), 1, { paymentHash })
    expect(await till.checkout(cart)).toMatchObject(tooSmall)
    expect(await till.checkoutIfPaid(cart)).toMatchObject(tooSmall)
    await recordPayment(paymentHash, 1, { shopRate })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(tooSmall)
    const larger = { ...cart, satoshiAmount: 2 }
    expect(await till.checkoutIfPaid(larger)).toMatchObject(tooSmall)
    await shop.node.clearFaults()
  })

  it('counts in full where the node knows the amount of an invoice that the shop does not', async () => {
    const invoice = { description: 'coffee', amountSat: 2_500 }
    const { paymentHash } = (await till.admin.post('/wallet/createinvoice', invoice)).body
    await shop.node.faults({ webhook: 'lost' })
    await shop.node.pay({ paymentHash })
    await recordPayment(paymentHash, 1_990, { shopRate })
    const sent = { paymentHash, satoshiAmount: 2_500 }
    const cart = till.cart(await till.createProduct(1), 1, sent)
    await shop.node.faults({ refuse: true })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(tooSmall)
    await shop.node.clearFaults()
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
  })

  it('in Bitcoin needs a payment hash', async () => {
    const paymentMethodId = methodId('BTC')
    const cart = till.cart(await till.createProduct(1), 1, { paymentMethodId })
    expect(await till.checkout(cart)).toMatchObject(
      refused('checkout_invalid_reference', { field: 'paymentHash' }),
    )
  })
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

it('settles bills only with confirmed payments', async () => {
  const bills = await openBills(shop)
  const paymentHash = newPaymentHash()
  const tenders = [tender('BTC', 100, { paymentHash, satoshiAmount: 500 })]
  const id = await bills.createBill([100])
  expect(await bills.settle(id, 0, { tenders })).toMatchObject({
    status: 202,
    body: { status: 'pending' },
  })
  expect(await bills.readOrder(id)).toMatchObject({ status: 'open' })
  await recordPayment(paymentHash, 499)
  expect(await bills.settle(id, 0, { tenders })).toMatchObject(tooSmall)
  await recordPayment(paymentHash, 510)
  expect(await bills.settle(id, 0, { tenders })).toMatchObject({ status: 200 })
  const row = (await bills.admin.get('/orders/with-payments')).body.find(
    (each: { id: string }) => each.id === id,
  )
  expect(row).toMatchObject({ satoshiAmount: 510 })
  const cashless = { tenders: [tender('BTC', 100)] }
  expect(await bills.settle(await bills.createBill([100]), 0, cashless)).toMatchObject(
    refused('checkout_invalid_reference', { field: 'paymentHash' }),
  )
  expect(await bills.settle(await bills.createBill([100]), 100)).toMatchObject({
    status: 200,
  })
})
