import type { TableRecord } from './tables.ts'

/**
 * The orders at a table, of which it names the first. A function of the release before
 * names another one and leaves the list as it was: then the list does not count.
 */
export const ordersAt = ({
  orderId,
  seated = [],
}: Pick<TableRecord, 'orderId' | 'seated'>): readonly string[] => {
  if (orderId === null) return []
  return seated[0] === orderId ? seated : [orderId]
}

/** A table with these orders and no others: it names the first of them, or is free. */
export const withOrders = (
  table: TableRecord,
  orderIds: readonly string[],
): TableRecord => {
  const [first] = orderIds
  return first === undefined
    ? { ...table, orderId: null, seated: undefined, status: 'available' }
    : { ...table, orderId: first, seated: orderIds }
}

/** A table after an order has left it: it names the next one, and the last one frees it. */
export const withoutOrder = (table: TableRecord, orderId: string): TableRecord =>
  withOrders(
    table,
    ordersAt(table).filter((id) => id !== orderId),
  )
