import { Failure } from '../../failure.ts'
import { tendersOf, transactionIdOf } from '../../selling/sales/order-payments.ts'
import type { Order } from '../../selling/sales/orders.ts'
import { saleOnWire, taxOnWire } from '../../selling/sales/sale-on-wire.ts'
import {
  type SaleTax,
  type SoldTax,
  soldAtOf,
} from '../../selling/sales/sale-snapshot.ts'
import { taxKey } from '../../selling/sales/sale-sums.ts'
import {
  type BaseCurrency,
  baseCurrencyOf,
  readBaseCurrency,
} from '../../selling/shop-config/config.ts'
import { currencyOfOrder } from '../../selling/shop-config/currency-history.ts'
import { type RefundedInPeriod, refundedOf, refundsMadeIn } from './refunds-of-period.ts'
import type { ReportFilter } from './report-filter.ts'
import { type Sale, salesOf } from './sales-of-period.ts'
import type { SharedLine } from './shared-lines.ts'

/**
 * A report of the sales of store and restaurant, newest first, with its sums: those of other
 * currencies stand apart. Refunds count in their sale, and by their own days in
 * `refundedInPeriod`. Throws `sumsTooLarge`.
 */
export async function salesReport(filter: ReportFilter) {
  const [sold, made, base] = await Promise.all([
    salesOf(filter),
    refundsMadeIn(filter.period),
    readBaseCurrency(),
  ])
  const sales = Map.groupBy(sold, ({ order }) => currencyOfOrder(base, order))
  const refunds = Map.groupBy(refundedOf(made, filter), ({ order }) =>
    currencyOfRefund(base, order),
  )
  const { acronym: currency } = baseCurrencyOf(base)
  const own = sales.get(currency) ?? []
  const sumsIn = (acronym: string) => ({
    ...sumsOf(sales.get(acronym) ?? []),
    ...sumsByDay(sales.get(acronym) ?? [], refunds.get(acronym) ?? []),
  })
  const others = new Set([...sales.keys(), ...refunds.keys()])
  others.delete(currency)
  return {
    currency,
    ...sumsIn(currency),
    modifiers: modifiersOf(own.flatMap(({ lines }) => lines)),
    otherCurrencies: [...others].map((acronym) => ({
      currency: acronym,
      ...sumsIn(acronym),
    })),
    sales: sold.flatMap((sale) => {
      const acronym = currencyOfOrder(base, sale.order)
      return rows(sale).map((row) => ({ ...row, currency: acronym }))
    }),
  }
}

/** The currency of a refund: that of its order; of one that was deleted, the shop's own. */
export const currencyOfRefund = (
  base: BaseCurrency | undefined,
  order: Order | undefined,
) => (order ? currencyOfOrder(base, order) : baseCurrencyOf(base).acronym)

/** Sums of sales and of refunds, each on its own day. Throws `sumsTooLarge`. */
export const sumsByDay = (
  sales: readonly Sale[],
  refunds: readonly RefundedInPeriod[],
) => ({
  taxesSold: taxesSoldOf(sales.flatMap(({ lines }) => lines)).map(taxOnWire),
  refundedInPeriod: {
    count: sum(refunds, ({ count }) => count),
    cents: sum(refunds, ({ cents }) => cents),
    tipCents: sum(refunds, ({ tipCents }) => tipCents),
    roundingCents: sum(refunds, ({ roundingCents }) => roundingCents),
    satoshis: sum(refunds, ({ satoshis }) => satoshis),
    taxes: taxesSoldOf(refunds.flatMap(({ lines }) => lines)).map(taxOnWire),
  },
})

