import type { Pos } from '../../../shared/client/pos.ts'
import { dishes, menuOf, tablesOf } from './menu.ts'
import { result, step } from './steps.ts'

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
export async function enterPaperOrders(pos: Pos, userId: string): Promise<void> {
  step("Entering the last hours' orders from the paper pad")
  const [dishIds, tables, methods, { currencyId }] = await Promise.all([
    menuOf(pos),
    tablesOf(pos),
    pos.payments.methods(),
    pos.currencies.base(),
  ])
  const enter = async ([minutes, table, method, ...counts]: Order): Promise<number> => {
    const lines = dishes.flatMap(({ priceCents }, at) =>
      Array.from({ length: counts[at] ?? 0 }, () => ({
        dishId: dishIds[at] ?? '',
        priceAtOrder: priceCents / 100,
      })),
    )
    const cents = dishes.reduce(
      (sum, { priceCents }, at) => sum + priceCents * (counts[at] ?? 0),
      0,
    )
    const order = {
      userId,
      tableId: table && tables.get(table),
      status: 'paid' as const,
      createdAt: Date.now() - minutes * 60_000,
    }
    const { id: orderId } = await pos.orders.createWithDishes({
      body: { order, dishes: lines },
    })
    const amount = cents / 100
    const methodId = methods.find(({ name }) => name === method)?.id ?? ''
    const [ticket, payment] = await Promise.all([
      pos.tickets.create({
        body: {
          orderId,
          userId,
          ticketDate: '',
          status: 2,
          totalAmount: amount,
          notes: '',
        },
      }),
      pos.payments.create({ body: { methodId, currencyId, amount } }),
    ])
    await pos.payments.link({ body: { paymentId: payment.id, ticketId: ticket.id } })
    return cents
  }
  const cents = await Promise.all(orders.map(enter))
  const total = cents.reduce((sum, each) => sum + each, 0) / 100
  result(`${orders.length} orders, ${total.toFixed(2)} in cash and by card`)
}
