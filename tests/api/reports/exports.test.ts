import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openRestaurant } from '../../support/dishes.ts'
import { refundsOf } from '../../support/refunds.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTicketBook, type TicketBook } from '../../support/tickets.ts'
import { methodId } from '../../support/till.ts'
import { expectWritesOf } from '../../support/write-rights.ts'

let shop: Shop
let book: TicketBook
let accountant: Client
beforeAll(async () => {
  shop = await openShop()
  book = await openTicketBook(shop)
  accountant = await shop.userWith('reports_export')
})
afterAll(() => shop.close())

/** The rows of an export, by their columns. */
async function exported(type: string): Promise<Record<string, string>[]> {
  const { body } = await accountant.get(`/reports/export?type=${type}`)
  const [header = '', ...rows] = body.trimEnd().split('\r\n')
  const columns = header.split(',')
  return rows.map((row: string) =>
    Object.fromEntries(row.split(',').map((cell, at) => [columns[at], cell])),
  )
}

it('a Z report lists cash moved and cash refunded apart from other refunds', async () => {
  const shifts = await shiftsOf(shop)
  const { refund } = refundsOf(shop, book)
  const id = await shifts.createShift()
  await shifts.moveCash(id, 'in', 20)
  await shifts.moveCash(id, 'out', 5)
  for (const [name, amountCents] of [
    ['Cash', 100],
    ['Debit Card', 150],
  ] as const) {
    const paymentMethodId = methodId(name)
    const { orderId } = await book.createSale({ paymentMethodId })
    const { status } = await refund(orderId, { amountCents, paymentMethodId })
    expect(status).toBe(200)
  }
  await shifts.closeShift(id)
  expectWritesOf('reports')
  expect(await exported('z-reports')).toMatchObject([
    { cashIn: '20.00', cashOut: '5.00', cashRefunds: '1.00', refunds: '2.50' },
  ])
})

it('a payment of two orders is exported once', async () => {
  const { createOrder, createDish, addDishes } = await openRestaurant(shop)
  const soup = await createDish('Soup')
  const payment = await book.createPayment({ methodId: methodId('Credit Card') })
  for (let guests = 0; guests < 2; guests += 1) {
    const orderId = await createOrder()
    await addDishes(orderId, [{ dishId: soup, priceAtOrder: 2.25, notes: '' }])
    await book.linkPayment(payment, await book.createTicket(orderId))
    const paid = { userId: shop.ownerId, tableId: null, status: 'paid', total: 2.25 }
    expect((await book.admin.put(`/orders/${orderId}`, paid)).status).toBe(200)
  }
  expect(await exported('sales')).toHaveLength(4)
  expect(
    (await exported('payments')).filter(({ method }) => method === 'Credit Card'),
  ).toMatchObject([{ paymentId: payment, amount: '4.50' }])
})
