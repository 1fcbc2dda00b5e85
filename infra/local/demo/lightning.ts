import { createHmac, randomBytes } from 'node:crypto'
import type { ReceivedPayment } from '../../../shared/client/api.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import { Client } from '../client.ts'
import type { DemoSystem } from './demo-system.ts'
import { cart, type Product, type Sale, sold, stock } from './sales.ts'
import {
  ContractViolation,
  expectEqual,
  expectFields,
  expectResponse,
  result,
  step,
  waitFor,
} from './steps.ts'

/** Sells a cake over Lightning, watches the payment, and repeats the checkout. */
export async function sellOverLightning(
  pos: Pos,
  system: DemoSystem,
  userId: string,
  cake: Product,
): Promise<Sale & { invoice: string }> {
  step("Creating a Lightning invoice, through the tunnel to the shop's node")
  const satoshis = 6_800
  const body = {
    description: cake.name,
    amountSat: satoshis,
    externalId: `demo-${randomBytes(4).toString('hex')}`,
    expirySeconds: 600,
  }
  // The agent of a system that has just started may still be opening the tunnel.
  const invoice = await waitFor('an invoice', () =>
    pos.wallet.createInvoice({ body }).catch((error) => {
      if (error.status === 503) return undefined
      throw error
    }),
  )
  const { serialized, paymentHash } = expectFields(invoice, { amountSat: satoshis })
  result(`${serialized.slice(0, 40)}...`)
  const order = {
    ...(await cart(pos, userId, 'BTC', [[1, cake]])),
    paymentHash,
    satoshiAmount: satoshis,
    exchangeRateAtPayment: 66_176.47,
    exchangeRateCurrency: 'eur',
    fiatAmountAtPayment: 4.5,
  }
  const checkout = () => pos.storeOrders.checkoutIfPaid({ body: order })
  expectFields(await checkout(), { status: 'pending' })
  result('not paid yet: status "pending"')

  step('Paying the invoice while a watcher listens on the WebSocket')
  const received = receivedPayment(pos, paymentHash)
  expectResponse(
    await new Client(system.nodeUrl).post('/_simulator/pay', { invoice: serialized }),
    { status: 200 },
  )
  const frame = await received
  expectEqual('frame', [frame.type, frame.amountSat], ['payment_received', satoshis])
  result(`frame received: ${JSON.stringify(frame)}`)

  step('Checking out, and repeating the same request')
  const sale = expectFields(sold(await checkout()), { status: 'completed' })
  expectEqual('repeated sale', await checkout(), sale)
  expectEqual('stock of cake', await stock(pos, cake), 8)
  result(
    `order ${sale.orderId}, the same both times; the stock was decremented once, to 8`,
  )
  return { ...sale, lines: [[1, cake]], invoice: serialized }
}

/** Sends a payment notification with a forged signature. */
export async function sendForgedWebhook({ url }: DemoSystem): Promise<void> {
  step('Sending a forged payment notification')
  const body = JSON.stringify({ type: 'payment_received', amountSat: 1_000_000 })
  const forged = createHmac('sha256', 'a guess').update(body).digest('hex')
  const text = expectResponse(
    await new Client(url).post('/webhook/node', body, { 'x-node-signature': forged }),
    { status: 401, body: 'Invalid signature' },
  )
  result(`rejected: "${text}"`)
}

/** Watches until a payment is reported, for 15 seconds at most. */
async function receivedPayment(pos: Pos, paymentHash: string): Promise<ReceivedPayment> {
  const options = { since: Date.now() - 60_000, signal: AbortSignal.timeout(60_000) }
  for await (const payment of pos.payments.watch(options)) {
    if (payment.paymentHash === paymentHash) return payment
  }
  throw new ContractViolation('no frame of the payment arrived within a minute')
}
