import { currencies } from '../../shared/platform/money/currencies.ts'
import { paymentMethods } from '../../shared/platform/money/payment-methods.ts'
import type { Client } from '../support/client.ts'
import { receivePayment } from '../support/selling.ts'
import type { Ids } from './bad-input.ts'

/** Creates one record of each kind, so that some requests get past validation. */
export async function createOneOfEach(admin: Client): Promise<Ids> {
  const add = async (path: string, body: object): Promise<string> =>
    (await admin.post(path, body)).body.id
  const category = await add('/categories', { name: 'Drinks', type: 'product' })
  const menu = await add('/categories', { name: 'Hot', type: 'dish' })
  const role = await add('/roles', { role: 'waiter', isAdmin: false })
  const user = await add('/users', { name: 'Bo', pin: '1234', role })
  const space = await add('/spaces', { name: 'Hall' })
  const table = await add('/tables', { name: 'One', spaceId: space })
  const limits = { minStockThreshold: 0, maxStockThreshold: 0 }
  const prices = { costCents: 1, priceCents: 2, quantity: 10 }
  const dish = await add('/dishes', { name: 'Soup', price: 3, categoryId: menu })
  const order = await add('/orders', { userId: user, tableId: table, status: 'open' })
  const product = await add('/products', { name: 'Tea', ...prices, ...limits })
  const option = { name: 'Size', values: [{ value: 'S' }] }
  const productOption = await add(`/products/${product}/options`, option)
  const webhook = await add('/webhooks', {
    url: 'http://127.0.0.1:1',
    events: ['stock.low'],
  })
  // Deliveries to it would change records meanwhile
  await admin.put(`/webhooks/${webhook}`, { isEnabled: false })
  return {
    categor: category,
    role,
    user,
    space,
    table,
    product,
    // Its default variant
    variant: product,
    option: productOption,
    dish,
    webhook,
    order,
    method: paymentMethods[0]?.id ?? '',
    paymentmethod: paymentMethods[0]?.id ?? '',
    currenc: currencies[0]?.id ?? '',
    paymenthash: 'f'.repeat(64),
    hash: await receivePayment(1_000),
  }
}
