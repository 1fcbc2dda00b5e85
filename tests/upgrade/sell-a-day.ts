import { randomUUID } from 'node:crypto'
import type { Client } from '../support/client.ts'
import { owner, type Said } from './kept-table.ts'

const methods = {
  Cash: '',
  'Credit Card': '',
  BTC: '',
}
type Method = keyof typeof methods

/**
 * Sets up a shop and sells in it until the middle of its second shift. It speaks the words
 * that clients of the first release with each feature knew, so that every later release can
 * make its file with it. Returns what was said, by name.
 */
export async function sellADay(admin: Client, node: Client) {
  const said: Record<string, Said> = {}

  /** Sends a request and keeps it; throws where it is refused with another status. */
  const say = async (
    name: string | null,
    method: Said['method'],
    path: string,
    body?: object,
    { headers, status: expected, by = admin }: Partial<Said> & { by?: Client } = {},
  ) => {
    const { status, body: answer } = await by.send(method, path, body, headers)
    if (expected ? status !== expected : status >= 300) {
      throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
    }
    if (name !== null) {
      said[name] = {
        method,
        path,
        ...(body && { body }),
        ...(headers && { headers }),
        status,
        answer,
      }
    }
    return answer
  }
  const post = (path: string, body: object) => say(null, 'POST', path, body)
  const idOf = async (path: string, body: object): Promise<string> =>
    (await post(path, body)).id

  const setUp = await say('setup', 'POST', '/initial-setup', {
    businessType: 'store',
    businessName: 'Corner Shop',
    businessCurrency: 'USD',
    userName: owner.name,
    userPassword: owner.password,
    userPin: owner.pin,
  })
  await post('/auth/login', { name: owner.name, pin: owner.pin })
  await post('/wallet/auth', { password: owner.password })
  for (const { id, name } of (await say(null, 'GET', '/payments/methods')) ?? []) {
    if (name in methods) methods[name as Method] = id
  }
  const { currencyId } = await say(null, 'GET', '/base-currency')
  const { userId } = setUp
  const config = await say(null, 'GET', '/config')
  await say(null, 'PUT', '/config', {
    ...config,
    manualRate: { currency: 'USD', rate: 100_000 },
    timezone: 'Europe/Berlin',
  })

  const taxId = await idOf('/taxes', { name: 'VAT', ratePercent: 19, isDefault: true })
  const reduced = await idOf('/taxes', {
    name: 'Reduced VAT',
    ratePercent: 7,
    isDefault: false,
  })
  const role = await idOf('/roles', {
    role: 'Cashier',
    permissions: ['orders_create', 'orders_read', 'orders_settle', 'products_read'],
  })
  await say('cashier', 'POST', '/users', { name: 'Ben', pin: '2468', role })
  await say('key', 'POST', '/api-keys', {
    name: 'Web shop',
    permissions: ['orders_create', 'orders_read', 'products_read'],
  })

  // The store
  const product = (name: string, priceCents: number, quantity: number, more = {}) =>
    say(name, 'POST', '/products', { name, SKU: name, priceCents, quantity, ...more })
  const { id: coffee } = await product('Coffee', 250, 100)
  const { id: bread } = await product('Bread', 320, 50, { taxId: reduced })
  const { id: breakfast } = await product('Breakfast', 500, 0, {
    isBundle: true,
    bundleComponents: [
      { componentId: coffee, quantity: 1 },
      { componentId: bread, quantity: 1 },
    ],
  })
  const { id: shirt } = await product('T-shirt', 1_500, 5)
  await post(`/products/${shirt}/options`, {
    name: 'Size',
    values: [{ value: 'S' }, { value: 'M' }],
  })
  const [size] = await say(null, 'GET', `/products/${shirt}/options`)
  await say(null, 'PUT', `/products/${shirt}/variants/${shirt}`, {
    optionValueIds: [size.values[0].id],
  })
  await say('Size M', 'POST', `/products/${shirt}/variants`, {
    priceCents: 1_600,
    quantity: 5,
    optionValueIds: [size.values[1].id],
  })

  const line = (productId: string, priceAtOrder: number, quantity = 1, more = {}) => ({
    productId,
    priceAtOrder,
    quantity,
    ...more,
  })
  const cart = (items: object[], amount: number, more = {}) => ({
    userId,
    items,
    paymentMethodId: methods.Cash,
    currencyId,
    amount,
    ...more,
  })
  const tender = (method: Method, amountCents: number, more = {}) => ({
    paymentMethodId: methods[method],
    currencyId,
    amountCents,
    ...more,
  })
  const sell = (name: string | null, body: object, more: Partial<Said> = {}) =>
    say(name, 'POST', '/store/orders/checkout', body, more)
  const shift = (name: string, initialAmount: number) =>
    say(name, 'POST', '/shifts', {
      userId,
      shiftDate: new Date().toISOString().slice(0, 10),
      startTime: String(Date.now()),
      notes: '',
      initialAmount,
    })
  /** An invoice of the shop that a customer has paid; returns its payment hash. */
  const receive = async (amountSat: number): Promise<string> => {
    const { paymentHash } = await post('/wallet/createinvoice', {
      description: 'coffee',
      amountSat,
    })
    await payOf(paymentHash)
    return paymentHash
  }
  const payOf = async (paymentHash: string) => {
    const { status, body } = await node.post('/_simulator/pay', { paymentHash })
    if (status >= 300) throw new Error(`pay: ${status} ${JSON.stringify(body)}`)
  }
  const invoiceOf = async (amountSat: number): Promise<string> =>
    (await node.post('/_simulator/invoice', { amountSat, expirySeconds: 36_000 })).body
      .serialized

  // A shift that is closed, with its Z
  const first = await shift('first shift', 50)
  await sell('sale of the first shift', cart([line(coffee, 250, 4)], 10))
  await say(null, 'POST', `/shifts/${first.id}/close`, { finalAmount: 60 })

  // The open shift
  const open = await shift('shift', 100)
  const moveCash = (type: string, amount: number) =>
    post(`/shifts/${open.id}/cash`, { type, amount, reason: 'change' })
  await moveCash('in', 20)
  await moveCash('out', 5.5)
  await sell('sale with an id', cart([line(coffee, 250, 2)], 5, { saleId: randomUUID() }))
  await sell('sale with a key', cart([line(bread, 320)], 3.2), {
    headers: { 'idempotency-key': randomUUID() },
  })
  await sell(
    'sale with a discount and a tip',
    cart([line(coffee, 250, 2), line(bread, 320, 1, { discountCents: 20 })], 8.5, {
      discountAmount: 50,
      tipAmount: 1,
    }),
  )
  const {
    paymentMethodId: _,
    currencyId: __,
    ...tenders
  } = cart(
    [
      line(breakfast, 500, 2),
      line(shirt, 1_600, 1, { variantId: said['Size M']?.answer.id }),
    ],
    26,
  )
  await sell('sale of two tenders', {
    ...tenders,
    saleId: randomUUID(),
    tenders: [tender('Cash', 1_000, { givenCents: 2_000 }), tender('Credit Card', 1_600)],
  })
  const bitcoin = (paymentHash: string, satoshiAmount: number) => ({
    paymentMethodId: methods.BTC,
    paymentHash,
    satoshiAmount,
  })
  const paid = await receive(5_000)
  await say(
    'sale for Bitcoin',
    'POST',
    '/store/orders/checkout-if-paid',
    cart([line(coffee, 250, 2)], 5, bitcoin(paid, 5_000)),
  )

  // Refunds: one in cash, one for satoshis that has begun and of which the node says nothing
  const { orderId: refunded } = await sell(
    'sale that is refunded in part',
    cart([line(coffee, 250, 4)], 10),
  )
  await say('refund in cash', 'POST', `/store/orders/${refunded}/refund`, {
    items: [{ productId: coffee, quantity: 1 }],
  })
  const { orderId: begun } = await say(
    null,
    'POST',
    '/store/orders/checkout-if-paid',
    cart([line(bread, 320, 5)], 16, bitcoin(await receive(16_000), 16_000)),
  )
  await node.post('/_simulator/faults', { refuse: true, path: '/payinvoice' })
  await say(
    'begun refund',
    'POST',
    `/store/orders/${begun}/refund`,
    { invoice: await invoiceOf(16_000) },
    { headers: { 'idempotency-key': randomUUID() }, status: 409 },
  )
  await node.del('/_simulator/faults')

  // The restaurant
  const categoryId = await idOf('/categories', { name: 'Starters', type: 'dish' })
  const soup = await idOf('/dishes', { name: 'Soup', price: 4.5, categoryId, taxId })
  const fish = await idOf('/dishes', { name: 'Fish', price: 15, categoryId })
  const spaceId = await idOf('/spaces', { name: 'Terrace' })
  /** A bill at a table of its own. */
  const bill = async (name: string, dishes: readonly [string, number][]) => {
    const tableId = await idOf('/tables', { name, spaceId })
    const { id } = await say(name, 'POST', '/orders', {
      userId,
      status: 'open',
      total: 0,
      tableId,
    })
    await say(
      null,
      'POST',
      `/orders/${id}/dishes`,
      dishes.map(([dishId, priceAtOrder]) => ({ dishId, priceAtOrder })) as object,
    )
    const table = await say(null, 'GET', `/tables/${tableId}`)
    await say(null, 'PUT', `/tables/${tableId}`, {
      ...table,
      status: 'occupied',
      orderId: id,
    })
    return id as string
  }
  await bill('open bill', [
    [soup, 4.5],
    [fish, 15],
  ])
  await bill('bill to split', [
    [soup, 4.5],
    [soup, 4.5],
    [fish, 15],
  ])
  const settled = await bill('settled bill', [[fish, 15]])
  await say('settlement', 'POST', `/orders/${settled}/settle`, {
    tenders: [tender('Credit Card', 1_450)],
    userId,
    discountAmount: 250,
    tipAmount: 2,
    saleId: randomUUID(),
  })
  const cancelled = await bill('bill with a cancelled dish', [
    [soup, 4.5],
    [fish, 15],
  ])
  const { dishes } = await say(null, 'GET', `/orders/${cancelled}/complete`)
  for (const status of ['sent', 'cancelled']) {
    await say(null, 'PUT', `/orders/${cancelled}/dishes/${dishes[1].id}`, { status })
  }
  const oldWay = await bill('bill paid without a settlement', [[soup, 4.5]])
  const ticketId = await idOf('/tickets', {
    orderId: oldWay,
    userId,
    ticketDate: '',
    status: 2,
    totalAmount: 4.5,
    notes: '',
  })
  const paymentId = await idOf('/payments', {
    methodId: methods.Cash,
    currencyId,
    amount: 4.5,
  })
  await post('/payments/ticket-payments', { paymentId, ticketId })

  // Payments without a sale, and one that a bill keeps
  const prepaid = await bill('prepaid bill', [[fish, 15]])
  const kept = await receive(4_000)
  await say('attached payment', 'POST', `/payments/unmatched/${kept}/attach`, {
    orderId: prepaid,
  })
  said['unmatched payment'] = note(await receive(2_500))
  said['another unmatched payment'] = note(await receive(7_500))
  said['paid invoice'] = note(await receive(3_000))

  // Quotes: one that waits for its payment, one that is paid and not sold, one of a bill
  const quote = (name: string, body: object) => say(name, 'POST', '/quotes', body)
  const items = [{ productId: coffee, quantity: 3 }]
  await quote('open quote', { kind: 'store', items })
  const { paymentHash } = await quote('paid quote', { kind: 'store', items })
  await payOf(paymentHash)
  const quoted = await bill('quoted bill', [[soup, 4.5]])
  await quote('quote of a bill', { kind: 'order', orderId: quoted })
  return said
}

