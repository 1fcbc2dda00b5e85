import { randomBytes } from 'node:crypto'
import { transact } from '../../../shared/dynamodb/transact.ts'
import { insert } from '../../../shared/dynamodb/write.ts'
import { sign } from '../../../shared/lightning/signature.ts'
import type { Client } from '../../support/client.ts'
import { addProducts, type BenchShop, benchWebhookSecret, cartOf } from '../bench-shop.ts'
import { saleAt } from '../bulk-orders.ts'

/** Calls every operation of store orders and webhooks. */
export async function callSales(client: Client, shop: BenchShop): Promise<void> {
  const [product = ''] = await addProducts(shop, 1)
  const cart = cartOf(shop, [product])
  const checkout = '/store/orders/checkout'
  // The first ticket of a shop makes the day record
  const { body: sold } = await client.post(checkout, cart)
  await client.get('/store/orders')
  await client.get(`/store/orders/${sold.orderId}`)
  await client.post(`/store/orders/${sold.orderId}/refund`, {})
  await client.del(`/store/orders/${await importOpenOrder(shop.userId)}`)
  for (const path of ['/webhook/node', '/webhook/phoenixd']) {
    const paymentHash = randomBytes(32).toString('hex')
    await notify(client, path, paymentHash)
    await client.post('/store/orders/checkout-if-paid', { ...cart, paymentHash })
    await client.get(`/store/orders/payment-status/${paymentHash}`)
  }
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
