import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { tillDayKey } from '../../people/tills/till-records.ts'
import { updateUnchanged } from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { update, type Write } from '../../platform/dynamodb/write.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { prepareStockReturn } from '../checkout/stock-return.ts'
import { changeOfRefund, upsertRefundIn } from '../sales/day-record.ts'
import { insertRefund } from '../sales/orders.ts'
import { saleKey } from '../sales/payment-hashes.ts'
import { readRefundNumber, upsertRefundNumber } from '../sales/refund-numbers.ts'
import type { SaleRefund, SaleSnapshot } from '../sales/sale-snapshot.ts'
import { taxesOfRefund } from '../sales/sale-sums.ts'
import { receiptName } from '../sales/sales-audit.ts'
import { openPart, type TillDay, upsertOwnBeside } from '../sales/till-day.ts'
import {
  isNothingLeft,
  isOfStore,
  leftOf,
  leftOfOrder,
  lightningPayments,
  type Refundable,
} from './refundable.ts'

/**
 * Builds the writes that complete a refund: its number, and its entries on the order, in
 * stock, on the day, in the audit trail and in its own record. Commit them in one
 * transaction; the order's other refunds exclude it, but for a begun payout, which goes
 * on.
 */
export async function prepareFinish(
  refundable: Refundable,
  unfinished: SaleRefund,
  { nowMs, currency }: { readonly nowMs: number; readonly currency: string | undefined },
) {
  const { order, sale, lines, items } = refundable
  const { tillId } = unfinished
  const [refundNumber, tillDay, stock] = await Promise.all([
    readRefundNumber(tillId),
    tillId === undefined ? undefined : read<TillDay>(tillDayKey(tillId)),
    prepareStockReturn(returnedUnits(refundable, unfinished), nowMs),
  ])
  const refund = {
    ...unfinished,
    refundNumber,
    refundedAt: isoSeconds(nowMs),
    ...(tillDay && { partNumber: openPart(tillDay) }),
  }
  const refunds = [...(sale.refunds ?? []), refund]
  const isRefunded = isNothingLeft(leftOf(lines, sale.tipCents, refunds))
  const refunded: SaleSnapshot = { ...sale, refunds, ...(isRefunded && { isRefunded }) }
  return {
    refund,
    after: { ...refundable, sale: refunded },
    writes: [
      updateUnchanged(order, ['refundRevision'], {
        set: { sale: refunded, items },
        add: { refundRevision: 1 },
        remove: order.refunding?.id === refund.id ? ['refunding'] : [],
      }),
      insertRefund(order, refund, nowMs),
      ...updateHashSale(sale, isRefunded),
      ...stock,
      upsertRefundNumber(refundNumber, tillId),
      ...(currency === undefined
        ? []
        : [
            upsertRefundIn(
              currency,
              changeOfRefund(refund, taxesOfRefund(refund, lines)),
              refundNumber,
              tillDay,
            ),
            tillDay && upsertOwnBeside(tillDay, currency),
          ]),
      insertRefundAudit(refundable, refund),
    ],
  }
}

/** The units that go back to stock, if the refund restocks: at most what a line, or a part of it, took. */
function returnedUnits({ order, sale }: Refundable, { lines, restocks }: SaleRefund) {
  if (!restocks || !isOfStore(order)) return []
  return lines.flatMap(({ at, quantity }) => {
    const item = order.items[at]
    if (!item) return []
    const earlier = (sale.refunds ?? [])
      .flatMap((refund) => refund.lines)
      .filter((line) => line.at === at)
      .reduce((sum, line) => sum + line.quantity, 0)
    const unitsOf = ({ shortQuantity = 0 }, each = 1) =>
      Math.min(
        each * quantity,
        Math.max(each * (item.quantity - earlier) - shortQuantity, 0),
      )
    if (!item.parts) return [{ ...item, quantity: unitsOf(item) }]
    const parts = item.parts
      .map((part) => ({ ...part, quantity: unitsOf(part, part.quantity) }))
      .filter((part) => part.quantity > 0)
    return [{ ...item, quantity: 1, parts }]
  })
}

/** The lists of the wallet show that the sale of its payments was refunded. */
function updateHashSale(sale: SaleSnapshot, isRefunded: boolean): Write[] {
  if (!isRefunded) return []
  return lightningPayments(sale).map(({ paymentHash }) =>
    update(saleKey(paymentHash), { set: { refunded: true } }),
  )
}

function insertRefundAudit(refundable: Refundable, refund: SaleRefund): Write {
  const { id, amountCents, roundingCents, satoshiAmount, methodName, userId } = refund
  const { order, sale } = refundable
  const { cents } = leftOfOrder(refundable)
  return insertAuditEntry({
    kind: 'refund',
    userId,
    approvedBy: refund.approvedBy ?? null,
    subject: { id: order.id, name: receiptName(sale) },
    before: { leftCents: cents },
    after: {
      leftCents: cents - amountCents,
      refundId: id,
      amountCents,
      ...(roundingCents && { roundingCents }),
      satoshiAmount,
      paymentMethod: methodName,
      reason: refund.reason ?? null,
    },
  })
}
