import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { upsertNotification } from '../../../shared/selling/sales/payment-hashes.ts'
import { refundsOf, refusedRefund } from '../../support/refunds.ts'
import { item, splitCart, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, newPaymentHash, openTill, type Till } from '../../support/till.ts'
import { nodeFailure, openWallet, sentBy } from '../../support/wallet-client.ts'

let shop: Shop
let till: Till
let refunds: ReturnType<typeof refundsOf>
let wallet: Awaited<ReturnType<typeof openWallet>>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  wallet = await openWallet(shop)
  refunds = refundsOf(shop, till)
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

/** Two coffees that were paid with 1,000 satoshis. */
async function sold(changes: object = {}) {
  const coffee = await till.createProduct(5)
  const orderId = await refunds.sellForSatoshis(1_000, (paymentHash) =>
    till.cart(coffee, 2, {
      paymentMethodId: methodId('BTC'),
      paymentHash,
      satoshiAmount: 1,
      ...changes,
    }),
  )
  return { coffee, orderId }
}

describe('a refund to an invoice', () => {
  it('pays out what was received, whatever the till reported', async () => {
    const { coffee, orderId } = await sold()
    const invoice = await refunds.invoiceOf(1_000)
    const sent = await sentBy(wallet, async () => {
      expect(await refunds.refund(orderId, { invoice: `  ${invoice}\n` })).toMatchObject({
        status: 200,
        body: {
          orderId,
          refundInvoice: invoice,
          satoshiAmount: 1_000,
          amountCents: 500,
          items: [{ productId: coffee, quantity: 2 }],
          status: 'refunded',
        },
      })
    })
    expect(sent).toBe(1_000)
    expect(await till.stockOf(coffee)).toBe(5)
    expect((await till.getOrder(orderId)).body).toMatchObject({
      status: 'refunded',
      refund: { refundInvoice: invoice, satoshiAmount: 1_000, paymentMethod: 'BTC' },
    })
    expect(await refunds.refund(orderId, { invoice })).toMatchObject(
      refusedRefund('already_refunded'),
    )
  })

  it('marks the payment of a refunded sale in the wallet', async () => {
    const { orderId } = await sold()
    const { paymentHash } = (await till.cashier.get('/orders/with-payments')).body[0]
    const listed = async () =>
      (await wallet.get('/wallet/payments/incoming')).body.find(
        (each: { paymentHash: string }) => each.paymentHash === paymentHash,
      )
    expect(await listed()).not.toHaveProperty('refunded')
    await refunds.refund(orderId, { invoice: await refunds.invoiceOf(1_000) })
    expect(await listed()).toMatchObject({ refunded: true })
  })

  it('names at most the part of what was received, and the rest exactly', async () => {
    const { coffee, orderId } = await sold()
    const one = { items: [{ productId: coffee, quantity: 1 }] }
    const refundOne = async (amountSat: number | null) =>
      refunds.refund(orderId, { ...one, invoice: await refunds.invoiceOf(amountSat) })
    expect(await refundOne(null)).toMatchObject(
      refusedRefund('refund_invoice_missing_amount', { field: 'invoice' }),
    )
    const mismatch = refusedRefund('refund_invoice_amount_mismatch', { field: 'invoice' })
    expect(await refundOne(501)).toMatchObject(mismatch)
    expect(await refundOne(480)).toMatchObject({ body: { status: 'partially_refunded' } })
    expect(await refundOne(500)).toMatchObject(mismatch)
    expect(await refundOne(520)).toMatchObject({ body: { status: 'refunded' } })
  })

  it('refunds only the Lightning tender', async () => {
    const coffee = await till.createProduct(5)
    const orderId = await refunds.sellForSatoshis(300, (paymentHash) =>
      splitCart(till, [item(coffee)], 250, [
        tender('Cash', 100),
        tender('BTC', 150, { paymentHash }),
      ]),
    )
    const byInvoice = async (amountSat: number, changes: object) =>
      refunds.refund(orderId, {
        ...changes,
        invoice: await refunds.invoiceOf(amountSat),
      })
    expect(await byInvoice(300, {})).toMatchObject(refusedRefund('refund_exceeds_paid'))
    const cash = { amountCents: 150, paymentMethodId: methodId('Cash') }
    expect(await byInvoice(300, cash)).toMatchObject({ status: 400 })
    expect(await byInvoice(300, { amountCents: 150 })).toMatchObject({
      body: { amountCents: 150, satoshiAmount: 300, status: 'partially_refunded' },
    })
    expect(await refunds.refund(orderId)).toMatchObject({ body: { amountCents: 100 } })
  })

  it('never goes by a notification that the node does not confirm', async () => {
    const [coffee, paymentHash] = [await till.createProduct(5), newPaymentHash()]
    const orderId = await refunds.sell(till.cart(coffee, 1, { paymentHash }))
    const refund = async () =>
      refunds.refund(orderId, { invoice: await refunds.invoiceOf(3_000_000) })
    expect(await refund()).toMatchObject(refusedRefund('no_bitcoin_payment'))
    const receivedAtMs = Date.now()
    await transact([
      upsertNotification(paymentHash, { receivedAtMs, amountSat: 3_000_000 }),
    ])
    expect(await refund()).toMatchObject(refusedRefund('no_bitcoin_payment'))
  })

  it('gives nothing back of a payment that a sale of nothing has claimed', async () => {
    const { orderId } = await sold({ amount: 0 })
    const invoice = await refunds.invoiceOf(1_000)
    expect(await refunds.refund(orderId, { invoice })).toMatchObject(
      refusedRefund('no_bitcoin_payment'),
    )
  })

  it('is refused for an invoice that expires more than 24 hours from now', async () => {
    const { orderId } = await sold()
    const until = async (expirySeconds: number) =>
      refunds.refund(orderId, {
        invoice: await refunds.invoiceOf(1_000, { expirySeconds }),
      })
    expect(await until(86_460)).toMatchObject({
      status: 400,
      body: { code: 'refund_invoice_expiry', field: 'invoice' },
    })
    expect(await until(86_340)).toMatchObject({ status: 200 })
  })

  it('pays an invoice for one refund only', async () => {
    const [one, other] = [await sold(), await sold()]
    const invoice = await refunds.invoiceOf(500)
    const half = { amountCents: 250, invoice }
    expect((await refunds.refund(one.orderId, half)).status).toBe(200)
    const again = refusedRefund('already_refunded')
    expect(await refunds.refund(one.orderId, half)).toMatchObject(again)
    expect((await refunds.refund(other.orderId, half)).status).toBe(409)
  })
})

