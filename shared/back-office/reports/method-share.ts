import { cashId } from '../../platform/money/payment-methods.ts'
import { sharesOf } from '../../platform/money/shares.ts'
import { tipsOf } from '../../selling/sales/day-record.ts'
import { tendersOf } from '../../selling/sales/order-payments.ts'
import type { Order } from '../../selling/sales/orders.ts'
import {
  addRefunded,
  type RefundedLine,
  refundedByLine,
  type SharedLine,
} from './shared-lines.ts'

/**
 * Returns the share of each line that one method paid and gave back: a method's share of
 * the goods is its tenders less their part of the tip and of the cash rounding. All
 * methods together make the lines, to the cent. Units stay whole. A refund by a method
 * that paid nothing of the sale counts in proportion.
 */
export function shareOfMethod(
  order: Order,
  lines: readonly SharedLine[],
  methodName: string,
): SharedLine[] {
  const tenders = tendersOf(order)
  const ids = [...new Set(tenders.map(({ methodId }) => methodId))]
  const at = ids.findIndex((id) =>
    tenders.some((each) => each.methodId === id && isNamed(each.methodName, methodName)),
  )
  if (ids.length === 1) return [...lines]
  const by = (amounts: readonly { methodId: string; amountCents: number }[]) =>
    ids.map((id) => sumOf(amounts.filter(({ methodId }) => methodId === id)))
  const tips = by(order.sale ? tipsOf(order.sale) : [])
  const { roundingCents = 0 } = order.sale ?? {}
  // A correction may have left no cash of a sale that was rounded
  const roundedId = ids.includes(cashId) ? cashId : ids[0]
  const goods = by(tenders).map(
    (cents, place) =>
      cents - (tips[place] ?? 0) - (ids[place] === roundedId ? roundingCents : 0),
  )
  const column = (amounts: readonly number[], weights: readonly number[] = goods) =>
    sharesOfTable(amounts, weights).map((row) => row[at] ?? 0)
  const costs = column(lines.map(({ costCents }) => costCents))
  const discounts = column(lines.map(({ discountCents }) => discountCents))
  const addedTaxes = column(lines.map(({ addedTaxCents }) => addedTaxCents))
  const paid = column(lines.map(({ paidCents }) => paidCents))
  const taxes = column(lines.map(({ taxCents }) => taxCents))
  const ofTips = column(
    lines.map(({ tipCents }) => tipCents),
    tips,
  )
  const own = refundedByLine(order, lines, ({ methodId }) => methodId === ids[at])
  const others = refundedByLine(order, lines, ({ methodId }) => !ids.includes(methodId))
  const refundedBy = (amountOf: (refunded: RefundedLine) => number) =>
    column(others.map(amountOf))
  const refunds = {
    goods: refundedBy(({ goodsCents }) => goodsCents),
    tips: refundedBy(({ goodsCents, totalCents }) => totalCents - goodsCents),
    taxes: refundedBy(({ taxCents }) => taxCents),
    satoshis: refundedBy(({ satoshis }) => satoshis),
  }
  return lines.map((line, place) => {
    const cents = (amounts: readonly number[]) => amounts[place] ?? 0
    return {
      ...line,
      costCents: cents(costs),
      discountCents: cents(discounts),
      addedTaxCents: cents(addedTaxes),
      adjustmentCents:
        cents(paid) - (cents(costs) - cents(discounts) + cents(addedTaxes)),
      paidCents: cents(paid),
      taxCents: cents(taxes),
      tipCents: cents(ofTips),
      roundingCents: ids[at] === roundedId ? line.roundingCents : 0,
      refunded: addRefunded(own[place] ?? line.refunded, {
        ...(others[place] ?? line.refunded),
        goodsCents: cents(refunds.goods),
        taxCents: cents(refunds.taxes),
        totalCents: cents(refunds.goods) + cents(refunds.tips),
        roundingCents: ids[at] === roundedId ? (others[place]?.roundingCents ?? 0) : 0,
        satoshis: cents(refunds.satoshis),
      }),
    }
  })
}

/** True if a method has this name, given in lower case. */
export const isNamed = (name: string, wanted: string) => name.toLowerCase() === wanted

/**
 * Splits amounts (rows) in proportion to weights (columns), by largest remainder: rows and
 * columns add up exactly. If the weights add up to the amounts, the columns are the weights.
 */
function sharesOfTable(
  amounts: readonly number[],
  weights: readonly number[],
): readonly (readonly number[])[] {
  const total = amounts.reduce((sum, each) => sum + each, 0)
  const usable = weights.some((weight) => weight > 0)
    ? weights.map((weight) => Math.max(0, weight))
    : weights.map(() => 1)
  let left = sharesOf(total, usable)
  return amounts.map((amount) => {
    const row = amount === 0 ? left.map(() => 0) : sharesOf(amount, left)
    left = left.map((cents, at) => cents - (row[at] ?? 0))
    return row
  })
}

const sumOf = (amounts: readonly { readonly amountCents: number }[]) =>
  amounts.reduce((sum, { amountCents }) => sum + amountCents, 0)
