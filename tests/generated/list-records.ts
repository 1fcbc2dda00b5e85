import type { Endpoint } from '../../shared/platform/http/endpoint.ts'
import type { Client } from '../support/client.ts'
import { createAgent } from '../support/on-site-agent.ts'
import { printJob } from '../support/printing.ts'
import type { Shop } from '../support/shop.ts'
import { methodId, openTill, usd } from '../support/till.ts'
import { examplePath, lists, rowsOf } from './lists.ts'

/** One time for many orders, so that their ids decide the order. */
const createdAt = '2026-05-01T10:00:00Z'

/** Creates records in a shop and returns their ids. */
export async function openDesk(shop: Shop) {
  const admin: Client = await shop.admin()
  const add = async (path: string, body: object): Promise<string> => {
    const { status, body: answer } = await admin.post(path, body)
    if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`)
    return answer.id
  }
  return {
    shop,
    admin,
    add,
    till: await openTill(shop),
    order: (fields: object = {}) =>
      add('/orders', {
        userId: shop.ownerId,
        status: 'open',
        total: 0,
        createdAt,
        ...fields,
      }),
    payment: () =>
      add('/payments', { methodId: methodId('Cash'), currencyId: usd, amount: 1 }),
    ticket: (orderId: string) =>
      add('/tickets', {
        orderId,
        userId: shop.ownerId,
        ticketDate: '2026-05-01',
        status: 1,
        totalAmount: 1,
        notes: '',
      }),
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** Creates the records of a list, one a call. */
export type Records = {
  /** The list's path, when its route has parameters or needs a query. */
  readonly path?: string
  readonly create: (n: number) => Promise<string>
}

type RecordsByList = Readonly<Record<string, (desk: Desk) => Promise<Records> | Records>>

/** Lists whose oldest record comes first, by route key. */
export const oldestFirst: RecordsByList = {
  'GET /agents': ({ admin }) => ({
    create: async (n) => (await createAgent(admin, `agent ${n}`)).id,
  }),
  'GET /api-keys': ({ add }) => ({
    create: (n) => add('/api-keys', { name: `key ${n}`, permissions: [] }),
  }),
  'GET /audit': ({ add, admin }) => ({
    create: async (n) => {
      await add('/roles', { role: `audited ${n}` })
      return (await admin.get('/audit')).body.at(-1).id
    },
  }),
  'GET /categories': ({ add }) => ({
    path: '/categories?type=dish',
    // Categories of another type are created in between.
    create: async (n) => {
      await add('/categories', { name: `drinks ${n}`, type: 'product' })
      return add('/categories', { name: `drinks ${n}`, type: 'dish' })
    },
  }),
  'GET /dishes': async ({ add }) => {
    const categoryId = await add('/categories', { name: 'menu', type: 'dish' })
    return { create: (n) => add('/dishes', { name: `dish ${n}`, price: 1, categoryId }) }
  },
  'GET /ingredients': (desk) => ingredients(desk),
  'GET /ingredients/low_stock/{threshold}': (desk) =>
    ingredients(desk, '/ingredients/low_stock/100'),
  'GET /orders/{id}/dishes': async ({ add, admin, order }) => {
    const categoryId = await add('/categories', { name: 'specials', type: 'dish' })
    const dishId = await add('/dishes', { name: 'soup', price: 1, categoryId })
    const path = `/orders/${await order()}/dishes`
    return {
      path,
      create: async () => {
        await admin.post(path, [{ dishId, priceAtOrder: 1, notes: '' }])
        return (await admin.get(path)).body.at(-1).id
      },
    }
  },
  'GET /payments': ({ payment }) => ({ create: payment }),
  'GET /printers/configs': ({ add }) => ({
    create: (n) =>
      add('/printers/configs', {
        printerType: n % 2 ? 'KITCHEN' : 'BAR',
        printerName: `printer ${n}`,
        isDefault: true,
      }),
  }),
  'GET /products': ({ till }) => ({ create: () => till.createProduct(1, 'Scarce', 2) }),
  'GET /roles': ({ add }) => ({ create: (n) => add('/roles', { role: `role ${n}` }) }),
  'GET /shifts': ({ add, shop }) => ({
    create: (n) =>
      add('/shifts', {
        userId: shop.ownerId,
        shiftDate: '2026-05-01',
        startTime: '08:00',
        endTime: '16:00',
        notes: `shift ${n}`,
      }),
  }),
  // After the shifts: no other can be created while one is open
  'GET /shifts/{id}/cash': async ({ add, shop }) => {
    const shift = { shiftDate: '2026-05-01', startTime: '08:00', notes: '' }
    const id = await add('/shifts', { ...shift, userId: shop.ownerId })
    const path = `/shifts/${id}/cash`
    return {
      path,
      create: (n) => add(path, { type: 'in', amount: 1, reason: `${n}` }),
    }
  },
  'GET /spaces': ({ add }) => ({ create: (n) => add('/spaces', { name: `space ${n}` }) }),
  'GET /suppliers': ({ add }) => ({
    create: (n) =>
      add('/suppliers', {
        name: `supplier ${n}`,
        contact: '',
        phone: '',
        email: '',
        address: '',
      }),
  }),
  'GET /tables': async ({ add }) => {
    const halls = [await add('/spaces', { name: 'hall' })]
    halls.push(await add('/spaces', { name: 'garden' }))
    return {
      create: (n) => add('/tables', { name: `table ${n}`, spaceId: halls[n % 2] }),
    }
  },
  'GET /tables/by-space/{id}': async ({ add }) => {
    const spaceId = await add('/spaces', { name: 'roof' })
    return {
      path: `/tables/by-space/${spaceId}`,
      create: (n) => add('/tables', { name: `table ${n}`, spaceId }),
    }
  },
  'GET /taxes': ({ add }) => ({
    create: (n) => add('/taxes', { name: `tax ${n}`, ratePercent: n }),
  }),
  'GET /modifiers': ({ add }) => ({
    create: (n) => add('/modifiers', { name: `group ${n}`, min: 0, max: 1, options: [] }),
  }),
  'GET /templates': ({ add }) => ({
    create: (n) => add('/templates', { name: `template ${n}`, elements: [] }),
  }),
  'GET /tickets': async ({ order, ticket }) => {
    const orderId = await order()
    return { create: () => ticket(orderId) }
  },
  'GET /users': ({ add, shop }) => ({
    create: (n) => add('/users', { name: `user ${n}`, pin: '1234', role: shop.roleId }),
  }),
  'GET /webhooks': ({ add }) => ({ create: (n) => add('/webhooks', webhook(n)) }),
  'GET /users/public': ({ add, shop }) => ({
    create: (n) => add('/users', { name: `clerk ${n}`, pin: '1234', role: shop.roleId }),
  }),
}

/** Nothing listens there. */
const webhook = (n: number) => ({
  url: `http://127.0.0.1:1/${n}`,
  events: ['shift.closed'],
})

