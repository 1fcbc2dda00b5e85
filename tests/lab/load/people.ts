import { setTimeout as sleep } from 'node:timers/promises'
import { sold } from '../../../infra/local/demo/sales.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import { Client } from '../../support/client.ts'
import { methodId } from '../../support/till.ts'
import type { Menu } from './menu.ts'
import { type Paper, templateName } from './paper.ts'

/** State that the people of the shop share, and their notes to be checked. */
export type Shift = {
  readonly userId: string
  readonly menu: Menu
  readonly paper: Paper
  readonly nodeUrl: string
  /** Store orders that a till was told are sold. */
  readonly sold: string[]
  /** Orders of tables that were told to be settled. */
  readonly settled: string[]
  /** Payment hashes of what was sold over Lightning. */
  readonly paidHashes: string[]
  /** Work that ended with an error. */
  readonly failures: string[]
}

/** Sells for cash; a receipt of every third sale goes to paper. */
export async function sellForCash(pos: Pos, shift: Shift, round: number): Promise<void> {
  const sale = await pos.storeOrders.checkout({ body: cart(shift, round, 'Cash') })
  shift.sold.push(sold(sale).orderId)
  if (round % 3 === 0) await printReceipt(pos, shift)
}

/** Sells over Lightning: an invoice through the tunnel, the payment, the checkout. */
export async function sellOverLightning(
  pos: Pos,
  shift: Shift,
  round: number,
): Promise<void> {
  const body = {
    description: 'Load',
    amountSat: 1_000,
    externalId: `load-${round}`,
    expirySeconds: 600,
  }
  const { serialized, paymentHash } = await pos.wallet.createInvoice({ body })
  await new Client(shift.nodeUrl).post('/_simulator/pay', { invoice: serialized })
  for (;;) {
    const answer = await pos.storeOrders.checkoutIfPaid({
      body: { ...cart(shift, round, 'BTC'), paymentHash, satoshiAmount: 1_000 },
    })
    if ('orderId' in answer) {
      shift.sold.push(answer.orderId)
      shift.paidHashes.push(paymentHash)
      return
    }
    await sleep(50)
  }
}

/** Serves a table: its dishes go to the kitchen, are cooked, and are paid for. */
export async function serveTable(
  pos: Pos,
  { userId, menu, paper, settled }: Shift,
  round: number,
): Promise<void> {
  const tableId = menu.tableIds[round % menu.tableIds.length] ?? ''
  const mark = paper.newMark()
  const dish = { dishId: menu.dishId, priceAtOrder: menu.dishCents / 100 }
  const { id } = await pos.orders.createWithDishes({
    body: {
      order: { userId, tableId, status: 'open' },
      dishes: [{ ...dish, notes: mark }, dish],
    },
  })
  await pos.printers.fire({ params: { id }, body: {} })
  await paper.untilPrinted(mark)
  for (const line of await pos.orders.dishes({ params: { id } })) {
    const params = { id, dishId: line.id }
    await pos.orders.changeDish({ params, body: { status: 'done' } })
  }
  const amountCents = 2 * menu.dishCents
  await pos.bills.settle({
    params: { id },
    body: { userId, tenders: [{ paymentMethodId: methodId('Cash'), amountCents }] },
  })
  settled.push(id)
}

/** Looks at what the owner's page shows. */
export async function readReports(pos: Pos): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  await pos.reports.sales({ query: { startDate: today, endDate: today } })
  await pos.products.list()
  await pos.agents.list()
  await pos.shifts.open()
  await sleep(10_000)
}

async function printReceipt(pos: Pos, { paper }: Shift): Promise<void> {
  const mark = paper.newMark()
  await pos.printers.print({
    body: {
      printerType: 'CUSTOMER',
      templateName,
      ticketData: {
        ticketId: mark,
        tableName: '',
        roomName: '',
        date: new Date().toISOString(),
        items: [{ quantity: 1, name: mark, price: 2.5, comments: [] }],
        total: 2.5,
      },
    },
  })
  await paper.untilPrinted(mark)
}

function cart({ userId, menu }: Shift, round: number, method: string) {
  const { productIds, productCents, currencyId } = menu
  const lines = [productIds[round % productIds.length], productIds.at(round % 3)]
  const items = [...new Set(lines)].map((productId = '') => ({
    productId,
    quantity: 1,
    priceAtOrder: productCents,
  }))
  const amount = (items.length * productCents) / 100
  return { userId, items, paymentMethodId: methodId(method), currencyId, amount }
}
