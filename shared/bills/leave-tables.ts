import type { Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { withoutOrder } from '../restaurant/seated-orders.ts'
import { type TableRecord, tablesNaming, updateTable } from '../restaurant/tables.ts'

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
