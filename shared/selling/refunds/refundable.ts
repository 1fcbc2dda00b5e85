import { Failure } from '../../failure.ts'
import {
  bitcoinId,
  cashId,
  findPaymentMethod,
} from '../../platform/money/payment-methods.ts'
import {
  nearestMultiple,
  partOf,
  sharesOf,
  unitsShare,
} from '../../platform/money/shares.ts'
import type { StoreOrderItemRecord, StoreOrderRecord } from '../checkout/store-orders.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import type { Order } from '../sales/orders.ts'
import type {
  RefundedLine,
  RefundedParts,
  SaleRefund,
  SaleSnapshot,
  SaleTender,
  SoldLine,
} from '../sales/sale-snapshot.ts'
import { givenBackCents, paidByLine, smallestCentsIn } from '../sales/sale-sums.ts'

/** A paid order of either kind, as refunds see it. */
export type Refundable = {
  readonly order: Order
  readonly sale: SaleSnapshot
  readonly lines: readonly RefundableLine[]
  /** The items to store with the snapshot of a sale that had none. */
  readonly items?: readonly StoreOrderItemRecord[]
}

/** An order that was paid and may be refunded; undefined for one that was not. */
export function refundableOf(order: Order): Refundable | undefined {
  if (isOfStore(order)) return order.settled ? refundableSale(order) : undefined
  const { sale } = order
  return sale && { order, sale, lines: linesOf(order as RestaurantOrderRecord) }
}

/** Returns the rest of an order after its refunds. */
export const leftOfOrder = ({ sale, lines }: Refundable): Left =>
  leftOf(lines, sale.tipCents, sale.refunds ?? [], smallestCentsIn(sale))

/** Returns the rest of an order after its refunds and the reservation of a begun one. */
export const leftBeside = (
  { sale, lines }: Refundable,
  begun: SaleRefund | undefined,
): Left =>
  leftOf(
    lines,
    sale.tipCents,
    [...(sale.refunds ?? []), ...(begun ? [begun] : [])],
    smallestCentsIn(sale),
  )

export const isOfStore = (order: Order): order is StoreOrderRecord =>
  order.kind === 'store'

/** A line is one unit; one that was cancelled was not sold. */
const linesOf = ({ lines }: RestaurantOrderRecord): RefundableLine[] =>
  lines.map((line) => ({
    ...line,
    quantity: line.status === 'cancelled' ? 0 : 1,
  }))

/** Makes a snapshot of a sale from before there were snapshots, from its order. */
function refundableSale(order: StoreOrderRecord): Refundable {
  const { sale, items } = order
  if (sale) return { order, sale, lines: items }
  const paid = paidByLine(order, items)
  const settled = items.map((item, at) => ({ ...item, paidCents: paid[at] ?? 0 }))
  return { order, sale: earlierSale(order), lines: settled, items: settled }
}

const earlierSale = ({
  items,
  payments,
  totalCents,
}: StoreOrderRecord): SaleSnapshot => ({
  ticketId: payments[0]?.ticketIds[0] ?? '',
  goodsCents: totalCents,
  discountCents: 0,
  tipCents: 0,
  adjustmentCents:
    totalCents -
    items.reduce((sum, { quantity, priceAtOrder }) => sum + quantity * priceAtOrder, 0),
  pricesIncludeTax: true,
  taxes: [],
  tenders: payments.map(
    ({ paymentId, methodId, amountCents, lightning }): SaleTender => ({
      paymentId,
      methodId,
      methodName: findPaymentMethod(methodId)?.name ?? '',
      amountCents,
      ...(lightning && { lightning }),
    }),
  ),
})

/** The method of payment that a refund goes back in. */
export type RefundMethod = { readonly methodId: string; readonly methodName: string }

/** A Lightning payment of a sale, with its earlier payouts. */
export type LightningPayment = {
  readonly tender: SaleTender
  readonly paymentHash: string
  readonly payouts: readonly SaleRefund[]
}

/** The payments of a sale that can be paid out, in their order. */
export const lightningPayments = ({ tenders, refunds = [] }: SaleSnapshot) =>
  tenders
    .flatMap((tender) => {
      const { paymentHash } = tender.lightning ?? {}
      return paymentHash ? [{ tender, paymentHash }] : []
    })
    .map(
      (payment, _, all): LightningPayment => ({
        ...payment,
        payouts: refunds.filter(
          ({ invoice, paymentHash = all[0]?.paymentHash }) =>
            invoice !== undefined && paymentHash === payment.paymentHash,
        ),
      }),
    )

