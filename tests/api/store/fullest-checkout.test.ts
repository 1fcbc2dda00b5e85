import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../shared/dynamodb/transact.ts'
import { put } from '../../../shared/dynamodb/write.ts'
import { invoiceKey, upsertNotification } from '../../../shared/sales/payment-hashes.ts'
import type { Client } from '../../support/client.ts'
import { createProduct, part } from '../../support/products.ts'
import { item, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { methodId, newPaymentHash, usd } from '../../support/till.ts'

let shop: Shop
let admin: Client
let seller: Client
let sellerId: string
let taxIds: string[]
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  const staff = await staffOf(shop)
  admin = staff.admin
  const role = await staff.createRoleWith('orders_create', 'orders_discount')
  const user = await staff.createUser(role)
  sellerId = user.id
  seller = await shop.login(user.credentials)
  const { body: config } = await admin.get('/config')
  const settings = { verifyCheckout: true, verifyAmounts: true, pricesIncludeTax: false }
  expect((await admin.put('/config', { ...config, ...settings })).status).toBe(200)
  taxIds = []
  for (let at = 1; at <= 20; at += 1) {
    const tax = { name: `Tax ${at}`, ratePercent: at + 0.125 }
    taxIds.push((await admin.post('/taxes', tax)).body.id)
  }
})
afterAll(() => shop.close())

const createProducts = (count: number, fields: object = {}) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      createProduct(admin, { quantity: 50, taxId: taxIds[at % 20], ...fields }),
    ),
  )

/** Three bundles of 20 products each, and products. */
async function createAssortment(count: number): Promise<string[]> {
  const products = await createProducts(count - 3)
  const bundles = await Promise.all(
    [0, 20, 40].map((from) => {
      const bundleComponents = products.slice(from, from + 20).map((id) => part(id))
      return createProduct(admin, { isBundle: true, bundleComponents })
    }),
  )
  return [...bundles, ...products]
}

/** A payment that the seller asked for, at no rate that the shop knew. */
async function paidHash(): Promise<string> {
  const paymentHash = newPaymentHash()
  const receivedAtMs = Date.now()
  await transact([
    upsertNotification(paymentHash, { receivedAtMs, amountSat: 500 }),
    put({ ...invoiceKey(paymentHash), madeBy: sellerId }),
  ])
  return paymentHash
}

const onePayment = (amountCents: number, paymentHash: string) => ({
  paymentMethodId: methodId('BTC'),
  currencyId: usd,
  transactionId: 'lnbc',
  paymentHash,
  satoshiAmount: 500,
  amount: amountCents / 100,
})

const tenTenders = (amountCents: number, paymentHash: string) => ({
  tenders: [
    tender('BTC', 100, { paymentHash, satoshiAmount: 500, transactionId: 'lnbc' }),
    ...['Credit Card', 'Debit Card', 'Bank Transfer'].map((name) =>
      tender(name, 100, { transactionId: name }),
    ),
    ...Array.from({ length: 5 }, () => tender('Cash', 100, { givenCents: 200 })),
    tender('Cash', amountCents - 900, { givenCents: amountCents }),
  ],
  amount: amountCents / 100,
})

it.each([
  { products: 90, payments: 1, path: 'checkout', paidBy: onePayment },
  { products: 90, payments: 1, path: 'checkout-if-paid', paidBy: onePayment },
  { products: 80, payments: 10, path: 'checkout', paidBy: tenTenders },
])(
  'the fullest cart is sold in one transaction: $products products, $payments tenders, $path',
  async ({ products, payments, path, paidBy }) => {
    const ids = await createAssortment(products)
    const paymentHash = await paidHash()
    const cart = (amountCents: number) => ({
      userId: shop.ownerId,
      items: ids.flatMap((id) => [
        item(id, { quantity: 2, discountCents: 3 }),
        item(id, { priceAtOrder: 199 }),
      ]),
      discountAmount: 100,
      tipAmount: 1,
      ticketNotes: 'x'.repeat(1_000),
      ...paidBy(amountCents, paymentHash),
    })
    const sell = (amountCents: number, key: string) =>
      seller.post(`/store/orders/${path}`, cart(amountCents), { 'Idempotency-Key': key })
    const refused = await sell(10_000, randomUUID())
    expect(refused.body).toMatchObject({ code: 'checkout_amounts_differ' })
    const key = randomUUID()
    const sold = await sell(refused.body.expectedCents, key)
    expect([200, 201], JSON.stringify(sold.body)).toContain(sold.status)
    expect(await sell(refused.body.expectedCents, key)).toMatchObject({
      status: sold.status,
      body: sold.body,
    })

    const { orderId } = sold.body
    const order = (await admin.get(`/store/orders/${orderId}`)).body
    expect(order).toMatchObject({ userId: shop.ownerId, tipAmount: 1 })
    expect(order.items).toHaveLength(2 * products)
    expect(order.taxes).toHaveLength(20)
    const links = await admin.get(
      `/payments/ticket-payments/by-ticket/${sold.body.ticketId}`,
    )
    expect(links.body).toHaveLength(payments)
    const entries: { kind: string; subjectId: string }[] = (await admin.get('/audit'))
      .body
    const kinds = entries
      .filter(({ subjectId }) => subjectId === orderId)
      .map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['discount', 'order', 'payment'])
  },
)
