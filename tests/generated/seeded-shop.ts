import { raiseAlert } from '../../shared/events/alerts/alerts.ts'
import { eventId, storeDelivery } from '../../shared/events/webhooks/deliveries.ts'
import { currencies } from '../../shared/platform/money/currencies.ts'
import { paymentMethods } from '../../shared/platform/money/payment-methods.ts'
import { enrolAgent } from '../support/on-site-agent.ts'
import { printJob } from '../support/printing.ts'
import { receivePayment } from '../support/selling.ts'
import type { Shop } from '../support/shop.ts'
import { openTill } from '../support/till.ts'

const three = [1, 2, 3]

/**
 * Creates at least three records of every kind. Returns the paths of lists that their
 * declaration does not give: those whose route has parameters or needs an optional query.
 */
export async function seedShop(shop: Shop): Promise<Readonly<Record<string, string>>> {
  const till = await openTill(shop)
  const { admin } = till
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await admin.post(path, body)
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const addThree = async (path: string, body: (n: number) => object) => {
    const ids: string[] = []
    for (const n of three) ids.push(await add(path, body(n)))
    return ids
  }
  const [role = ''] = await addThree('/roles', (n) => ({ role: `role ${n}` }))
  await admin.put(`/roles/${role}/permissions`, {
    permissions: ['orders_read', 'users_read', 'dish_read'],
  })
  await addThree('/users', (n) => ({ name: `user ${n}`, pin: '1234', role }))
  await addThree('/categories', (n) => ({ name: `drinks ${n}`, type: 'product' }))
  const [space = ''] = await addThree('/spaces', (n) => ({ name: `hall ${n}` }))
  const [table = ''] = await addThree('/tables', (n) => ({
    name: `table ${n}`,
    spaceId: space,
  }))
  await addThree('/shifts', (n) => ({
    userId: shop.ownerId,
    shiftDate: '2026-05-01',
    startTime: '08:00',
    endTime: `1${n}:00`,
    notes: '',
    initialAmount: 1,
  }))
  const openShift = () =>
    add('/shifts', {
      userId: shop.ownerId,
      shiftDate: '2026-05-01',
      startTime: '08:00',
      notes: '',
    })
  for (const _ of [1, 2]) await admin.post(`/shifts/${await openShift()}/close`)
  const shift = await openShift()
  await addThree(`/shifts/${shift}/cash`, (n) => ({ type: 'in', amount: n, reason: 'x' }))
  await admin.post(`/shifts/${shift}/close`)
  const menu = await add('/categories', { name: 'menu', type: 'dish' })
  const kitchen = await add('/categories', { name: 'kitchen', type: 'ingredient' })
  const dishes = await addThree('/dishes', (n) => ({
    name: `dish ${n}`,
    price: n,
    categoryId: menu,
  }))
  await addThree('/ingredients', (n) => ({
    name: `ingredient ${n}`,
    categoryId: kitchen,
    quantity: n,
    unit: 'kg',
    lowStockThreshold: 1,
    costPerUnit: 1,
  }))
  await addThree('/taxes', (n) => ({ name: `tax ${n}`, ratePercent: n }))
  await addThree('/modifiers', (n) => ({
    name: `group ${n}`,
    min: 0,
    max: 1,
    options: [],
  }))
  await addThree('/pay-codes', (n) => ({ kind: 'open', name: `code-${n}` }))
  await addThree('/tills', (n) => ({ name: `till ${n}` }))
  await addThree('/suppliers', (n) => ({
    name: `supplier ${n}`,
    contact: '',
    phone: '',
    email: '',
    address: '',
  }))
  const [order = ''] = await addThree('/orders', (n) => ({
    userId: shop.ownerId,
    tableId: table,
    status: 'open',
    total: 0,
    createdAt: `2026-05-0${n}T10:00:00Z`,
  }))
  await admin.post(
    `/orders/${order}/dishes`,
    dishes.map((dishId) => ({ dishId, priceAtOrder: 1, notes: '' })),
  )
  // All of them low on stock, for lists of what is
  const product = await till.createProduct(10, 'Coffee', 20)
  for (const n of three) await till.checkout(till.cart(product, n))
  await till.createProduct(1, 'Coffee', 2)
  await till.createProduct(1, 'Coffee', 2)
  const [payment = '', ...others] = await addThree('/payments', () => ({
    methodId: paymentMethods[0]?.id,
    currencyId: currencies[0]?.id,
    transactionId: '',
    amount: 1,
  }))
  const tickets = await addThree('/tickets', () => ({
    orderId: order,
    userId: shop.ownerId,
    ticketDate: '2026-05-01',
    status: 1,
    totalAmount: 1,
    notes: '',
  }))
  for (const ticketId of tickets) {
    await admin.post('/payments/ticket-payments', { paymentId: payment, ticketId })
  }
  for (const paymentId of others) {
    await admin.post('/payments/ticket-payments', { paymentId, ticketId: tickets[0] })
  }
  for (const amountSat of three) {
    await receivePayment(amountSat)
  }
  for (const n of three) {
    const alert = { kind: 'stock_low', subject: `product-${n}`, details: {} } as const
    await raiseAlert(alert, Date.now())
  }
  const [webhook = ''] = await addThree('/webhooks', (n) => ({
    url: `http://127.0.0.1:1/${n}`,
    events: ['shift.closed'],
  }))
  for (const n of three) {
    const atMs = Date.now()
    const event = { id: eventId(atMs, `${n}`), type: 'webhook.test', atMs, data: {} }
    // A sender would change it meanwhile
    await storeDelivery(webhook, event)
  }
  await addThree('/api-keys', (n) => ({ name: `key ${n}`, permissions: [] }))
  await addThree('/templates', (n) => ({
    name: `template ${n}`,
    elements: [{ type: 'HEADER', value: 'x' }],
  }))
  await addThree('/printers/configs', (n) => ({
    printerType: 'KITCHEN',
    printerName: `printer ${n}`,
  }))
  for (const n of three) {
    await (await enrolAgent(shop, admin)).report(`left ${n}`, `right ${n}`)
  }
  const job = await printJob(shop, admin)
  for (const _ of [1, 2]) await admin.post(`/printers/jobs/${job}/reprint`)
  return {
    'GET /categories': '/categories?type=product',
    'GET /roles/{id}/permissions': `/roles/${role}/permissions`,
    'GET /shifts/{id}/cash': `/shifts/${shift}/cash`,
    'GET /webhooks/{id}/deliveries': `/webhooks/${webhook}/deliveries`,
    'GET /tables/by-space/{id}': `/tables/by-space/${space}`,
    'GET /ingredients/low_stock/{threshold}': '/ingredients/low_stock/100',
    'GET /orders/user/{userId}': `/orders/user/${shop.ownerId}`,
    'GET /orders/table/{tableId}': `/orders/table/${table}`,
    'GET /orders/status/{status}': '/orders/status/open',
    'GET /orders/date-range':
      '/orders/date-range?start_date=2026-05-01&end_date=2026-05-03',
    'GET /orders/{id}/dishes': `/orders/${order}/dishes`,
    'GET /payments/ticket-payments/by-ticket/{ticketId}': `/payments/ticket-payments/by-ticket/${tickets[0]}`,
    'GET /payments/ticket-payments/by-payment/{paymentId}': `/payments/ticket-payments/by-payment/${payment}`,
  }
}
