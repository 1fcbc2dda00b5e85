import { createInterface } from 'node:readline/promises'
import { connect } from 'lightning-pos/client'

/**
 * A till in the terminal: `npm run -s till -- <name> <PIN>`. The API is at
 * POS_PORT of this machine, or at POS_URL.
 */
const { POS_PORT = '4000' } = process.env
const { POS_URL = `http://127.0.0.1:${POS_PORT}` } = process.env
const [name = '', pin = ''] = process.argv.slice(2)

const pos = connect({ baseUrl: POS_URL })
const { user } = await pos.auth.login({ body: { name, pin } }).catch(giveUp)
const methods = await pos.payments.methods()
const { currencyId, acronym } = await pos.currencies.base()
const products = await pos.products.list()
const cart = new Map<
  string,
  { productId: string; quantity: number; priceAtOrder: number }
>()

console.log(
  `Hello ${user.name}. A product's number adds it; cash, lightning, clear, quit.`,
)
showProducts()
const terminal = createInterface({ input: process.stdin, output: process.stdout })
terminal.setPrompt('> ')
let hasEnded = false
terminal.once('close', () => {
  hasEnded = true
})
terminal.prompt()
for await (const line of terminal) {
  if (line.trim() === 'quit') break
  await run(line.trim()).catch(explain)
  // Piped input may have ended while the command ran
  if (!hasEnded) terminal.prompt()
}
terminal.close()

async function run(command: string): Promise<void> {
  const product = products[Number(command) - 1]
  if (product) add(product)
  else if (command === 'clear') cart.clear()
  else if (command === 'cash') await sellForCash()
  else if (command === 'lightning') await sellOverLightning()
  else showProducts()
}

async function sellForCash(): Promise<void> {
  const orderId = orderOf(await pos.storeOrders.checkout({ body: saleBy('Cash') }))
  console.log(`Sold for cash: order ${orderId}`)
  cart.clear()
}

async function sellOverLightning(): Promise<void> {
  const { rate } = await pos.currencies.rate()
  const amountSat = Math.ceil((totalCents() * 1_000_000) / rate)
  const { serialized, paymentHash } = await pos.wallet.createInvoice({
    body: { description: 'Till', amountSat, expirySeconds: 600 },
  })
  console.log(`${amountSat} sat, please: ${serialized}`)
  await received(paymentHash)
  const body = { ...saleBy('BTC'), paymentHash, satoshiAmount: amountSat }
  const orderId = orderOf(await pos.storeOrders.checkoutIfPaid({ body }))
  console.log(`Sold over Lightning: order ${orderId}`)
  cart.clear()
}

/** Waits for a payment, for as long as its invoice is valid. */
async function received(paymentHash: string): Promise<void> {
  const options = { since: Date.now() - 60_000, signal: AbortSignal.timeout(600_000) }
  for await (const payment of pos.payments.watch(options)) {
    if (payment.paymentHash === paymentHash) return
  }
  throw new Error('The invoice expired unpaid')
}

/** A checkout answers `pending` while its payment is not confirmed. */
function orderOf(answer: { orderId: string } | { status: 'pending' }): string {
  if ('orderId' in answer) return answer.orderId
  throw new Error('The payment is not confirmed yet')
}

function saleBy(method: string) {
  return {
    userId: user.userId,
    items: [...cart.values()],
    paymentMethodId: methods.find((each) => each.name === method)?.id ?? '',
    currencyId,
    amount: totalCents() / 100,
  }
}

function add({ id, priceCents }: (typeof products)[number]): void {
  const quantity = (cart.get(id)?.quantity ?? 0) + 1
  cart.set(id, { productId: id, quantity, priceAtOrder: priceCents })
  console.log(`${price(totalCents())} in the cart`)
}

function totalCents(): number {
  const lines = [...cart.values()]
  return lines.reduce((sum, each) => sum + each.quantity * each.priceAtOrder, 0)
}

function showProducts(): void {
  for (const [at, each] of products.entries()) {
    console.log(`${at + 1}. ${each.name}, ${price(each.priceCents)}`)
  }
}

function price(cents: number): string {
  return `${(cents / 100).toFixed(2)} ${acronym}`
}

/** Ends the till: nothing can be sold without a session. */
function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** Prints a refusal of the API; the till goes on. */
function explain(error: unknown): void {
  const { checkout } = pos.storeOrders
  if (checkout.failed(error) && error.code === 'checkout_insufficient_stock') {
    console.log('Not sold: too little is in stock')
  } else console.log(error instanceof Error ? error.message : error)
}
