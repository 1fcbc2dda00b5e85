import { createHmac, randomBytes } from 'node:crypto'
import type { ReceivedPayment } from '../../../shared/client/api.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import { callSimulator } from '../call-simulator.ts'
import { cart, methodIds, type Product, type Sale, sold, stock } from './sales.ts'
import {
  ContractViolation,
  type Demo,
  expectEqual,
  expectFields,
  result,
  step,
  waitFor,
} from './steps.ts'
import { dishes, menuOf, tablesOf } from './table.ts'

/** Sells a cake over Lightning, watches the payment, and repeats the checkout. */
export async function sellOverLightning(demo: Demo, cake: Product): Promise<Sale> {
  const { pos } = demo
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
    ...(await cart(demo, 'BTC', [[1, cake]])),
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
  await callSimulator(demo.nodeUrl, 'pay', { invoice: serialized })
  const frame = await received
  expectEqual('frame', [frame.type, frame.amountSat], ['payment_received', satoshis])
  result(`frame received: ${JSON.stringify(frame)}`)

  step('Checking out, and repeating the same request')
  const sale = expectFields(sold(await checkout()), { status: 'completed' })
  expectEqual('repeated sale', await checkout(), sale)
  expectEqual('stock of cake', await stock(demo, cake), 8)
  result(
    `order ${sale.orderId}, the same both times; the stock was decremented once, to 8`,
  )
  return sale
}

/** Quotes a product, holds a card to the phone, and sells what it has paid. */
export async function sellByCard(demo: Demo, coffee: Product): Promise<void> {
  const { pos } = demo
  step('Quoting a coffee in satoshis, and holding a card to the phone')
  const quote = await pos.quotes.create({
    body: { kind: 'store', items: [{ productId: coffee.id, quantity: 1 }] },
  })
  const { quoteId, amountSat, paymentHash } = expectFields(quote, { totalCents: 220 })
  result(`2.20 are ${amountSat} satoshis, by the rate of ${quote.rateSource}`)
  const card = await callSimulator<{ cardId: string }>(demo.nodeUrl, 'card', {})
  const { lnurl } = await callSimulator<{ lnurl: string }>(demo.nodeUrl, 'tap', card)
  const params = { id: quoteId }
  const received = receivedPayment(pos, paymentHash)
  expectFields(await pos.quotes.charge({ params, body: { lnurl } }), {
    status: 'pending',
  })
  expectFields(await received, { amountSat })
  const sale = await pos.storeOrders.checkoutIfPaid({ body: { quoteId } })
  expectFields(sale, { status: 'completed' })
  expectFields(await pos.quotes.one({ params }), { status: 'sold' })
  result(`the card has paid, and the quote is sold: order ${sold(sale).orderId}`)
}

/** A guest scans a table's code and pays the table's bill. */
export async function payByTableCode(demo: Demo): Promise<void> {
  const { pos, url, userId } = demo
  step('A guest scans the code on the table, and pays its bill')
  const tableId = (await tablesOf(demo)).get('Mesa 4') ?? ''
  const codes = await pos.payCodes.list()
  const code =
    codes.find((each) => each.tableId === tableId) ??
    (await pos.payCodes.create({ body: { kind: 'table', name: 'mesa-4', tableId } }))
  const [toastId = ''] = await menuOf(demo)
  const order = { userId, tableId, status: 'open' as const }
  const priceAtOrder = dishes[0].priceCents / 100
  const { id } = await pos.orders.createWithDishes({
    body: { order, dishes: [{ dishId: toastId, priceAtOrder }] },
  })
  const request = await ask<PayRequest>(`${url}/lnurl/pay/${code.id}`)
  const amount = request.minSendable
  expectFields(request, { tag: 'payRequest', maxSendable: amount })
  const { pr } = await ask<{ pr: string }>(`${request.callback}?amount=${amount}`)
  await callSimulator(demo.nodeUrl, 'pay', { invoice: pr })
  const { total } = await waitFor('the settled bill', async () => {
    const bill = await pos.orders.one({ params: { id } })
    return bill.status === 'paid' ? bill : undefined
  })
  result(`${total.toFixed(2)} are ${amount / 1_000} satoshis; the bill is settled`)
}

/** First answer of a code to a wallet (LUD-06). */
type PayRequest = {
  readonly callback: string
  readonly minSendable: number
}

async function ask<Answer>(url: string): Promise<Answer> {
  const response = await fetch(url)
  const answer = (await response.json()) as Answer & { readonly reason?: string }
  expectEqual('refusal', answer.reason, undefined)
  return answer
}

