import { randomBytes } from 'node:crypto'
import { sign } from '../../../shared/lightning/node/phoenixd/signature.ts'
import { receiptPageToken } from '../../../shared/paper/printing/receipt-page-token.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { insert } from '../../../shared/platform/dynamodb/write.ts'
import { cashId } from '../../../shared/platform/money/payment-methods.ts'
import type { Client } from '../../support/client.ts'
import { addProducts, type BenchShop, benchWebhookSecret, cartOf } from '../bench-shop.ts'
import { saleAt } from '../bulk-orders.ts'

/** Calls every operation of store orders, webhooks and payments that no sale knows. */
export async function callSales(client: Client, shop: BenchShop): Promise<void> {
  const [product = ''] = await addProducts(shop, 1)
  const cart = cartOf(shop, [product])
  const checkout = '/store/orders/checkout'
  // The first ticket of a shop makes the day record
  const { body: sold } = await client.post(checkout, cart)
  await client.get('/store/orders')
  await client.get(`/store/orders/${sold.orderId}`)
  await client.put(`/orders/${sold.orderId}/tenders`, {
    tenders: [1, cart.amount * 100 - 1].map((amountCents) => ({
      paymentMethodId: cashId,
      amountCents,
    })),
    reason: 'a test',
  })
  await client.put(`/orders/${sold.orderId}/buyer`, { name: 'Acme SL' })
  await client.put('/config', { businessName: 'Bench', receiptPage: true })
  await client.get(`/r/${await receiptPageToken(sold.orderId)}`)
  await client.post(`/orders/${sold.orderId}/receipt-page`, { revoked: true })
  await client.post(`/store/orders/${sold.orderId}/refund`, {})
  await client.del(`/store/orders/${await importOpenOrder(shop.userId)}`)
  for (const path of ['/webhook/node', '/webhook/phoenixd']) {
    const paymentHash = randomBytes(32).toString('hex')
    await notify(client, path, paymentHash)
    await client.post('/store/orders/checkout-if-paid', { ...cart, paymentHash })
    await client.get(`/store/orders/payment-status/${paymentHash}`)
  }
  await callUnmatched(client, cart, shop.userId)
}

/** Calls every operation of payments that no sale knows. */
async function callUnmatched(client: Client, cart: object, userId: string) {
  const { body: category } = await client.post('/categories', {
    name: 'Unmatched',
    type: 'dish',
  })
  const dish = { name: 'Soup of the day', price: 3, categoryId: category.id }
  const { body: made } = await client.post('/dishes', dish)
  const { body: order } = await client.post('/orders/with-dishes', {
    order: { userId, status: 'open' },
    dishes: [{ dishId: made.id, priceAtOrder: 3 }],
  })
  const hashes = ['00', '01', '02'].map((byte) => byte.repeat(32))
  for (const paymentHash of hashes) await notify(client, '/webhook/node', paymentHash)
  await client.get('/payments/unmatched')
  const [attached, sold, dismissed] = hashes.map((hash) => `/payments/unmatched/${hash}`)
  await client.post(`${attached}/attach`, { orderId: order.id, cents: 1 })
  await client.post(`${attached}/detach`)
  await client.post(`${sold}/attach`, { sale: cart })
  await client.post(`${dismissed}/dismiss`, { reason: 'a test' })
}

/** Only orders that checkout did not make are open. Returns its id. */
async function importOpenOrder(userId: string): Promise<string> {
  const order = { ...saleAt(Date.now(), userId), status: 'open', settled: false } as const
  await transact([insert(order)])
  return order.id
}

async function notify(client: Client, path: string, paymentHash: string): Promise<void> {
  const body = JSON.stringify({ type: 'payment_received', amountSat: 1, paymentHash })
  const signature = sign(benchWebhookSecret, body)
  const header = path === '/webhook/node' ? 'x-node-signature' : 'x-phoenix-signature'
  await client.post(path, body, { [header]: signature })
}