/** The payment that an invoice gives back: the one wanted, else that with most left. */
export function paymentToPayOut(
  sale: SaleSnapshot,
  wanted: string | null,
): LightningPayment | undefined {
  const payments = lightningPayments(sale)
  if (wanted !== null) return payments.find(({ paymentHash }) => paymentHash === wanted)
  const leftOfPayment = ({ tender, payouts }: LightningPayment) =>
    tender.amountCents - sumOf(payouts.map(({ amountCents }) => amountCents))
  const [most] = payments.toSorted(
    (one, other) => leftOfPayment(other) - leftOfPayment(one),
  )
  return most
}

/**
 * Chooses the method of a refund at the till: the method asked for, else the one with
 * most left, else cash. Throws `refundMethodNotUsed` for a method that paid nothing of
 * the sale, and for Bitcoin, which only an invoice takes.
 */
export function tillMethod(sale: SaleSnapshot, wanted: string | null): RefundMethod {
  const wasUsed = sale.tenders.some(({ methodId }) => methodId === wanted)
  if (wanted !== null && wanted !== cashId && (wanted === bitcoinId || !wasUsed)) {
    throw new Failure('refundMethodNotUsed', { field: 'paymentMethodId' })
  }
  const methodId = wanted ?? mostLeft(sale) ?? cashId
  return { methodId, methodName: findPaymentMethod(methodId)?.name ?? '' }
}

function mostLeft(sale: SaleSnapshot): string | undefined {
  const atTill = sale.tenders.filter((tender) => !isLightning(tender))
  const left = [...new Set(atTill.map(({ methodId }) => methodId))].map((methodId) => ({
    methodId,
    cents: leftOfMethod(sale, methodId),
  }))
  const [most] = left.toSorted((one, other) => other.cents - one.cents)
  return most && most.cents > 0 ? most.methodId : undefined
}

/** Returns the cents that a method took of a sale and has not given back. */
const leftOfMethod = ({ tenders, refunds = [] }: SaleSnapshot, methodId: string) =>
  sumOf(
    tenders
      .filter((tender) => tender.methodId === methodId)
      .map(({ amountCents }) => amountCents),
  ) - givenBackBy(refunds, methodId)

const givenBackBy = (refunds: readonly SaleRefund[], methodId: string) =>
  sumOf(refunds.filter((refund) => refund.methodId === methodId).map(givenBackCents))

/**
 * Throws `refundExceedsMethod` where a method is to hand over more than it took and has left. Cash
 * may take the place of others.
 */
export function refuseMoreThanMethod(
  sale: SaleSnapshot,
  methodId: string,
  handedOverCents: number,
): void {
  const leftCents = Math.max(0, leftOfMethod(sale, methodId))
  if (methodId === cashId || handedOverCents <= leftCents) return
  throw new Failure('refundExceedsMethod', { leftCents, field: 'paymentMethodId' })
}

const isLightning = ({ methodId, lightning }: SaleTender) =>
  methodId === bitcoinId || Boolean(lightning?.paymentHash)

/** A line of a sale with its units and the amount paid for it. */
export type RefundableLine = SoldLine & { readonly quantity: number }

/** Rest of a sale after its refunds, in cents. */
export type Left = ReturnType<typeof leftOf>

type LineLeft = Left['lines'][number]

/** Parts that go back, without the payment that carries them. */
export type Parts = Pick<RefundedParts, 'tipCents' | 'lines'>

/** Returns the rest of a sale after its refunds. */
export function leftOf(
  lines: readonly RefundableLine[],
  tipCents: number,
  refunds: readonly Parts[],
  smallestCents = 1,
) {
  const given = refunds.flatMap((refund) => refund.lines)
  const left = lines.map((line, at) => {
    const taken = given.filter((each) => each.at === at)
    const units = sumOf(taken.map(({ quantity }) => quantity))
    return {
      at,
      line,
      /** Units that were given back. */
      taken: units,
      units: line.quantity - units,
      paidCents: (line.paidCents ?? 0) - sumOf(taken.map(({ paidCents }) => paidCents)),
      taxCents: (line.taxCents ?? 0) - sumOf(taken.map(({ taxCents }) => taxCents)),
    }
  })
  const tipLeft = tipCents - sumOf(refunds.map((refund) => refund.tipCents))
  return {
    lines: left,
    tipCents: tipLeft,
    /** Goods and tip. */
    cents: sumOf(left.map(({ paidCents }) => paidCents)) + tipLeft,
    units: sumOf(left.map(({ units }) => units)),
    /** Shares of a refund are multiples of this amount. */
    smallestCents,
  }
}

/** True if there are neither units nor cents to give back. */
export const isNothingLeft = ({ cents, units }: Left): boolean =>
  cents === 0 && units === 0

