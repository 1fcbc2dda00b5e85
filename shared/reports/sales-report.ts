import { Failure } from '../failure.ts'
import { tendersOf, transactionIdOf } from '../sales/order-payments.ts'
import type { Order } from '../sales/orders.ts'
import { taxOnWire } from '../sales/sale-on-wire.ts'
import { type SaleTax, soldAtOf } from '../sales/sale-snapshot.ts'
import { taxKey } from '../sales/sale-sums.ts'
import { baseCurrencyOf, readBaseCurrency } from '../shop/config.ts'
import { currencyOfOrder } from '../shop/currency-history.ts'
import type { ReportFilter } from './report-filter.ts'
import { type Sale, type SharedLine, salesOf } from './sales-of-period.ts'

/**
 * A report of the sales of store and restaurant, newest first, with its sums: those of other
 * currencies stand apart. Refunds count in their sale. Throws `sumsTooLarge`.
 */
export async function salesReport(filter: ReportFilter) {
  const [all, base] = await Promise.all([salesOf(filter), readBaseCurrency()])
  const sales = all.map((sale) => ({
    ...sale,
    currency: currencyOfOrder(base, sale.order),
  }))
  const { acronym: currency } = baseCurrencyOf(base)
  const own = sales.filter((sale) => sale.currency === currency)
  const others = Map.groupBy(
    sales.filter((sale) => sale.currency !== currency),
    (sale) => sale.currency,
  )
  return {
    currency,
    ...sumsOf(own),
    modifiers: modifiersOf(own.flatMap(({ lines }) => lines)),
    otherCurrencies: [...others].map(([acronym, ofOther]) => ({
      currency: acronym,
      ...sumsOf(ofOther),
    })),
    sales: sales.flatMap((sale) =>
      rows(sale).map((row) => ({ ...row, currency: sale.currency })),
    ),
  }
}

/** How often each modifier was sold, by name. Throws `sumsTooLarge`. */
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
    totalRevenueCents: sum(
      lines,
      ({ priceAtOrder, quantity }) => priceAtOrder * quantity,
    ),
    totalItemsSold: sum(lines, ({ quantity }) => quantity),
    totalBtcSatoshis: satoshisOf(sales.map(({ order }) => order)),
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
export function taxesOf(lines: readonly SharedLine[]): SaleTax[] {
  const byTax = new Map<string, SharedLine[]>()
  for (const line of lines) {
    if (!line.tax) continue
    const taxed = byTax.get(taxKey(line.tax))
    if (taxed) taxed.push(line)
    else byTax.set(taxKey(line.tax), [line])
  }
  return [...byTax.values()].flatMap((taxed) => {
    const [first] = taxed
    if (!first?.tax) return []
    const taxCents = sum(taxed, (line) => line.taxCents - line.refunded.taxCents)
    const paidCents = sum(taxed, (line) => line.paidCents - line.refunded.goodsCents)
    return [{ ...first.tax, netCents: paidCents - taxCents, taxCents }]
  })
}

/** A row for each line. It names the order's Lightning payment, or else its first one. */
function rows({ order, lines }: Sale) {
  const tenders = tendersOf(order)
  const lightning = tenders.find((tender) => tender.lightning)
  const payment = lightning ?? tenders[0]
  const methodNames = new Set(tenders.map(({ methodName }) => methodName))
  return lines.map(({ refunded, ...line }) => ({
    ...line,
    ...lightning?.lightning,
    refundedQuantity: refunded.quantity,
    refunded: isRefunded(line, refunded),
    orderId: order.id,
    userName: order.userName,
    paymentMethod: [...methodNames].join(','),
    saleDate: soldAtOf(order),
    paymentId: payment?.paymentId,
    transactionId: transactionIdOf(tenders),
  }))
}

/** Whether nothing of a line is left to give back. */
const isRefunded = (
  { quantity, paidCents }: Pick<SharedLine, 'quantity' | 'paidCents'>,
  refunded: SharedLine['refunded'],
): boolean =>
  paidCents === 0 ? refunded.quantity === quantity : refunded.goodsCents === paidCents

/** Counts a payment once, even if it pays several orders. */
function satoshisOf(orders: readonly Order[]): number {
  const payments = new Map(
    orders.flatMap((order) => tendersOf(order).map((each) => [each.paymentId, each])),
  )
  return sum([...payments.values()], ({ lightning }) => lightning?.satoshiAmount ?? 0)
}

/** Throws `sumsTooLarge` if a number cannot hold the sum exactly. */
function sum<T>(items: readonly T[], amountOf: (item: T) => number): number {
  const total = items.reduce((all, item) => all + amountOf(item), 0)
  if (!Number.isSafeInteger(total)) throw new Failure('sumsTooLarge')
  return total
}
