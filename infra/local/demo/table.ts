import { pictureOf } from './receipt.ts'
import { methodIds } from './sales.ts'
import { type Demo, expectEqual, expectFields, result, step } from './steps.ts'

/** Serves a table: its dishes are printed in the kitchen. Returns the kitchen's picture. */
export async function serveTable(demo: Demo) {
  const { pos, userId } = demo
  step('Taking the order of a table, and sending it to the kitchen')
  const [toastId = '', menuId = ''] = await menuOf(demo)
  const tableId = (await tablesOf(demo)).get('Mesa 3')
  const [toast, menu] = [
    { dishId: toastId, priceAtOrder: dishes[0].priceCents / 100 },
    { dishId: menuId, priceAtOrder: dishes[1].priceCents / 100 },
  ]
  const order = { userId, tableId, status: 'open' as const }
  const { id: orderId } = await pos.orders.createWithDishes({
    body: { order, dishes: [{ ...menu, notes: 'sin sal' }, menu, toast] },
  })
  const fired = await pos.printers.fire({ params: { id: orderId }, body: {} })
  const sent = [fired.sent.length, fired.printers]
  expectEqual('dishes sent and printers', sent, [3, ['kitchen']])
  const picture = await pictureOf(demo, orderId)
  result(`Mesa 3: three dishes, printed in the kitchen: ${picture}`)
  return { orderId, picture }
}

type Tender = { paymentMethodId: string; amountCents: number; givenCents?: number }

/** Splits a table's bill, and settles both parts: one by card with a tip, one for cash. */
export async function payApart(demo: Demo, orderId: string): Promise<void> {
  const { pos, userId } = demo
  step("Splitting the table's bill, and settling both parts")
  const params = { id: orderId }
  const [first] = await pos.orders.dishes({ params })
  const apart = await pos.bills.split({ params, body: { dishIds: [first?.id ?? ''] } })
  const [cash = '', card = ''] = await methodIds(demo, 'Cash', 'Credit Card')
  const settle = (id: string, tipAmount: number, tender: Tender) =>
    pos.bills.settle({ params: { id }, body: { userId, tipAmount, tenders: [tender] } })
  await settle(apart.id, 1.5, { paymentMethodId: card, amountCents: 1_540 })
  const rest = { paymentMethodId: cash, amountCents: 1_640, givenCents: 2_000 }
  expectFields(await settle(orderId, 0, rest), { orderId, changeCents: 360 })
  result('13.90 and a tip of 1.50 by card, 16.40 for cash, 3.60 change')
}

/** The dishes of the demo. */
export const dishes = [
  { name: 'Tostada con tomate', priceCents: 250 },
  { name: 'Menú del día', priceCents: 1_390 },
] as const

/** The ids of the dishes, which are added where they are missing. */
export async function menuOf({ pos }: Demo): Promise<string[]> {
  const known = await pos.dishes.list()
  const type = 'dish'
  const categories = await pos.categories.list({ query: { type } })
  const category =
    categories.find(({ name }) => name === 'Comida') ??
    (await pos.categories.create({ body: { name: 'Comida', type } }))
  return Promise.all(
    dishes.map(async ({ name, priceCents }) => {
      const body = { name, price: priceCents / 100, categoryId: category.id }
      const dish = known.find((each) => each.name === name)
      return (dish ?? (await pos.dishes.create({ body }))).id
    }),
  )
}

/** The ids of the tables by name, which are added where they are missing. */
export async function tablesOf({ pos }: Demo): Promise<ReadonlyMap<string, string>> {
  const known = await pos.tables.list()
  const space =
    (await pos.spaces.list()).find(({ name }) => name === 'Terraza') ??
    (await pos.spaces.create({ body: { name: 'Terraza' } }))
  const tables = ['Mesa 1', 'Mesa 2', 'Mesa 3', 'Mesa 4'].map(async (name) => {
    const table =
      known.find((each) => each.name === name && each.spaceId === space.id) ??
      (await pos.tables.create({ body: { name, spaceId: space.id } }))
    return [name, table.id] as const
  })
  return new Map(await Promise.all(tables))
}
