import { centsOf } from '../../catalogue/cents-of.ts'
import type { TablesTexts } from '../../texts/en.ts'
import { type Floor, placesIn } from './floor.ts'

/** Choice with a description of its place or content. */
export type Pickable = {
  readonly id: string
  readonly label: string
  readonly hint: string
}

/** Lists the free tables. */
export const freeTables = (floor: Floor): Pickable[] =>
  floor.spaces.flatMap((space) =>
    placesIn(floor, space.id)
      .filter(({ state }) => state !== 'taken')
      .map(({ table }) => ({ id: table.id, label: table.name, hint: space.name })),
  )

/** The other open bills, by their tables. */
export function otherBills(
  { orders, tables }: Floor,
  orderId: string | undefined,
  texts: Pick<TablesTexts, 'table' | 'noTable'>,
  money: (cents: number) => string,
): Pickable[] {
  const names = new Map(tables.map(({ id, name }) => [id, name]))
  return orders
    .filter(({ id }) => id !== orderId)
    .map(({ id, tableId, total }) => {
      const name = names.get(tableId ?? '')
      const label = name === undefined ? texts.noTable : texts.table(name)
      return { id, label, hint: money(centsOf(total)) }
    })
}