/** Finds a payment that no sale knows, and attaches it to the bill that it was meant for. */
export async function attachLostPayment(demo: Demo): Promise<void> {
  const { pos, userId } = demo
  step('A guest pays and leaves: finding the payment, and attaching it to the bill')
  const [, dishId = ''] = await menuOf(demo)
  const { name: description, priceCents } = dishes[1]
  const order = { userId, status: 'open' as const }
  const { id: orderId } = await pos.orders.createWithDishes({
    body: { order, dishes: [{ dishId, priceAtOrder: priceCents / 100 }] },
  })
  const externalId = `demo-${randomBytes(4).toString('hex')}`
  const { serialized, paymentHash } = await pos.wallet.createInvoice({
    body: { description, amountSat: 5_000, externalId, expirySeconds: 600 },
  })
  await callSimulator(demo.nodeUrl, 'pay', { invoice: serialized })
  const { cents = 0 } = await waitFor('the unmatched payment', async () =>
    (await pos.unmatchedPayments.list()).find((each) => each.paymentHash === paymentHash),
  )
  result(`5000 satoshis that no sale knows, worth ${(cents / 100).toFixed(2)}`)
  const dueCents = priceCents - cents
  const params = { hash: paymentHash }
  const attached = await pos.unmatchedPayments.attach({ params, body: { orderId } })
  expectFields(attached, { orderId, dueCents })
  const [cash = ''] = await methodIds(demo, 'Cash')
  const tenders = [{ paymentMethodId: cash, amountCents: dueCents }]
  const body = { userId, tenders }
  expectFields(await pos.bills.settle({ params: { id: orderId }, body }), { orderId })
  result(`kept on the bill of 13.90, which ${(dueCents / 100).toFixed(2)} in cash settle`)
}

/** Refunds half of a Lightning sale to an invoice of the customer's wallet, once. */
export async function refundHalf(demo: Demo, { orderId }: Sale): Promise<void> {
  const { pos } = demo
  step('Refunding half of the Lightning sale to an invoice of the customer')
  const amountSat = 3_400
  const { serialized: invoice } = await callSimulator<{ serialized: string }>(
    demo.nodeUrl,
    'invoice',
    { amountSat },
  )
  const body = { invoice, amountCents: 225, reason: 'La tarta estaba seca' }
  const refund = () => pos.storeOrders.refund({ params: { id: orderId }, body })
  const refunded = expectFields(await refund(), {
    amountCents: 225,
    satoshiAmount: amountSat,
    status: 'partially_refunded',
  })
  result(`2.25 of 4.50: ${refunded.satoshiAmount} of 6800 satoshis`)
  const again = await refund().catch((error) => error)
  if (!pos.storeOrders.refund.failed(again)) {
    throw new ContractViolation('the invoice was paid twice')
  }
  expectEqual('second try', again.status, 409)
  result(`the same invoice again: rejected, "${again.message}"`)
}

/** A payment that opens a channel: sold in full, though the node keeps most of it, and refunded whole. */
export async function openChannel(demo: Demo, cake: Product): Promise<void> {
  const { pos } = demo
  step('A payment opens a channel of the node: sold in full, and refunded whole')
  const [amountSat, feeSat] = [31_250, 22_339]
  const { serialized, paymentHash } = await pos.wallet.createInvoice({
    body: { description: cake.name, amountSat },
  })
  const received = receivedPayment(pos, paymentHash)
  await callSimulator(demo.nodeUrl, 'faults', { liquidityFeeSat: feeSat })
  await callSimulator(demo.nodeUrl, 'pay', { invoice: serialized })
  await callSimulator(demo.nodeUrl, 'faults', { liquidityFeeSat: null })
  expectFields(await received, { amountSat: amountSat - feeSat })
  const body = {
    ...(await cart(demo, 'BTC', [[1, cake]])),
    paymentHash,
    satoshiAmount: amountSat,
  }
  const sale = sold(await pos.storeOrders.checkoutIfPaid({ body }))
  const orders = await pos.orders.withPayments()
  expectFields(
    orders.find(({ id }) => id === sale.orderId),
    { satoshiAmount: amountSat, receivedSat: amountSat - feeSat, nodeFeeSat: feeSat },
  )
  result(
    `sold for ${amountSat} satoshis, of which the node kept ${feeSat} for the channel`,
  )
  const { serialized: invoice } = await callSimulator<{ serialized: string }>(
    demo.nodeUrl,
    'invoice',
    { amountSat },
  )
  expectFields(
    await pos.storeOrders.refund({ params: { id: sale.orderId }, body: { invoice } }),
    { satoshiAmount: amountSat, status: 'refunded' },
  )
  result(`${amountSat} satoshis went back: what the customer sent`)
}

/** Sends a payment notification with a forged signature. */
export async function sendForgedWebhook({ url }: Demo): Promise<void> {
  step('Sending a forged payment notification')
  const body = JSON.stringify({ type: 'payment_received', amountSat: 1_000_000 })
  const forged = createHmac('sha256', 'a guess').update(body).digest('hex')
  const headers = { 'x-node-signature': forged }
  const response = await fetch(`${url}/webhook/node`, { method: 'POST', body, headers })
  const text = String(await response.json())
  expectEqual('response', [response.status, text], [401, 'Invalid signature'])
  result(`rejected: "${text}"`)
}

/** Watches for a minute until a payment is reported. */
async function receivedPayment(pos: Pos, paymentHash: string): Promise<ReceivedPayment> {
  const options = { since: Date.now() - 60_000, signal: AbortSignal.timeout(60_000) }
  for await (const payment of pos.payments.watch(options)) {
    if (payment.paymentHash === paymentHash) return payment
  }
  throw new ContractViolation('no frame of the payment arrived within a minute')
}
