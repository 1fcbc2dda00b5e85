import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { put, type Write } from '../../platform/dynamodb/write.ts'
import { orderKey } from './orders.ts'

/** The invoice that guests may pay an order's bill by: that of its last quote. */
export type BillInvoice = {
  readonly invoice: string
  /** Amount that the invoice is for. */
  readonly dueCents: number
  readonly expiresAtMs: number
}

type BillInvoiceRecord = Item & BillInvoice & { readonly expiresAt: number }

const billInvoiceKey = (orderId: string): Key => ({ ...orderKey(orderId), sk: 'INVOICE' })

export const putBillInvoice = (orderId: string, made: BillInvoice): Write =>
  put({
    ...billInvoiceKey(orderId),
    ...made,
    expiresAt: Math.ceil(made.expiresAtMs / 1_000),
  } satisfies BillInvoiceRecord)

/** Guests need some time to pay what they read on paper. */
const shortestMs = 60_000

/** The invoice of an order's bill, if guests have a minute or longer to pay it. */
export async function findBillInvoice(orderId: string): Promise<BillInvoice | undefined> {
  const found = await read<BillInvoiceRecord>(billInvoiceKey(orderId))
  return found && found.expiresAtMs > Date.now() + shortestMs ? found : undefined
}
