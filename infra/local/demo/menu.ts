import type { Pos } from '../../../shared/client/pos.ts'

/** The dishes of the demo. */
export const dishes = [
  { name: 'Tostada con tomate', priceCents: 250 },
  { name: 'Menú del día', priceCents: 1_390 },
] as const

/** The ids of the dishes, which are added where they are missing. */
export async function menuOf(pos: Pos): Promise<string[]> {
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
export async function tablesOf(pos: Pos): Promise<ReadonlyMap<string, string>> {
  const known = await pos.tables.list()
  const space =
    (await pos.spaces.list()).find(({ name }) => name === 'Terraza') ??
    (await pos.spaces.create({ body: { name: 'Terraza' } }))
  const tables = ['Mesa 1', 'Mesa 2', 'Mesa 3'].map(async (name) => {
    const table =
      known.find((each) => each.name === name && each.spaceId === space.id) ??
      (await pos.tables.create({ body: { name, spaceId: space.id } }))
    return [name, table.id] as const
  })
  return new Map(await Promise.all(tables))
}
