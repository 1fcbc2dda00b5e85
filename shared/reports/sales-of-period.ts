import type { StoreOrderRecord } from '../checkout/store-orders.ts'
import { readMany } from '../dynamodb/read.ts'
import { centsOf } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { tendersOf } from '../sales/order-payments.ts'
import { findOrders, type Order, orderKey } from '../sales/orders.ts'
import { type SaleRefund, type SoldLine, takenByOf } from '../sales/sale-snapshot.ts'
import {
  addedTaxByLine,
  costOf,
  type PricedLine,
  paidByLine,
  smallestCentsIn,
  spreadOverLines,
} from '../sales/sale-sums.ts'
import type { Period } from '../time/days.ts'
import type { ReportFilter } from './report-filter.ts'

/** A sale of store or restaurant with those of its lines that a report covers. */
export type Sale = { readonly order: Order; readonly lines: readonly SharedLine[] }

/** How many records one call reads at most. */
const maxBatch = 100

/**
 * The sales of store and restaurant that a filter covers, newest first. Reads the orders of
 * the filter's period, and the full records of the restaurant's paid orders. `withoutLines`
 * includes sales of which nothing is left, such as bills whose dishes are all cancelled.
 */
export async function salesOf(
  filter: ReportFilter,
  { withoutLines = false } = {},
): Promise<Sale[]> {
  const matches = orderMatches(filter)
  const sales = await Promise.all([
    soldInStore(filter.period, matches),
    soldInRestaurant(filter.period, matches),
  ])
  return sales
    .flat()
    .map(({ order, lines }) => ({ order, lines: lines.filter(lineMatches(filter)) }))
    .filter(({ lines }) => lines.length > 0 || withoutLines)
    .sort(newestFirst)
}

type OrderMatches = (order: Order) => boolean

const orderMatches =
  ({ userId, takenBy, paymentMethod }: ReportFilter): OrderMatches =>
  (order) =>
    (userId === undefined || order.userId === userId) &&
    (takenBy === undefined || takenByOf(order).userId === takenBy) &&
    (paymentMethod === undefined ||
      tendersOf(order).some(
        ({ methodName }) => methodName.toLowerCase() === paymentMethod,
      ))

const lineMatches =
  ({ productName = '' }: ReportFilter) =>
  (line: SharedLine) =>
    line.productName.toLowerCase().includes(productName)

/** A settled order stays settled, even if its ticket is cancelled. */
async function soldInStore(period: Period, matches: OrderMatches): Promise<Sale[]> {
  const orders = await findOrders<StoreOrderRecord>('store', period)
  return orders
    .filter((order) => order.settled && matches(order))
    .map((order) => ({ order, lines: shareSale(order, order.items) }))
}

async function soldInRestaurant(period: Period, matches: OrderMatches): Promise<Sale[]> {
  const orders = await findOrders('restaurant', period)
  const paid = orders.filter((order) => isPaid(order) && matches(order))
  const sales: Sale[] = []
  // Lists of orders do not include the lines
  for (let from = 0; from < paid.length; from += maxBatch) {
    const keys = paid.slice(from, from + maxBatch).map(({ id }) => orderKey(id))
    const found = await readMany<RestaurantOrderRecord[]>(keys)
    sales.push(...found.flatMap((order) => (order ? [dishesOf(order)] : [])))
  }
  return sales
}

/** A settled order stays sold when its ticket or payments are deleted, as in the store. */
const isPaid = ({ sale, status, payments }: Order) =>
  sale !== undefined || (status === 'paid' && payments.length > 0)

/**
 * Cancelled lines are not sold, but keep what was paid where all lines are cancelled. Refunds
 * name lines by their place among all.
 */
const dishesOf = (order: RestaurantOrderRecord): Sale => ({
  order,
  lines: shareSale(
    order,
    order.lines.map(({ dishName, ...line }) => ({
      ...line,
      productName: dishName,
      quantity: line.status === 'cancelled' ? 0 : 1,
      priceAtOrder: centsOf(line),
    })),
  ).filter(
    ({ quantity, paidCents, tipCents, roundingCents }) =>
      quantity > 0 || paidCents !== 0 || tipCents !== 0 || roundingCents !== 0,
  ),
})

const newestFirst = ({ order: one }: Sale, { order: other }: Sale) =>
  one.listedAt > other.listedAt ? -1 : 1

