import { logger } from '../../logger.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { type HashInvoice, invoiceKey } from '../../selling/sales/payment-hashes.ts'
import { attachToBill } from '../../selling/sell/attach-payment.ts'
import { endHold } from './holds.ts'

/**
 * Settles the bill for which a table's code was paid, in the name of its server, if the
 * bill still has that amount left. Otherwise the payment stays unmatched, whatever the
 * reason: it was recorded as received before.
 */
export async function settleTable(
  paymentHash: string,
  nowMs: number,
  known?: HashInvoice,
): Promise<void> {
  try {
    const invoice = known ?? (await read<HashInvoice>(invoiceKey(paymentHash)))
    const { payCodeId, orderId, madeBy: userId } = invoice ?? {}
    if (payCodeId === undefined || orderId === undefined || userId === undefined) return
    const bill = { orderId, cents: undefined, isWhole: true } as const
    await attachToBill(paymentHash, bill, {
      nowMs,
      userId,
      isAdmin: true,
      mayDiscount: true,
    })
    await endHold(payCodeId)
  } catch (error) {
    logger.info('table-not-settled', { paymentHash, error: String(error) })
  }
}
