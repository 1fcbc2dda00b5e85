import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import {
  invoiceKey,
  upsertNotification,
} from '../../../shared/selling/sales/payment-hashes.ts'
import { approved, sendApproved } from '../../support/approvals.ts'
import type { Client } from '../../support/client.ts'
import { createProduct, part } from '../../support/products.ts'
import { item, tender } from '../../support/selling.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { methodId, newPaymentHash, usd } from '../../support/till.ts'

let shop: Shop
let admin: Client
let seller: Client
let sellerId: string
let cashier: Client
let cashierId: string
let taxIds: string[]
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  const staff = await staffOf(shop)
  admin = staff.admin
  const role = await staff.createRoleWith('orders_create', 'orders_discount')
  const user = await staff.createUser(role)
  sellerId = user.id
  seller = await shop.login(user.credentials)
  const other = await staff.createUser(await staff.createRoleWith('orders_create'))
  cashierId = other.id
  cashier = await shop.login(other.credentials)
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
async function paidHash(madeBy = sellerId): Promise<string> {
  const paymentHash = newPaymentHash()
  const receivedAtMs = Date.now()
  await transact([
    upsertNotification(paymentHash, { receivedAtMs, amountSat: 500 }),
    put({ ...invoiceKey(paymentHash), madeBy }),
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

const fullCart = (ids: readonly string[], paid: object) => ({
  userId: shop.ownerId,
  items: ids.flatMap((id) => [
    item(id, { quantity: 2, discountCents: 3 }),
    item(id, { priceAtOrder: 199 }),
  ]),
  discountAmount: 100,
  tipAmount: 1,
  ticketNotes: 'x'.repeat(1_000),
  ...paid,
})

it('the fullest cart is sold once with an approval of its discounts, too', async () => {
  const ids = await createAssortment(90)
  const paymentHash = await paidHash(cashierId)
  const path = '/store/orders/checkout'
  const request = (amountCents: number) => ({
    method: 'POST' as const,
    path,
    body: fullCart(ids, onePayment(amountCents, paymentHash)),
    permission: 'orders_discount',
  })
  const manager = { userId: shop.ownerId, pin: owner.pin }
  const sell = async (amountCents: number) => {
    const toSell = request(amountCents)
    const headers = await approved(cashier, manager, toSell)
    return { toSell, headers: { ...headers, 'Idempotency-Key': randomUUID() } }
  }
  const first = await sell(10_000)
  const refused = await sendApproved(cashier, first.toSell, first.headers)
  expect(refused.body).toMatchObject({ code: 'checkout_amounts_differ' })
  const { toSell, headers } = await sell(refused.body.expectedCents)
  const sold = await sendApproved(cashier, toSell, headers)
  expect(sold.status, JSON.stringify(sold.body)).toBe(201)
  const answer = { status: 201, body: sold.body }
  expect(await sendApproved(cashier, toSell, headers)).toMatchObject(answer)
  // As after a crash between the sale and its response
  const again = await sell(refused.body.expectedCents)
  expect(await sendApproved(cashier, again.toSell, again.headers)).toMatchObject(answer)
  const { body: stock } = await admin.get(`/products/${ids.at(-1)}`)
  expect(stock.quantity).toBe(47)
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
    const cart = (amountCents: number) => fullCart(ids, paidBy(amountCents, paymentHash))
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
