import type { RestaurantOrder, Space, Table } from '../../../../shared/client/api.ts'
import { centsOf } from '../../catalogue/cents-of.ts'

/** The rooms, their tables, and what is open. */
export type Floor = {
  readonly spaces: readonly Space[]
  readonly tables: readonly Table[]
  /** Newest first. */
  readonly orders: readonly RestaurantOrder[]
}

/** A table with its open bills, the oldest first. */
export type Place = {
  readonly table: Table
  readonly bills: readonly RestaurantOrder[]
  readonly state: 'free' | 'taken' | 'reserved'
}

/** A table, or none, and which of its bills; a new one where there is none yet. */
export type Seat = {
  readonly tableId: string | null
  readonly orderId: string | undefined
}

/** The tables of a room by name, 2 before 10. */
export const placesIn = ({ tables, orders }: Floor, spaceId: string): Place[] =>
  tables
    .filter((table) => table.spaceId === spaceId)
    .sort((one, other) => compareNames(one.name, other.name))
    .map((table) => {
      const bills = billsAt(orders, table.id)
      return { table, bills, state: stateOf(table, bills) }
    })

/** The highest number that a table has as its name; 0 for none. */
export const highestNumber = (tables: Floor['tables']): number =>
  Math.max(0, ...tables.map(({ name }) => (/^\d{1,6}$/.test(name) ? Number(name) : 0)))

/** The open bills of a table, the oldest first. */
export const billsAt = (
  orders: readonly RestaurantOrder[],
  tableId: string | null,
): RestaurantOrder[] => orders.filter((order) => order.tableId === tableId).reverse()

/** The open bills of no table that is known: to take away, or of a table that is gone. */
export function billsWithoutTable({ tables, orders }: Floor): RestaurantOrder[] {
  const known = new Set(tables.map(({ id }) => id))
  return orders.filter(({ tableId }) => !tableId || !known.has(tableId)).reverse()
}

/** Orders say more than the table: not every client seats its guests. */
function stateOf({ status }: Table, bills: Place['bills']): Place['state'] {
  if (bills.length > 0 || status === 'occupied') return 'taken'
  return status === 'reserved' ? 'reserved' : 'free'
}

/** Sums bills without added tax, in cents. */
export const sumOfBills = (bills: Place['bills']): number =>
  bills.reduce((sum, { total }) => sum + centsOf(total), 0)

const { compare: compareNames } = new Intl.Collator(undefined, { numeric: true })
