import { pictureOf } from './receipt.ts'
import { methodIds } from './sales.ts'
import {
  ContractViolation,
  type Demo,
  expectEqual,
  expectFields,
  result,
  step,
} from './steps.ts'
import { dishes, menuOf, tablesOf } from './table.ts'

/** Opens a shift, unless one is open. Returns its id. */
export async function openDay({ pos, userId }: Demo): Promise<string> {
  const open = await pos.shifts.open()
  step(open ? 'A shift is open already' : 'Opening a shift')
  if (open) return open.id
  const nowMs = String(Date.now())
  const { id } = await pos.shifts.create({
    body: { userId, shiftDate: nowMs, startTime: nowMs, notes: '', initialAmount: 150 },
  })
  result('150.00 in the drawer')
  return id
}

/** Takes cash out of the drawer and closes the shift. Returns the Z report's picture. */
export async function closeDay(demo: Demo, shiftId: string): Promise<string> {
  const { pos } = demo
  step('Paying the baker from the drawer, counting it, and closing the day')
  const params = { id: shiftId }
  const paid = { type: 'out', amount: 12.5, reason: 'Panadería' } as const
  await pos.shifts.moveCash({ params, body: paid })
  const { expectedTotal, totalSales } = await pos.shifts.breakdown({ params })
  if (expectedTotal === null)
    throw new ContractViolation('the drawer has no expected sum')
  await pos.shifts.close({ params, body: { finalAmount: expectedTotal } })
  const report = expectFields(await pos.shifts.zReport({ params }), {
    finalAmount: expectedTotal,
    difference: 0,
  })
  expectEqual('sales of the Z report', report.totalSales, totalSales)
  await pos.printers.zReport({ params, body: {} })
  const picture = await pictureOf(demo, shiftId)
  result(
    `Z report ${report.number}: receipts ${report.firstNumber} to ${report.lastNumber}, ${expectedTotal.toFixed(2)} in the drawer as expected: ${picture}`,
  )
  return picture
}

/** Adds what the owner's page shows well: an open shift, scarce products, past orders. */
export async function fillTheDay(demo: Demo): Promise<void> {
  await openDay(demo)
  await addScarceProducts(demo)
  await enterPaperOrders(demo)
}

const scarceProducts = [
  { name: 'Leche de avena', quantity: 3, minStockThreshold: 12, priceCents: 290 },
  { name: 'Café en grano, 1 kg', quantity: 1, minStockThreshold: 4, priceCents: 1_900 },
] as const

async function addScarceProducts({ pos }: Demo): Promise<void> {
  step('Adding products that are running out')
  const known = new Set((await pos.products.list()).map(({ name }) => name))
  for (const product of scarceProducts) {
    const { name, quantity, minStockThreshold, priceCents } = product
    if (known.has(name)) continue
    const costCents = Math.round(priceCents / 2)
    await pos.products.create({
      body: { ...product, costCents, maxStockThreshold: 40, categoryIds: [] },
    })
    result(`${name}: ${quantity} left, at least ${minStockThreshold} wanted`)
  }
}

/** Minutes ago, table, payment method, and how many of each dish. */
const orders = [
  [20, 'Mesa 2', 'Credit Card', 2, 1],
  [48, null, 'Cash', 1, 0],
  [75, 'Mesa 1', 'Debit Card', 3, 2],
  [110, 'Mesa 2', 'Cash', 2, 2],
  [135, null, 'Credit Card', 1, 1],
  [190, 'Mesa 1', 'Credit Card', 4, 1],
  [250, null, 'Cash', 2, 0],
  [320, 'Mesa 2', 'Debit Card', 1, 2],
] as const

type Order = (typeof orders)[number]

/** Enters orders of tables that were taken on paper, each with its ticket and payment. */
async function enterPaperOrders(demo: Demo): Promise<void> {
  const { pos, userId } = demo
  step("Entering the last hours' orders from the paper pad")
  const dishIds = await menuOf(demo)
  const tables = await tablesOf(demo)
  const { currencyId } = await pos.currencies.base()
  const enter = async ([minutes, table, method, ...counts]: Order): Promise<number> => {
    const lines = dishes.flatMap(({ priceCents }, at) => {
      const line = { dishId: dishIds[at] ?? '', priceAtOrder: priceCents / 100 }
      return Array.from({ length: counts[at] ?? 0 }, () => line)
    })
    const amount = lines.reduce((sum, line) => sum + line.priceAtOrder * 100, 0) / 100
    const createdAt = Date.now() - minutes * 60_000
    const tableId = table && tables.get(table)
    const order = { userId, tableId, status: 'paid' as const, createdAt }
    const made = await pos.orders.createWithDishes({ body: { order, dishes: lines } })
    const sums = { status: 2, totalAmount: amount, notes: '', ticketDate: '' } as const
    const ticket = await pos.tickets.create({
      body: { orderId: made.id, userId, ...sums },
    })
    const [methodId = ''] = await methodIds(demo, method)
    const payment = await pos.payments.create({ body: { methodId, currencyId, amount } })
    await pos.payments.link({ body: { paymentId: payment.id, ticketId: ticket.id } })
    return amount
  }
  const amounts = await Promise.all(orders.map(enter))
  const total = amounts.reduce((sum, each) => sum + each, 0)
  result(`${orders.length} orders, ${total.toFixed(2)} in cash and by card`)
}

/** Chooses the shop's time zone and its tax, where there is none yet. Returns the zone. */
export async function prepareBooks({ pos }: Demo): Promise<string> {
  step("Choosing the shop's time zone and its tax")
  const business = await pos.config.show()
  const timezone = 'timezone' in business ? business.timezone : null
  const chosen = timezone ?? 'Europe/Madrid'
  if (timezone === null) {
    const { businessName } = business
    await pos.config.change({ body: { businessName, timezone: chosen } })
  }
  result(`the time zone is ${chosen}`)
  const taxes = await pos.taxes.list()
  if (taxes.length === 0) {
    await pos.taxes.create({ body: { name: 'IVA', ratePercent: 10, isDefault: true } })
    result('prices include 10 % IVA')
  }
  return chosen
}
