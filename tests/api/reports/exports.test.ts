import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBills } from '../../support/bills.ts'
import type { Client } from '../../support/client.ts'
import { openRestaurant } from '../../support/dishes.ts'
import { refundsOf } from '../../support/refunds.ts'
import { cartOf, item, tender } from '../../support/selling.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTicketBook, type TicketBook } from '../../support/tickets.ts'
import { methodId, openTill } from '../../support/till.ts'
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

it('sales have the category of their moment, and the discounts of line and sale apart', async () => {
  const till = await openTill(shop)
  const { admin } = till
  const category = async (name: string, type: string) =>
    (await admin.post('/categories', { name, type })).body.id
  const drinks = await category('Drinks', 'product')
  const hot = await category('Hot', 'product')
  const coffee = await till.createProduct(9)
  const { body: product } = await admin.get(`/products/${coffee}`)
  const changed = { ...product, categoryIds: [drinks, hot] }
  expect((await admin.put(`/products/${coffee}`, changed)).status).toBe(200)
  const bread = await till.createProduct(9, 'Bread')
  const items = [
    item(coffee, { quantity: 2, discountCents: 50 }),
    item(coffee, { priceAtOrder: 300 }),
    item(bread),
  ]
  const sold = await admin.post(
    '/store/orders/checkout',
    cartOf(till, items, 900, { discountAmount: 100 }),
  )
  expect(sold.status).toBe(201)

  const bills = await openBills(shop)
  const { categoryId } = (await admin.get(`/dishes/${bills.soup}`)).body
  const { name: menu } = (await admin.get(`/categories/${categoryId}?type=dish`)).body
  const bill = await bills.createBill([450, 333])
  const [, cancelled] = await bills.idsOf(bill)
  await admin.put(`/orders/${bill}/dishes/${cancelled}`, { status: 'cancelled' })
  expect((await bills.settle(bill, 400, { discountAmount: 50 })).status).toBe(200)

  const rows = async () =>
    (await exported('sales'))
      .filter(({ orderId }) => [sold.body.orderId, bill].includes(orderId ?? ''))
      .map((row) =>
        ['price', 'category', 'discount', 'lineDiscount', 'saleDiscount'].map(
          (column) => row[column],
        ),
      )
  const before = await rows()
  expect(before).toEqual([
    ['2.50', 'Drinks', '0.95', '0.50', '0.45'],
    ['3.00', 'Drinks', '0.30', '0.00', '0.30'],
    ['2.50', '', '0.25', '0.00', '0.25'],
    ['4.50', menu, '0.50', '0.00', '0.50'],
  ])
  await admin.put(`/categories/${drinks}`, { name: 'Beverages', type: 'product' })
  await admin.put(`/categories/${categoryId}`, { name: 'Lunch', type: 'dish' })
  await admin.put(`/products/${coffee}`, { ...changed, categoryIds: [] })
  expect((await admin.del(`/categories/${drinks}?type=product`)).status).toBe(204)
  expect(await rows()).toEqual(before)
})

it('a bill that is settled at 0 keeps its satoshis', async () => {
  const bills = await openBills(shop)
  const bill = await bills.createBill([450])
  const [line] = await bills.idsOf(bill)
  await bills.admin.put(`/orders/${bill}/dishes/${line}`, { status: 'cancelled' })
  const read = async (query: string) =>
    (await bills.admin.get(`/reports?period=day${query}`)).body.totalBtcSatoshis
  const queries = ['', '&paymentMethod=BTC', '&paymentMethod=btc&productName=']
  const before = await Promise.all(queries.map(read))
  const tenders = [tender('BTC', 0, { satoshiAmount: 21 })]
  expect((await bills.settle(bill, 0, { tenders })).status).toBe(200)
  expect(await Promise.all(queries.map(read))).toEqual(before.map((sat) => sat + 21))
  expect(
    (await exported('payments')).filter(({ orderId }) => orderId === bill),
  ).toMatchObject([{ method: 'BTC', amount: '0.00', satoshis: '21' }])
})