async function ingredients({ add }: Desk, path?: string): Promise<Records> {
  const name = `pantry ${path}`
  const categoryId = await add('/categories', { name, type: 'ingredient' })
  const fields = { quantity: 1, unit: 'kg', lowStockThreshold: 1, costPerUnit: 1 }
  return {
    ...(path && { path }),
    create: (n) => add('/ingredients', { name: `flour ${n}`, categoryId, ...fields }),
  }
}

/** Lists of orders with the same time: newest first by time, then by id. */
export const newestFirst: RecordsByList = {
  'GET /webhooks/{id}/deliveries': async ({ add, admin }) => {
    const id = await add('/webhooks', webhook(0))
    return {
      path: `/webhooks/${id}/deliveries`,
      create: async () => (await admin.post(`/webhooks/${id}/test`)).body.id,
    }
  },
  'GET /orders': ({ order }) => ({ create: () => order() }),
  'GET /orders/date-range': ({ order }) => ({
    path: '/orders/date-range?start_date=2026-05-01&end_date=2026-05-01',
    create: () => order(),
  }),
  'GET /orders/status/{status}': ({ order }) => ({
    path: '/orders/status/open',
    create: () => order(),
  }),
  'GET /orders/table/{tableId}': async ({ add, order }) => {
    const spaceId = await add('/spaces', { name: 'window' })
    const tableId = await add('/tables', { name: 'corner', spaceId })
    return { path: `/orders/table/${tableId}`, create: () => order({ tableId }) }
  },
  'GET /orders/user/{userId}': ({ order, shop }) => ({
    path: `/orders/user/${shop.ownerId}`,
    create: () => order(),
  }),
  'GET /orders/with-payments': ({ order }) => ({
    path: '/orders/with-payments?endDate=2026-05-01',
    create: () => order(),
  }),
  'GET /printers/jobs': async ({ shop, admin }) => {
    const first = await printJob(shop, admin)
    return {
      create: async () =>
        (await admin.post(`/printers/jobs/${first}/reprint`)).body.id as string,
    }
  },
  'GET /store/orders': async ({ till }) => {
    const product = await till.createProduct(1_000)
    return {
      create: async () => (await till.checkout(till.cart(product))).body.orderId,
    }
  },
}

/** Lists that have no records with ids: of constants, names, links and payments of the node. */
export const unordered: readonly string[] = [
  // Their ids are random
  'GET /pay-codes',
  // By kind and subject
  'GET /alerts',
  'GET /currencies',
  'GET /payments/currencies',
  'GET /payments/methods',
  'GET /payments/ticket-payments/by-payment/{paymentId}',
  'GET /payments/ticket-payments/by-ticket/{ticketId}',
  'GET /payments/unmatched',
  'GET /permissions',
  'GET /printers/available',
  'GET /printers/status',
  'GET /roles/{id}/permissions',
  // By number
  'GET /shifts/z-reports',
]

const hasEntry = (key: string) =>
  key in oldestFirst || key in newestFirst || unordered.includes(key)

/**
 * The lists of a table above. One without an entry borrows that of another list of the same
 * rows, if its path needs no id.
 */
export const listsIn = (table: RecordsByList) =>
  lists.flatMap(([key, endpoint]) => {
    const path = examplePath(endpoint)
    const own = table[key]
    if (own) return [{ key, path, open: own }]
    const lender =
      hasEntry(key) || path.includes('{') ? undefined : lenderOf(endpoint, table)
    if (!lender) return []
    const open = async (desk: Desk): Promise<Records> => ({
      ...(await lender(desk)),
      path,
    })
    return [{ key, path, open }]
  })

const lenderOf = (endpoint: Endpoint, table: RecordsByList) =>
  lists
    .filter(([, other]) => rowsOf(other) === rowsOf(endpoint))
    .map(([key]) => table[key])
    .find((entry) => entry !== undefined)
