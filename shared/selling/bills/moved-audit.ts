import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import { centsOf, type OrderLine, sumOf } from '../restaurant/order-line.ts'
import {
  aboutOrder,
  type RestaurantOrderRecord,
} from '../restaurant/restaurant-orders.ts'
import { leftTables, namesOrder, type TableRecord } from '../restaurant/tables.ts'

/** Logs lines that leave an order for another one, with both orders as they are then. */
export const insertMovedLinesAudit = (
  from: RestaurantOrderRecord,
  to: RestaurantOrderRecord,
  lines: readonly OrderLine[],
  tables: readonly TableRecord[],
): Write =>
  insertAuditEntry({
    ...aboutOrder(from),
    before: billValues(from, tables),
    after: {
      ...billValues(to, tables),
      dishes: lines.length,
      movedCents: sumOf(lines),
      lines: lines.map((line) => ({ dishName: line.dishName, cents: centsOf(line) })),
    },
  })

const billValues = (order: RestaurantOrderRecord, tables: readonly TableRecord[]) => ({
  orderId: order.id,
  tableName: nameOf(order, tables),
  totalCents: order.totalCents,
  /** Guests have seen the amount that they were to pay. */
  isPrinted: order.printed !== undefined,
})

/** Enters an order that moves to another table, with all tables that it leaves. */
export const insertMovedAudit = (
  order: RestaurantOrderRecord,
  to: TableRecord,
  left: readonly TableRecord[],
  tables: readonly TableRecord[],
): Write => {
  const { tableId } = order
  return insertAuditEntry({
    ...aboutOrder(order),
    before: { tableId, tableName: nameOf(order, tables), ...leftTables(order, left) },
    after: { tableId: to.id, tableName: to.name },
  })
}

/**
 * Returns the name of the order's table: the one that the order names, otherwise the one
 * that names the order. null for none, and for a deleted one.
 */
const nameOf = (
  { id: orderId, tableId }: RestaurantOrderRecord,
  tables: readonly TableRecord[],
) =>
  (tables.find(({ id }) => id === tableId) ?? tables.find(namesOrder(orderId)))?.name ??
  null