/** Counts the sold units of each modifier, by name. Throws `sumsTooLarge`. */
function modifiersOf(lines: readonly SharedLine[]) {
  const sold = lines.flatMap(({ modifiers = [], quantity }) =>
    modifiers.map(({ name, priceCents, ...each }) => ({
      name,
      priceCents,
      quantity: each.quantity * quantity,
    })),
  )
  return [...Map.groupBy(sold, ({ name }) => name)]
    .map(([name, same]) => ({
      name,
      quantity: sum(same, ({ quantity }) => quantity),
      totalCents: sum(same, ({ priceCents, quantity }) => priceCents * quantity),
    }))
    .filter(({ quantity }) => quantity > 0)
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** The sums of sales. Of a sale with some of its lines only their shares count. */
export function sumsOf(sales: readonly Sale[]) {
  const lines = sales.flatMap((sale) => sale.lines)
  return {
    totalRevenueCents: sum(lines, ({ costCents }) => costCents),
    totalItemsSold: sum(lines, ({ quantity }) => quantity),
    totalBtcSatoshis: sum(sales, ({ satoshis }) => satoshis),
    totalDiscountCents: sum(lines, ({ discountCents }) => discountCents),
    totalAdjustmentCents: sum(lines, ({ adjustmentCents }) => adjustmentCents),
    totalRoundingCents: sum(
      lines,
      ({ roundingCents, refunded }) => roundingCents + refunded.roundingCents,
    ),
    totalTipCents: sum(lines, ({ tipCents }) => tipCents),
    totalRefundedCents: sum(lines, ({ refunded }) => refunded.totalCents),
    totalRefundedTipCents: sum(
      lines,
      ({ refunded }) => refunded.totalCents - refunded.goodsCents,
    ),
    totalRefundedSatoshis: sum(lines, ({ refunded }) => refunded.satoshis),
    refundCount: sum(sales, refundCountOf),
    totalNetCents: sum(lines, ({ paidCents, refunded }) => {
      return paidCents - refunded.goodsCents
    }),
    taxes: taxesOf(lines).map(taxOnWire),
  }
}

/** The refunds that gave back some of these lines. */
const refundCountOf = ({ lines }: Sale) =>
  new Set(lines.flatMap(({ refunded }) => refunded.refunds)).size

/** The taxes of lines by name and rate, less what was refunded. Throws `sumsTooLarge`. */
const taxesOf = (lines: readonly SharedLine[]): SaleTax[] =>
  taxesSoldOf(
    lines.map(({ tax, paidCents, taxCents, refunded }) => ({
      tax,
      paidCents: paidCents - refunded.goodsCents,
      taxCents: taxCents - refunded.taxCents,
    })),
  )

/** An amount paid or given back for a line, with its tax. */
type TaxedLine = {
  readonly tax?: SoldTax | undefined
  readonly paidCents: number
  readonly taxCents: number
}

/** The taxes of lines as they were sold, by name and rate. Throws `sumsTooLarge`. */
export const taxesSoldOf = (lines: readonly TaxedLine[]): SaleTax[] =>
  [...Map.groupBy(lines, ({ tax }) => (tax ? taxKey(tax) : '')).values()].flatMap(
    (same) => {
      const [{ tax } = { tax: undefined }] = same
      if (!tax) return []
      const { name, rateThousandths } = tax
      const taxCents = sum(same, (line) => line.taxCents)
      const paidCents = sum(same, (line) => line.paidCents)
      return [{ name, rateThousandths, netCents: paidCents - taxCents, taxCents }]
    },
  )

/** A row for each line. It names the order's Lightning payment, or else its first one. */
function rows({ order, lines }: Pick<Sale, 'order' | 'lines'>) {
  const tenders = tendersOf(order)
  const lightning = tenders.find((tender) => tender.lightning)
  const payment = lightning ?? tenders[0]
  const methodNames = new Set(tenders.map(({ methodName }) => methodName))
  const { number, receiptNumber, flags, flagsReviewed, voided, tillId } =
    saleOnWire(order)
  return lines.map(({ refunded, ...line }) => ({
    ...line,
    ...lightning?.lightning,
    discountAmount: line.discountCents,
    refundedQuantity: refunded.quantity,
    refunded: isRefunded(line, refunded),
    orderId: order.id,
    number,
    receiptNumber,
    flags,
    flagsReviewed,
    tillId,
    tableId: order.tableId ?? undefined,
    userName: order.userName,
    paymentMethod: [...methodNames].join(','),
    saleDate: soldAtOf(order),
    paymentId: payment?.paymentId,
    transactionId: transactionIdOf(tenders),
    voided,
  }))
}

/** True if nothing of a line is left to give back. */
const isRefunded = (
  { quantity, paidCents }: Pick<SharedLine, 'quantity' | 'paidCents'>,
  refunded: SharedLine['refunded'],
): boolean =>
  paidCents === 0 ? refunded.quantity === quantity : refunded.goodsCents === paidCents

/** The sum of amounts. Throws `sumsTooLarge` if a number cannot hold it exactly. */
export function sum<T>(items: readonly T[], amountOf: (item: T) => number): number {
  const total = items.reduce((all, item) => all + amountOf(item), 0)
  if (!Number.isSafeInteger(total)) throw new Failure('sumsTooLarge')
  return total
}
