import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../../../shared/client/connect.ts'
import { cart, methodIds, sold } from './sales.ts'
import { type Demo, result, step, waitFor } from './steps.ts'
import { dishes, menuOf, tablesOf } from './table.ts'

/**
 * Prints the papers that a day has not printed by itself, so that all fourteen are there:
 * bills, receipts with a buyer and of several rates, a copy, a refund, changes for the kitchen,
 * an X report, a pay code, and a program's own print. Returns the paths of their pictures.
 */
export async function printPapers(demo: Demo): Promise<string[]> {
  step('Printing the other papers of a shop')
  const pictures: string[] = []
  const print = async (name: string, send: () => Promise<unknown>) => {
    const picture = await newPicture(demo, send)
    pictures.push(picture)
    result(`${name}: ${picture}`)
  }
  const printOrder = (orderId: string) => () =>
    demo.pos.printers.print({ body: { printerType: 'CUSTOMER', orderId } })

  const { pos, userId } = demo
  const table = await openBill(demo, 'Mesa 1')
  await print('a bill', printOrder(table))
  await newPicture(demo, () => pos.printers.fire({ params: { id: table }, body: {} }))
  const tableId = (await tablesOf(demo)).get('Mesa 3') ?? ''
  await print('a table that moved, in the kitchen', () =>
    pos.bills.move({ params: { id: table }, body: { tableId } }),
  )
  await pos.quotes.create({ body: { kind: 'order', orderId: table } })
  await print('a bill to pay over Lightning', printOrder(table))
  const buyer = { name: 'Obras y Reformas Núñez SL', taxId: 'B-87654321' }
  const [cash = ''] = await methodIds(demo, 'Cash')
  const tenders = [{ paymentMethodId: cash, amountCents: billCents }]
  await pos.bills.settle({ params: { id: table }, body: { userId, buyer, tenders } })
  await print('a receipt with its buyer', printOrder(table))

  const sale = await sellOfTwoRates(demo)
  await print('a receipt of several rates', printOrder(sale))
  await print('a copy', printOrder(sale))
  const { id: refundId } = await pos.storeOrders.refund({
    params: { id: sale },
    body: { paymentMethodId: cash, amountCents: 350, reason: 'Llegó abierto' },
  })
  await print('a refund', () =>
    pos.printers.print({ body: { printerType: 'CUSTOMER', orderId: sale, refundId } }),
  )
  await print('what a program prints', () => printAsProgram(demo))
  const shift = await pos.shifts.open()
  const params = { id: shift?.id ?? '' }
  await print('an X report', () => pos.printers.zReport({ params, body: {} }))
  const [code] = await pos.payCodes.list()
  await print('a pay code', () =>
    pos.printers.payCode({ params: { id: code?.id ?? '' }, body: {} }),
  )
  return pictures
}

/** Returns the path of the picture of a print. */
async function newPicture(
  { dataDir }: Demo,
  send: () => Promise<unknown>,
): Promise<string> {
  const folder = join(dataDir, 'printed')
  const pictures = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.png'))
  const before = new Set(await pictures())
  await send()
  return waitFor('a new picture', async () => {
    const name = (await pictures()).find((each) => !before.has(each))
    return name && join(folder, name)
  })
}

const billCents = dishes[0].priceCents + dishes[1].priceCents

/** Opens a bill of both dishes at a table, and returns its order's id. */
async function openBill(demo: Demo, table: string): Promise<string> {
  const tableId = (await tablesOf(demo)).get(table)
  const ordered = (await menuOf(demo)).map((dishId, at) => ({
    dishId,
    priceAtOrder: (dishes[at]?.priceCents ?? 0) / 100,
  }))
  const order = { userId: demo.userId, tableId, status: 'open' as const }
  const { id } = await demo.pos.orders.createWithDishes({
    body: { order, dishes: ordered },
  })
  return id
}

const goods = [
  { name: 'Leche fresca, 1 l', priceCents: 150, ratePercent: 4 },
  { name: 'Taza de cerámica', priceCents: 890, ratePercent: 21 },
] as const

/** Sells goods with two rates for cash, and returns the order's id. */
async function sellOfTwoRates(demo: Demo): Promise<string> {
  const { pos } = demo
  const taxes = await pos.taxes.list()
  const known = await pos.products.list()
  const products = await Promise.all(
    goods.map(async ({ name, priceCents, ratePercent }) => {
      const found = known.find((product) => product.name === name)
      if (found) return { id: found.id, name, priceCents }
      const called = `IVA ${ratePercent} %`
      const tax =
        taxes.find((each) => each.name === called) ??
        (await pos.taxes.create({
          body: { name: called, ratePercent, isDefault: false },
        }))
      const { id } = await pos.products.create({
        body: {
          name,
          priceCents,
          taxId: tax.id,
          trackStock: false,
          quantity: 0,
          categoryIds: [],
        },
      })
      return { id, name, priceCents }
    }),
  )
  const body = await cart(
    demo,
    'Cash',
    products.map((product) => [1, product] as const),
  )
  return sold(await pos.storeOrders.checkout({ body })).orderId
}

/** Prints a ticket with an API key, which is no receipt of a sale and says so. */
async function printAsProgram({ pos, url }: Demo): Promise<void> {
  const { id, secret } = await pos.apiKeys.create({
    body: { name: 'Demo', permissions: ['orders_create'] },
  })
  const ticketData = {
    ticketId: 'W-1',
    tableName: '',
    roomName: '',
    date: '',
    items: [{ name: 'Cesta de la web', quantity: 1, price: 24 }],
    total: 24,
  }
  const program = connect({ baseUrl: url, apiKey: secret })
  const printerType = 'CUSTOMER'
  const templateName = 'Receipt'
  await program.printers.print({ body: { printerType, templateName, ticketData } })
  await pos.apiKeys.remove({ params: { id } })
}
