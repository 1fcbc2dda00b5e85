import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { Client } from '../client.ts'
import { Differs, expecting, result, same, tell } from './narrator.ts'
import { becomeOwner } from './owner.ts'
import { prepareReceipts } from './receipt.ts'

/** Where the story plays: the API's and the simulated node's doors, and the data. */
export type Scene = {
  readonly url: string
  readonly nodeUrl: string
  readonly dataDir: string
}

type Product = { readonly id: string; readonly name: string; readonly priceCents: number }

/**
 * The story of a shop, told through its public doors only. Throws Differs as soon as
 * anything differs from the contract; answers the paths of the printed receipts.
 */
export async function playShop(scene: Scene): Promise<string[]> {
  const till = new Client(scene.url)
  const userId = await becomeOwner(till, scene.dataDir)
  await prepareReceipts(till, Date.now() + 15_000)
  const [coffee, cake] = await addProducts(till)
  const cash = await cashSale(till, userId, coffee, cake)
  await oversell(till, userId, coffee)
  const cashPicture = await printReceipt(till, scene, cash, null)
  const lightning = await lightningSale(till, scene, userId, cake)
  const picture = await printReceipt(till, scene, lightning, lightning.invoice)
  await forgedWebhook(scene)
  await ordersOfTheDay(till, [cash.orderId, lightning.orderId])
  return [cashPicture, picture]
}

async function addProducts(till: Client): Promise<[Product, Product]> {
  tell('Two products come into stock')
  const add = async (name: string, priceCents: number): Promise<Product> => {
    const SKU = `DEMO-${randomBytes(4).toString('hex')}`
    const { id } = expecting(
      await till.post('/products', {
        SKU,
        name,
        costCents: Math.round(priceCents / 3),
        priceCents,
        quantity: 10,
        minStockThreshold: 2,
        maxStockThreshold: 40,
        categoryIds: [],
      }),
      { status: 201, body: { message: 'Product added successfully' } },
    )
    result(`${name} (${SKU}): 10 in stock at ${(priceCents / 100).toFixed(2)}`)
    return { id, name, priceCents }
  }
  return [await add('Café con leche', 220), await add('Tarta de Santiago', 450)]
}

type Sale = {
  readonly orderId: string
  readonly ticketId: string
  readonly lines: readonly (readonly [quantity: number, Product])[]
}

async function cashSale(
  till: Client,
  userId: string,
  coffee: Product,
  cake: Product,
): Promise<Sale> {
  tell('A cash sale: two coffees and a cake')
  const lines = [[2, coffee] as const, [1, cake] as const]
  const sale = expecting(
    await till.post('/store/orders/checkout', await cart(till, userId, 'Cash', lines)),
    { status: 201 },
  )
  same('stock of coffee', await stock(till, coffee), 8)
  same('stock of cake', await stock(till, cake), 9)
  result(`order ${sale.orderId}; stock fell to 8 and 9`)
  return { ...sale, lines }
}

async function oversell(till: Client, userId: string, coffee: Product): Promise<void> {
  tell('Somebody wants 99 coffees')
  const order = await cart(till, userId, 'Cash', [[99, coffee]])
  const { message } = expecting(await till.post('/store/orders/checkout', order), {
    status: 400,
    body: { message: 'Checkout failed: check items, stock levels, and payment details' },
  })
  same('stock of coffee', await stock(till, coffee), 8)
  result(`refused: "${message}"; nothing changed`)
}

async function lightningSale(
  till: Client,
  scene: Scene,
  userId: string,
  cake: Product,
): Promise<Sale & { invoice: string }> {
  tell('A Lightning sale: an invoice through the tunnel to the node in the shop')
  const satoshis = 6_800
  const { serialized, paymentHash } = expecting(
    await till.post('/wallet/createinvoice', {
      description: cake.name,
      amountSat: satoshis,
      externalId: `demo-${randomBytes(4).toString('hex')}`,
      expirySeconds: 600,
    }),
    { status: 200, body: { amountSat: satoshis } },
  )
  result(`${serialized.slice(0, 40)}...`)
  const order = {
    ...(await cart(till, userId, 'BTC', [[1, cake]])),
    paymentHash,
    satoshiAmount: satoshis,
    exchangeRateAtPayment: 66_176.47,
    exchangeRateCurrency: 'eur',
    fiatAmountAtPayment: 4.5,
  }
  const checkout = () => till.post('/store/orders/checkout-if-paid', order)
  expecting(await checkout(), { status: 202, body: { status: 'pending' } })
  result('not paid yet: 202, status "pending"')

  tell('A watcher waits on the WebSocket while the customer pays')
  const watcher = await watch(till, scene.url)
  expecting(
    await new Client(scene.nodeUrl).post('/_simulator/pay', { invoice: serialized }),
    { status: 200 },
  )
  const frame = await watcher.frameOf(paymentHash)
  same('frame', [frame.type, frame.amountSat], ['payment_received', satoshis])
  result(`frame seen: ${JSON.stringify(frame)}`)

  tell('The till checks out, and then sends the same again')
  const sale = expecting(await checkout(), { status: 200, body: { status: 'completed' } })
  const replay = expecting(await checkout(), { status: 200 })
  same('the replayed sale', replay, sale)
  same('stock of cake', await stock(till, cake), 8)
  result(`order ${sale.orderId}, the same both times; stock fell once, to 8`)
  return { ...sale, lines: [[1, cake]], invoice: serialized }
}

