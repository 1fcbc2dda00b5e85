import { readMany } from '../../platform/dynamodb/read.ts'
import type { Period } from '../../platform/time/days.ts'
import type { StoreOrderRecord } from '../../selling/checkout/store-orders.ts'
import type { RestaurantOrderRecord } from '../../selling/restaurant/restaurant-orders.ts'
import {
  findRefunds,
  type Order,
  orderKey,
  type RefundRecord,
} from '../../selling/sales/orders.ts'
import { type SoldTax, takenByOf } from '../../selling/sales/sale-snapshot.ts'
import { spreadOverLines } from '../../selling/sales/sale-sums.ts'
import type { ReportFilter } from './report-filter.ts'

/** A finished refund, with its order and the lines that it gave back. */
export type MadeRefund = {
  readonly refund: RefundRecord
  /** Absent when it was deleted. */
  readonly order: Order | undefined
  readonly lines: readonly GivenBackLine[]
}

/** Amount that a refund gave back of a line, in cents. */
export type GivenBackLine = {
  /** Absent when the order was deleted. */
  readonly productName: string | undefined
  /** Absent for a line without tax. */
  readonly tax: SoldTax | undefined
  readonly quantity: number
  /** With its tax. */
  readonly paidCents: number
  readonly taxCents: number
}

/** The refunds that were finished in a period, oldest first. Reads their orders, too. */
export async function refundsMadeIn(period: Period): Promise<MadeRefund[]> {
  const refunds = await findRefunds(period)
  const orders = await readMany<Order[]>(refunds.map(({ orderId }) => orderKey(orderId)))
  return refunds.map((refund, index) => {
    const order = orders[index]
    const sold = soldLines(order)
    const lines = refund.lines.map(({ at, ...line }) => ({
      ...line,
      productName: sold[at]?.productName,
      tax: sold[at]?.tax,
    }))
    return { refund, order, lines }
  })
}

type SoldLine = { readonly productName: string; readonly tax?: SoldTax }

const soldLines = (order: Order | undefined): readonly SoldLine[] =>
  order?.kind === 'restaurant'
    ? (order as RestaurantOrderRecord).lines.map(({ dishName, tax }) => ({
        productName: dishName,
        ...(tax && { tax }),
      }))
    : ((order as StoreOrderRecord | undefined)?.items ?? [])

/** Refunds in a period, by their own days. */
export type RefundedInPeriod = {
  readonly order: Order | undefined
  readonly count: number
  /** Goods and tips, and of these the tips. */
  readonly cents: number
  readonly tipCents: number
  /** The amount less what was handed over in cash. */
  readonly roundingCents: number
  readonly satoshis: number
  readonly lines: readonly GivenBackLine[]
}

/**
 * Returns the refunds of a period that a report covers: those of the orders, lines and
 * method of its filter. If only some lines of a refund match, their shares count.
 */
export const refundedOf = (
  made: readonly MadeRefund[],
  filter: ReportFilter,
): RefundedInPeriod[] =>
  made.filter(matches(filter)).flatMap((each) => shareOf(each, filter) ?? [])

const matches =
  ({ userId, takenBy, paymentMethod }: ReportFilter) =>
  ({ order, refund }: MadeRefund): boolean =>
    (userId === undefined || order?.userId === userId) &&
    (takenBy === undefined || (order && takenByOf(order).userId) === takenBy) &&
    (paymentMethod === undefined || refund.methodName.toLowerCase() === paymentMethod)

function shareOf(
  { refund, order, lines }: MadeRefund,
  { productName = '' }: ReportFilter,
): RefundedInPeriod | undefined {
  const fits = lines.map((line) =>
    (line.productName ?? '').toLowerCase().includes(productName),
  )
  if (productName !== '' && !fits.includes(true)) return undefined
  const weights = lines.map(({ paidCents }) => paidCents)
  const priced = lines.map(({ quantity }) => ({ quantity, priceAtOrder: 0 }))
  const share = (amount: number) =>
    productName === ''
      ? amount
      : spreadOverLines(amount, priced, weights).reduce(
          (sum, part, at) => sum + (fits[at] ? part : 0),
          0,
        )
  const covered = lines.filter((_, at) => fits[at])
  const tipCents = share(refund.tipCents)
  return {
    order,
    count: 1,
    cents: covered.reduce((sum, { paidCents }) => sum + paidCents, 0) + tipCents,
    tipCents,
    roundingCents: share(refund.roundingCents ?? 0),
    satoshis: share(refund.satoshiAmount),
    lines: covered,
  }
}