describe('a node that refuses', () => {
  it.each([
    ['not enough funds in wallet', 402, 'insufficient_funds'],
    ['the invoice has expired', 410, 'invoice_expired'],
    ['something odd', 422, 'payment_failed'],
  ])('gives the refund up: %s', async (paymentFailure, status, reason) => {
    const { coffee, orderId } = await sold()
    const invoice = await refunds.invoiceOf(1_000)
    await shop.node.faults({ paymentFailure })
    const sent = await sentBy(wallet, async () => {
      expect(await refunds.refund(orderId, { invoice })).toMatchObject({
        status,
        body: { ...nodeFailure(reason), message: paymentFailure },
      })
    })
    expect([sent, await till.stockOf(coffee)]).toEqual([0, 3])
    await shop.node.clearFaults()
    expect((await refunds.refund(orderId, { invoice })).status).toBe(200)
  })

  it('is not asked to pay an invoice that is paid already', async () => {
    const { orderId } = await sold()
    const invoice = await refunds.invoiceOf(1_000)
    await wallet.post('/wallet/payinvoice', { invoice })
    expect(await refunds.refund(orderId, { invoice })).toMatchObject({
      status: 409,
      body: { reason: 'invoice_already_paid' },
    })
    expect((await refunds.refund(orderId)).status).toBe(200)
  })

  it('is not asked to pay its own invoice, and the order stays free', async () => {
    const { orderId } = await sold()
    const own = await till.admin.post('/wallet/createinvoice', {
      description: 'coffee',
      amountSat: 1_000,
    })
    const body = { invoice: own.body.serialized }
    expect(await refunds.refund(orderId, body)).toMatchObject({ status: 400 })
    await shop.node.pay({ paymentHash: own.body.paymentHash })
    expect(await refunds.refund(orderId, body)).toMatchObject({ status: 400 })
    expect(await refunds.refund(orderId)).toMatchObject({ status: 200 })
  })

  it('begins nothing when it cannot be reached', async () => {
    const { orderId } = await sold()
    const invoice = await refunds.invoiceOf(1_000)
    await shop.node.faults({ refuse: true, path: '/payments' })
    expect(await refunds.refund(orderId, { invoice })).toMatchObject({
      status: 503,
      body: { reason: 'node_unavailable' },
    })
    expect((await refunds.refund(orderId)).status).toBe(200)
  })
})
