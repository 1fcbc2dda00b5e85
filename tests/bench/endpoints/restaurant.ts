import type { Client } from '../../support/client.ts'
import { cash, usd } from '../bench-shop.ts'
import { callCrud, create } from './counted-client.ts'

const day = () => new Date().toISOString().slice(0, 10)

/** Calls every operation of spaces, tables, orders and bills, and of tickets and payments. */
export async function callRestaurant(client: Client, userId: string): Promise<void> {
  await callCrud(client, '/spaces', { name: 'Garden' })
  const spaceId = await create(client, '/spaces', { name: 'Hall' })
  await callCrud(client, '/tables', { name: 'T1', spaceId })
  const [one, two] = [
    await create(client, '/tables', { name: 'T2', spaceId }),
    await create(client, '/tables', { name: 'T3', spaceId }),
  ]
  await client.get(`/tables/by-space/${spaceId}`)
  const categoryId = await create(client, '/categories', { name: 'Soups', type: 'dish' })
  const dish = { name: 'Soup', price: 5, categoryId }
  const dishId = await create(client, '/dishes', dish)
  const line = { dishId, priceAtOrder: 5 }
  const order = { userId, tableId: one, status: 'open', total: 0 }

  const bill = await create(client, '/orders', order)
  await client.post(`/orders/${bill}/dishes`, [line, line, line])
  const { body: lines } = await client.get(`/orders/${bill}/dishes`)
  await client.put(`/orders/${bill}/dishes/${lines[0].id}`, { status: 'done' })
  const firstLine = { dishIds: [lines[0].id] }
  await client.put(`/orders/${bill}/kitchen`, { ...firstLine, status: 'in_progress' })
  await client.get('/orders/kitchen')
  await client.put(`/orders/${bill}/calculate-total`)
  await client.put(`/orders/${bill}`, order)
  await client.get(`/orders/${bill}`)
  await client.get(`/orders/${bill}/complete`)
  await client.get('/orders')
  await client.get(`/orders/table/${one}`)
  await client.get(`/orders/user/${userId}`)
  await client.get('/orders/status/open')
  await client.get(`/orders/date-range?start_date=${day()}&end_date=${day()}`)
  const split = await client.post(`/orders/${bill}/split`, { dishIds: [lines[1].id] })
  await client.put(`/orders/${split.body.id}/table`, { tableId: two })
  await client.post(`/orders/${bill}/merge`, { orderId: split.body.id })
  await client.put(`/orders/${bill}/discount`, { percent: 20 })
  await client.post(`/orders/${bill}/settle`, {
    tenders: [{ paymentMethodId: cash, amountCents: 1_200 }],
    userId,
  })
  await client.post(`/orders/${bill}/refund`, {})
  await client.get(`/orders/with-payments?startDate=${day()}&endDate=${day()}`)
  await client.get(`/orders/total-sales/${day()}`)

  const { body: added } = await client.post('/orders/with-dishes', {
    order,
    dishes: [line, line],
  })
  const { body: drafts } = await client.get(`/orders/${added.id}/dishes`)
  await client.del(`/orders/${added.id}/dishes/${drafts[0].id}`)
  await client.del(`/orders/${added.id}/dishes`)
  await client.del(`/orders/${added.id}`)

  await callPayments(client, userId, await create(client, '/orders', order))
}

async function callPayments(
  client: Client,
  userId: string,
  orderId: string,
): Promise<void> {
  const payment = { methodId: cash, currencyId: usd, amount: 5 }
  await callCrud(client, '/payments', payment)
  const ticket = {
    orderId,
    userId,
    ticketDate: '',
    status: 1,
    totalAmount: 5,
    notes: '',
  }
  await callCrud(client, '/tickets', ticket)
  const paymentId = await create(client, '/payments', payment)
  const ticketId = await create(client, '/tickets', ticket)
  const links = '/payments/ticket-payments'
  await client.post(links, { paymentId, ticketId })
  await client.get(`${links}/by-ticket/${ticketId}`)
  await client.get(`${links}/by-payment/${paymentId}`)
  await client.del(`${links}?paymentId=${paymentId}&ticketId=${ticketId}`)
  await client.post(links, { paymentId, ticketId })
  await client.del(`${links}/by-ticket/${ticketId}`)
  await client.get('/payments/methods')
  await client.get(`/payments/methods/${cash}`)
  await client.get('/payments/currencies')
  await client.get(`/payments/currencies/${usd}`)
  await client.get('/currencies')
}