async function printReceipt(
  till: Client,
  { dataDir }: Scene,
  { ticketId, lines }: Sale,
  invoice: string | null,
): Promise<string> {
  tell('The ticket is printed')
  const text = expecting(
    await till.post('/printers/print', {
      printerType: 'CUSTOMER',
      broadcast: false,
      ticketData: {
        ticketId,
        tableName: '',
        roomName: '',
        date: new Date().toISOString().slice(0, 16).replace('T', ' '),
        items: lines.map(([quantity, { name, priceCents }]) => ({
          quantity,
          name,
          price: (quantity * priceCents) / 100,
        })),
        total: totalCents(lines) / 100,
        invoice,
      },
    }),
    { status: 200, body: 'Print job sent' },
  )
  const picture = await pictureOf(join(dataDir, 'printed'), ticketId)
  result(`${text}: ${picture}`)
  return picture
}

async function forgedWebhook({ url }: Scene): Promise<void> {
  tell('Somebody forges a payment notification')
  const body = JSON.stringify({ type: 'payment_received', amountSat: 1_000_000 })
  const forged = createHmac('sha256', 'a guess').update(body).digest('hex')
  const text = expecting(
    await new Client(url).post('/webhook/node', body, { 'x-node-signature': forged }),
    { status: 401, body: 'Invalid signature' },
  )
  result(`refused: "${text}"`)
}

async function ordersOfTheDay(till: Client, ours: readonly string[]): Promise<void> {
  tell("The day's orders with their payments")
  const today = new Date().toISOString().slice(0, 10)
  const orders: { id: string; status: string; total: number; paymentMethod: string }[] =
    expecting(
      await till.get(`/orders/with-payments?startDate=${today}&endDate=${today}`),
      { status: 200 },
    )
  const seen = orders.filter(({ id }) => ours.includes(id))
  same(
    'orders of this run, newest first',
    seen.map(({ status, total, paymentMethod }) => [status, total, paymentMethod]),
    [
      ['paid', 4.5, 'BTC'],
      ['paid', 8.9, 'Cash'],
    ],
  )
  for (const { status, total, paymentMethod } of seen) {
    result(`${status} ${total.toFixed(2)} by ${paymentMethod}`)
  }
}

const totalCents = (lines: Sale['lines']) =>
  lines.reduce((sum, [quantity, { priceCents }]) => sum + quantity * priceCents, 0)

/** A checkout request for these lines, paid by the method of this name. */
async function cart(till: Client, userId: string, method: string, lines: Sale['lines']) {
  const methods: { id: string; name: string }[] = expecting(
    await till.get('/payments/methods'),
    { status: 200 },
  )
  const currency = expecting(await till.get('/base-currency'), { status: 200 })
  return {
    userId,
    items: lines.map(([quantity, { id, priceCents }]) => ({
      productId: id,
      quantity,
      priceAtOrder: priceCents,
    })),
    paymentMethodId: methods.find(({ name }) => name === method)?.id,
    currencyId: currency.currencyId,
    amount: totalCents(lines) / 100,
  }
}

const stock = async (till: Client, { id }: Product): Promise<number> =>
  expecting(await till.get(`/products/${id}`), { status: 200 }).quantity

type Frame = {
  readonly type: string
  readonly amountSat?: number
  readonly paymentHash?: string
}

async function watch(till: Client, url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/payments`, {
    headers: { cookie: `accessToken=${till.cookies.get('accessToken')}` },
  })
  const frames: Frame[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data)) as Frame))
  await once(socket, 'open')
  return {
    frameOf: async (paymentHash: string): Promise<Frame> => {
      const frame = await eventually('a frame of the payment', () =>
        frames.find((each) => each.paymentHash === paymentHash),
      )
      socket.close()
      return frame
    },
  }
}

const pictureOf = (folder: string, ticketId: string): Promise<string> =>
  eventually(`a picture of ticket ${ticketId}`, async () => {
    const names = await readdir(folder).catch(() => [])
    const name = names.find((each) => each.startsWith(ticketId) && each.endsWith('.png'))
    return name && join(folder, name)
  })

async function eventually<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const untilMs = Date.now() + 15_000
  while (Date.now() < untilMs) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(50)
  }
  throw new Differs(`${what} did not come within 15 s`)
}
