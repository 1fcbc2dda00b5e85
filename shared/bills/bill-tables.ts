import { idInKey } from '../dynamodb/keys.ts'
import { retryOnConflict, updateUnchanged } from '../dynamodb/optimistic-lock.ts'
import { transact } from '../dynamodb/transact.ts'
import type { Write } from '../dynamodb/write.ts'
import { Failure, required } from '../failure.ts'
import {
  findRestaurantOrder,
  type RestaurantOrderRecord,
  refuseSettled,
} from '../restaurant/restaurant-orders.ts'
import {
  findTable,
  ordersAt,
  type TableRecord,
  tablesNaming,
  updateTable,
  withOrders,
  withoutOrder,
} from '../restaurant/tables.ts'

/**
 * How many tables may name an order that leaves them. With two records each they fit into
 * one transaction beside ten payments and the counts of a thousand lines.
 */
const maxTables = 8

/**
 * The tables that name an order or keep it, to be read after the order: a table that names
 * it later changes the order's revision. Throws `tooManyTablesOfBill`.
 */
export async function tablesOfBill(orderId: string): Promise<TableRecord[]> {
  const tables = await tablesNaming(orderId)
  if (tables.length > maxTables) throw new Failure('tooManyTablesOfBill')
  return tables
}

/** The writes with which an order leaves tables. They fail with VersionConflict. */
export const updateLeftTables = (
  tables: readonly TableRecord[],
  orderId: string,
): Write[] => tables.flatMap((table) => updateTable(table, withoutOrder(table, orderId)))

/**
 * The same for an order that is merged into another. Where the guests of both sit at one
 * table, the other takes its place.
 */
export const updateTablesOfMerged = (
  tables: readonly TableRecord[],
  merged: string,
  { id, tableId }: RestaurantOrderRecord,
): Write[] =>
  tables.flatMap((table) => {
    if (tableId !== table.id || ordersAt(table).includes(id)) {
      return updateLeftTables([table], merged)
    }
    const seated = ordersAt(table).map((each) => (each === merged ? id : each))
    return updateTable(table, withOrders(table, seated))
  })

/** The writes that keep a new order at the table of the one that it was split from. */
export const updateTableOfSplit = (
  table: TableRecord | undefined,
  orderId: string,
  newId: string,
): Write[] =>
  table && ordersAt(table).includes(orderId)
    ? updateTable(table, withOrders(table, [...ordersAt(table), newId]))
    : []

/**
 * Moves an order to a table, which then names it, and leaves all others. Throws `notFound`,
 * `orderPaid`, `tableNotFound`, `tableOccupied`, `tooManyTablesOfBill`.
 */
export const move = (orderId: string, tableId: string) =>
  retryOnConflict(async () => {
    const order = required(await findRestaurantOrder(orderId))
    refuseSettled(order)
    const [table, named] = await Promise.all([findTable(tableId), tablesOfBill(order.id)])
    if (!table) throw new Failure('tableNotFound')
    const left = named.filter(({ id }) => id !== table.id)
    await transact([
      updateUnchanged(order, ['revision'], {
        set: { tableId: table.id, ofTable: idInKey(table.id) },
        add: { revision: 1 },
      }),
      ...updateTableOfMoved(table, order),
      ...updateLeftTables(left, order.id),
    ])
  })

/** Guests who sit at the table already stay there, also beside others. */
function updateTableOfMoved(table: TableRecord, order: RestaurantOrderRecord): Write[] {
  const seated = ordersAt(table)
  const isSeated = seated.includes(order.id)
  if (isSeated && order.tableId === table.id) return []
  const isAlone = isSeated && seated.length === 1
  const isTaken = table.status === 'occupied' || seated.length > 0
  if (isTaken && !isAlone) throw new Failure('tableOccupied')
  return updateTable(table, { ...withOrders(table, [order.id]), status: 'occupied' })
}
