import { randomUUID } from 'node:crypto'
import { type CountedShop, cash, usd } from './bench-shop.ts'

/** A table of a restaurant whose guests order three dishes, get them and pay in cash. */
export async function openCountedTable({ till, userId }: CountedShop) {
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await till.post(path, body, { 'Idempotency-Key': randomUUID() })
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const spaceId = await create('/spaces', { name: 'Garden' })
  const tableId = await create('/tables', { name: 'T1', spaceId })
  const categoryId = await create('/categories', { name: 'Mains', type: 'dish' })
  const dishId = await create('/dishes', { name: 'Soup', price: 4.5, categoryId })
  const line = { dishId, priceAtOrder: 4.5, notes: 'no salt' }
  const total = 13.5
  let orderId = ''
  let lineId = ''

  return {
    order: async () => {
      const answer = await till.post(
        '/orders/with-dishes',
        {
          order: { userId, tableId, status: 'open', total: 0 },
          dishes: [line, line, line],
        },
        { 'Idempotency-Key': randomUUID() },
      )
      orderId = answer.body.id
      return answer
    },
    findLine: async () => {
      const { body } = await till.get(`/orders/${orderId}/dishes`)
      lineId = body[0].id
    },
    finishDish: () => till.put(`/orders/${orderId}/dishes/${lineId}`, { status: 'done' }),
    /** Ticket, payment, the link of both, and the order's end. */
    pay: async () => {
      const ticketId = await create('/tickets', {
        orderId,
        userId,
        ticketDate: '',
        status: 2,
        totalAmount: total,
        notes: '',
      })
      const paymentId = await create('/payments', {
        methodId: cash,
        currencyId: usd,
        amount: total,
      })
      const linked = await till.post('/payments/ticket-payments', { paymentId, ticketId })
      const order = { userId, tableId, status: 'paid', total }
      const closed = await till.put(`/orders/${orderId}`, order)
      if (linked.status >= 400 || closed.status >= 400) {
        throw new Error(JSON.stringify([linked.body, closed.body]))
      }
    },
  }
}