/** A payment hash by its name. */
const note = (paymentHash: string): Said => ({
  method: 'GET',
  path: `/store/orders/payment-status/${paymentHash}`,
  status: 200,
  answer: { paymentHash },
})

/** Lists the reads of a day: later releases must answer all of them as the one that sold it. */
export function readPaths(said: Readonly<Record<string, Said>>): string[] {
  const shift = said.shift?.answer.id
  const first = said['first shift']?.answer.id
  const orders = (prefix: string, names: string[]) =>
    names.map((name) => {
      const { orderId, id = orderId } = said[name]?.answer ?? {}
      return `${prefix}/${id}`
    })
  return [
    '/config',
    '/products',
    '/taxes',
    '/roles',
    '/users',
    '/api-keys',
    '/dishes',
    '/tables',
    '/orders',
    '/orders/with-payments',
    '/tickets',
    '/payments',
    '/payments/unmatched',
    '/store/orders',
    '/shifts',
    '/shifts/open',
    '/shifts/z-reports',
    `/shifts/${shift}/breakdown`,
    `/shifts/${shift}/cash`,
    `/shifts/${first}/breakdown`,
    `/shifts/${first}/z-report`,
    '/reports?period=day',
    ...['sales', 'taxes', 'payments', 'refunds', 'z-reports'].map(
      (type) => `/reports/export?type=${type}&period=day`,
    ),
    ...orders('/orders', ['open bill', 'settled bill', 'prepaid bill']).map(
      (path) => `${path}/complete`,
    ),
    ...orders('/store/orders', ['sale of two tenders', 'sale that is refunded in part']),
    ...['open quote', 'paid quote', 'quote of a bill'].map(
      (name) => `/quotes/${said[name]?.answer.quoteId}`,
    ),
  ]
}
