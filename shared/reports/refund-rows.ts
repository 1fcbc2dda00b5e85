import { fromCents } from '../money/decimal.ts'
import type { RefundRecord } from '../sales/refund-records.ts'
import { dayOf } from '../time/days.ts'
import type { Timezone } from '../time/zone.ts'

export const refundColumns = [
  'day',
  'time',
  'refundId',
  'number',
  'orderId',
  'userName',
  'reason',
  'method',
  'amount',
  'net',
  'tax',
  'tip',
  'satoshis',
  'invoice',
] as const

/** A row for each refund, on its own day. */
export const refundRows = (refunds: readonly RefundRecord[], timezone: Timezone) =>
  refunds.map((refund) => {
    const { refundedAt, amountCents, tipCents, lines } = refund
    const taxCents = lines.reduce((sum, line) => sum + line.taxCents, 0)
    return {
      day: dayOf(Date.parse(refundedAt), timezone),
      time: refundedAt,
      refundId: refund.id,
      number: refund.number,
      orderId: refund.orderId,
      userName: refund.userName,
      reason: refund.reason ?? null,
      method: refund.methodName,
      amount: fromCents(amountCents),
      net: fromCents(amountCents - tipCents - taxCents),
      tax: fromCents(taxCents),
      tip: fromCents(tipCents),
      satoshis: refund.satoshiAmount,
      invoice: refund.invoice ?? null,
    }
  })
