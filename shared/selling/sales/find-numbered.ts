import { read } from '../../platform/dynamodb/read.ts'
import { findOrder, type Order } from './orders.ts'
import { type NumberRecord, numberKey } from './till-day.ts'

/** A number as receipts have it: B-42, or 42 in the shop's own. */
const receiptNumber = /^(?:([A-Z]{1,6})-)?([1-9]\d{0,8})$/

/** The order that was sold under a receipt's number, in two reads; undefined for none. */
export async function findNumbered(text: string): Promise<Order | undefined> {
  const [, series = '', number] = receiptNumber.exec(text.trim().toUpperCase()) ?? []
  if (number === undefined) return undefined
  const record = await read<NumberRecord>(numberKey(series, Number(number)))
  return record?.orderId === undefined ? undefined : findOrder(record.orderId)
}
