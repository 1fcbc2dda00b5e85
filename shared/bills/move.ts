import { idInKey } from '../dynamodb/keys.ts'
import { retryOnConflict, updateUnchanged } from '../dynamodb/optimistic-lock.ts'
import { transact } from '../dynamodb/transact.ts'
import type { Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import {
  findRestaurantOrder,
  type RestaurantOrderRecord,
  refuseSettled,
} from '../restaurant/restaurant-orders.ts'
import {
  findTable,
  ordersAt,
  type TableRecord,
  updateTable,
  withOrders,
} from '../restaurant/tables.ts'
import { tablesOfBill, updateLeftTables } from './bill-tables.ts'

/**
 * Moves an order to a table, which then names it, and leaves all others. Throws `notFound`,
 * `orderPaid`, `tableNotFound`, `tableOccupied`, `tooManyTablesOfBill`.
 */
export const move = (orderId: string, tableId: string) =>
  retryOnConflict(async () => {
    const order = await findRestaurantOrder(orderId)
    if (!order) throw new Failure('notFound')
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