/** A line of a sale as it is stored. */
type StoredLine = PricedLine &
  Pick<SoldLine, 'modifiers'> & {
    readonly variantId?: string | undefined
    readonly productName: string
    readonly sku?: string
  }

/** What was given back of a line. */
type RefundedLine = {
  readonly quantity: number
  /** Of what was paid for the line, tax included. */
  readonly goodsCents: number
  readonly taxCents: number
  /** Goods, and the line's share of refunded tips. */
  readonly totalCents: number
  readonly roundingCents: number
  readonly satoshis: number
  /** The places of the refunds among those of the sale. */
  readonly refunds: readonly number[]
}

/** A line with its share of what its sale keeps as a whole, in cents. */
export type SharedLine = StoredLine & {
  readonly discountCents: number
  readonly addedTaxCents: number
  readonly adjustmentCents: number
  readonly paidCents: number
  readonly taxCents: number
  readonly tipCents: number
  /** Of what cash paid beyond what was due. */
  readonly roundingCents: number
  readonly refunded: RefundedLine
}

/**
 * The lines of a sale, each with its shares, which add up to the sale, and each line by itself:
 * cost - discount + added tax + adjustment = paid. A sale without a snapshot shares its total by
 * cost: what it differs from the cost by is its adjustment.
 */
export function shareSale(
  order: Pick<Order, 'sale' | 'totalCents'>,
  lines: readonly StoredLine[],
): SharedLine[] {
  const { sale } = order
  const smallestCents = smallestCentsIn(sale)
  const spread = (cents: number, weights: readonly number[]) =>
    spreadOverLines(cents, lines, weights, smallestCents)
  const paid = paidByLine(order, lines)
  const addedTaxes = addedTaxByLine(order, lines)
  const tips = spread(sale?.tipCents ?? 0, paid)
  const roundings = spread(sale?.roundingCents ?? 0, paid)
  const refunds = (sale?.refunds ?? []).map((refund, place) =>
    shareRefund({ ...refund, place }, lines, paid, smallestCents),
  )
  return lines.map((line, at) => {
    const { discountCents = 0, taxCents = 0 } = line
    const [paidCents, addedTaxCents] = [paid[at] ?? 0, addedTaxes[at] ?? 0]
    return {
      ...line,
      discountCents,
      addedTaxCents,
      adjustmentCents: paidCents - (costOf(line) - discountCents + addedTaxCents),
      paidCents,
      taxCents,
      tipCents: tips[at] ?? 0,
      roundingCents: roundings[at] ?? 0,
      refunded: refunds.reduce((sum, refund) => add(sum, refund[at]), nothing),
    }
  })
}

const nothing: RefundedLine = {
  quantity: 0,
  goodsCents: 0,
  taxCents: 0,
  totalCents: 0,
  roundingCents: 0,
  satoshis: 0,
  refunds: [],
}

const add = (one: RefundedLine, other: RefundedLine = nothing): RefundedLine => ({
  quantity: one.quantity + other.quantity,
  goodsCents: one.goodsCents + other.goodsCents,
  taxCents: one.taxCents + other.taxCents,
  totalCents: one.totalCents + other.totalCents,
  roundingCents: one.roundingCents + other.roundingCents,
  satoshis: one.satoshis + other.satoshis,
  refunds: [...one.refunds, ...other.refunds],
})

/** What a refund gave back of each line. A refund of the tip alone shares like the tip. */
function shareRefund(
  refund: SaleRefund & { readonly place: number },
  lines: readonly StoredLine[],
  paid: readonly number[],
  smallestCents: number,
): RefundedLine[] {
  const goods = lines.map(() => nothing)
  for (const { at, quantity, paidCents, taxCents } of refund.lines) {
    goods[at] = { ...nothing, quantity, goodsCents: paidCents, taxCents }
  }
  const tips = spreadOverLines(refund.tipCents, lines, paid, smallestCents)
  const totals = goods.map(({ goodsCents }, at) => goodsCents + (tips[at] ?? 0))
  const satoshis = spreadOverLines(refund.satoshiAmount, lines, totals)
  const { roundingCents = 0 } = refund
  const roundings = spreadOverLines(roundingCents, lines, totals, smallestCents)
  return goods.map((line, at) => {
    const totalCents = totals[at] ?? 0
    const isPart = line.quantity > 0 || totalCents > 0
    return {
      ...line,
      totalCents,
      roundingCents: roundings[at] ?? 0,
      satoshis: satoshis[at] ?? 0,
      refunds: isPart ? [refund.place] : [],
    }
  })
}