/** All that is left, tip included. */
export const refundAll = ({ lines, tipCents }: Left): Parts => ({
  tipCents,
  lines: lines
    .filter(({ units, paidCents }) => units > 0 || paidCents > 0)
    .map(({ at, units, paidCents, taxCents }) => ({
      at,
      quantity: units,
      paidCents,
      taxCents,
    })),
})

/** A refund of the units wanted, by the position of the line. Throws `refundExceedsPaid`. */
export function refundUnits(
  { lines, smallestCents }: Left,
  wanted: ReadonlyMap<number, number>,
): Parts {
  const given = lines.flatMap((left): RefundedLine[] => {
    const units = wanted.get(left.at) ?? 0
    if (units > left.units) throw new Failure('refundExceedsPaid', { field: 'items' })
    return units === 0
      ? []
      : [{ at: left.at, quantity: units, ...shareOf(left, units, smallestCents) }]
  })
  return { tipCents: 0, lines: given }
}

/** A line gives at most what it has left: a sum may have been given back of it before. */
function shareOf(
  { line, taken, paidCents: paidLeft, taxCents: taxLeft }: LineLeft,
  units: number,
  smallestCents: number,
) {
  const { quantity, paidCents = 0, taxCents = 0 } = line
  const share = (cents: number) =>
    unitsShare(cents, { quantity, taken, units }, smallestCents)
  const paid = Math.min(share(paidCents), paidLeft)
  return {
    paidCents: paid,
    taxCents: paid === paidLeft ? taxLeft : Math.min(share(taxCents), taxLeft),
  }
}

/**
 * Refunds a sum, over the rest of the lines, then of the tip. If it leaves nothing of
 * either, the units count as returned. Throws `refundExceedsPaid`.
 */
export function refundAmount(
  { lines, tipCents, cents, smallestCents }: Left,
  amount: number,
): Parts {
  if (amount > cents) throw new Failure('refundExceedsPaid', { field: 'amountCents' })
  const left = lines.map(({ paidCents }) => paidCents)
  const isAll = amount === cents
  const goods = Math.min(amount, cents - tipCents)
  const shares = sharesOf(goods, left, smallestCents)
  return {
    tipCents: amount - goods,
    lines: lines
      .map(({ at, units, paidCents, taxCents }) => {
        const share = shares[at] ?? 0
        return {
          at,
          quantity: isAll ? units : 0,
          paidCents: share,
          taxCents:
            paidCents === 0 ? 0 : partOf(taxCents, share, paidCents, smallestCents),
        }
      })
      .filter((line) => line.paidCents > 0 || line.quantity > 0),
  }
}

/**
 * Returns the rounding of a refund at the till: its amount less the cash handed over. The
 * sum of all refunds in cash is rounded to the nearest multiple of `stepCents`, so that a
 * sale given back in parts is not rounded again with each. Cash hands over at most the
 * cash that was paid, and beyond that its replacement of other tenders; by no method does
 * more go back than was paid. If that limit is less than the nearest multiple, the
 * multiple below applies: coins pay no other.
 */
export function refundRoundingOf(
  { order: { refunding }, sale }: Refundable,
  methodId: string,
  amountCents: number,
  stepCents: number,
): number {
  const { goodsCents, tipCents, roundingCents = 0, refunds = [] } = sale
  const givenCents = sumOf(refunds.map(givenBackCents)) + (refunding?.amountCents ?? 0)
  const leftCents = goodsCents + tipCents + roundingCents - givenCents
  const isCash = methodId === cashId
  const wanted = isCash ? cashFor(sale, amountCents, stepCents) : amountCents
  const given = Math.max(0, Math.min(wanted, leftCents))
  // A capped refund may have an amount that no coins pay
  const beyondCoins = isCash && stepCents > 0 ? given % stepCents : 0
  return amountCents - (given - beyondCoins)
}

function cashFor(
  { tenders, roundingCents = 0, refunds = [] }: SaleSnapshot,
  amountCents: number,
  stepCents: number,
): number {
  const owedCents = inCash(refunds) + amountCents
  const givenCents = givenBackBy(refunds, cashId)
  const paidCents = inCash(tenders)
  const beyondCents = Math.max(0, owedCents - (paidCents - roundingCents))
  const rounded =
    stepCents === 0 ? amountCents : nearestMultiple(owedCents, stepCents) - givenCents
  return Math.min(rounded, paidCents + beyondCents - givenCents)
}

const inCash = (
  payments: readonly { readonly methodId: string; readonly amountCents: number }[],
) =>
  sumOf(
    payments
      .filter(({ methodId }) => methodId === cashId)
      .map(({ amountCents }) => amountCents),
  )

/** The cents of a refund's lines and tip. */
export const centsOf = ({ lines, tipCents }: Parts): number =>
  sumOf(lines.map(({ paidCents }) => paidCents)) + tipCents

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0)
