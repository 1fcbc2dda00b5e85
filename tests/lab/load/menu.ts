import type { Pos } from '../../../shared/client/pos.ts'

const productCents = 250
const dishCents = 900
const stock = 1_000_000

export type Menu = Awaited<ReturnType<typeof openMenu>>

/** Creates the shop's goods: products with a large stock, a dish, and tables to eat it at. */
export async function openMenu(pos: Pos) {
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  const productIds: string[] = []
  for (const at of numbered(12)) {
    const { id } = await pos.products.create({
      body: {
        SKU: `LOAD-${at}`,
        name: `Product ${at}`,
        costCents: 100,
        priceCents: productCents,
        quantity: stock,
        minStockThreshold: 0,
        maxStockThreshold: 0,
        categoryIds: [],
      },
    })
    productIds.push(id)
  }
  const category = await pos.categories.create({ body: { name: 'Food', type: 'dish' } })
  const dish = await pos.dishes.create({
    body: { name: 'Soup', price: dishCents / 100, categoryId: category.id },
  })
  const space = await pos.spaces.create({ body: { name: 'Garden' } })
  const tableIds: string[] = []
  for (const at of numbered(9)) {
    const body = { name: `Table ${at}`, spaceId: space.id }
    tableIds.push((await pos.tables.create({ body })).id)
  }
  const { currencyId } = await pos.currencies.base()
  return {
    productIds,
    productCents,
    stock,
    dishId: dish.id,
    dishCents,
    tableIds,
    currencyId,
  }
}
