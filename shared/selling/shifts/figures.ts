import type { NumberRange } from '../../people/tills/till.ts'
import {
  cashId,
  findPaymentMethod,
  paymentMethods,
} from '../../platform/money/payment-methods.ts'
import { type Counted, type CountedName, countedOf } from '../sales/counted-rows.ts'
import type { DaySums, Sum } from '../sales/day-record.ts'
import type { LateSums } from '../sales/late-sales.ts'
import type { UnusedNumber } from '../sales/till-day.ts'

/** Cash in the drawer; null if it was not counted. */
export type DrawerAmounts = {
  readonly initialAmountCents: Sum
  readonly finalAmountCents: number | null
  /** The shortage or surplus that the client reported. */
  readonly differenceCents: number | null
}

/** Payments by a method, tips included, and refunds by it. */
export type MethodSum = {
  readonly name: string
  readonly cents: Sum
  /** Absent in older Z reports. */
  readonly tipCents?: Sum
  readonly refundCents?: Sum
}

/** The figures of a shift, in cents. Optional ones are absent in older Z reports. */
export type ShiftFigures = { readonly [Name in CountedName]?: Counted } & {
  readonly initialAmountCents: Sum
  readonly finalAmountCents: number | null
  readonly differenceCents: Sum | null
  readonly statedDifferenceCents?: number | null
  /** Amount paid without tips and rounding: gross - discounts + added tax + adjustments. */
  readonly totalSalesCents: Sum
  readonly totalTipsCents: Sum
  readonly totalDiscountsCents: Sum
  readonly addedTaxCents?: Sum
  readonly adjustmentCents?: Sum
  /** Roundings of cash: paid beyond the amount due, and owed less the amount given back. */
  readonly roundingCents?: Sum
  readonly refundRoundingCents?: Sum
  readonly totalRefundsCents: Sum
  readonly cashSalesCents: Sum
  readonly cashRefundsCents: Sum
  readonly cashInCents: Sum
  readonly cashOutCents: Sum
  readonly expectedTotalCents: Sum
  readonly totalTickets: number
  readonly byPaymentMethod: readonly MethodSum[]
  /** Amounts left after refunds, and amounts refunded. */
  readonly taxes: readonly (Pick<
    DaySums['taxes'][number],
    'name' | 'rateThousandths' | 'netCents' | 'taxCents'
  > &
    Partial<DaySums['taxes'][number]>)[]
  readonly untaxed?: DaySums['untaxed']
  readonly overpaidSat?: Sum
  /** Fees that the node kept of received payments. */
  readonly nodeFeeSat?: Sum
  /** Satoshis that refunds paid out over Lightning. */
  readonly paidOutSat?: Sum
  readonly unsold?: UnsoldFigures
  /** Products with units below 0 at that moment; absent for none. */
  readonly productsBelowZero?: number
  /** Sales in these sums that came after the Z of their days, by day; absent for none. */
  readonly late?: readonly LateDay[]
}

/** Sales of one day that came after its Z. */
export type LateDay = Pick<ShiftFigures, 'byPaymentMethod' | 'taxes' | 'untaxed'> & {
  readonly day: string
  readonly cashCents: Sum
}

/**
 * Payments that no till has sold by itself, in satoshis that were sent: their outcomes
 * since the last Z, and those that are still open. Each of them is in one of the four.
 */
export type UnsoldFigures = {
  readonly soldSat: Sum
  readonly refundedSat: Sum
  readonly dismissedSat: Sum
  /** Listed as unmatched, kept by bills that are not settled, or with a refund that has begun. */
  readonly openSat: Sum
}

/** A row of X or Z: a till's figures, or with null the shop's own. */
export type TillRow = {
  readonly tillId: string | null
  readonly tillName: string | null
  readonly series: string | null
  readonly firstNumber: number | null
  readonly lastNumber: number | null
  readonly firstRefundNumber: number | null
  readonly lastRefundNumber: number | null
  readonly missing: readonly NumberRange[]
  readonly unused: readonly UnusedNumber[]
  readonly figures: ShiftFigures
  /** Of a part that was frozen. */
  readonly partNumber?: number
  readonly from?: string | null
  readonly perpetualSalesCents?: number | bigint
  readonly perpetualRefundsCents?: number | bigint
}

/** Orders and payments that are open at the moment of an X or Z. */
export type OpenThen = {
  /** Satoshis that are listed as unmatched. */
  readonly unmatchedSat: number
  readonly openBills: Counted
  /** Products with units below 0. */
  readonly productsBelowZero: number
}

/** For figures that are of no moment. */
export const nothingOpen: OpenThen = {
  unmatchedSat: 0,
  openBills: { count: 0, cents: 0 },
  productsBelowZero: 0,
}

/**
 * Computes the figures of a shift from the sums of the day and the open amounts of that moment.
 */
export function figuresOf(
  amounts: DrawerAmounts,
  sums: DaySums,
  { unmatchedSat, openBills, productsBelowZero }: OpenThen,
  late: readonly LateSums[] = [],
): ShiftFigures {
  const { initialAmountCents, finalAmountCents, differenceCents } = amounts
  const { tenders, refunds, tipCents, cashInCents, cashOutCents } = sums
  const cashSalesCents = ofCash(tenders)
  const cashRefundsCents = ofCash(refunds)
  const expectedTotalCents = less(
    sumOf([initialAmountCents, cashSalesCents, cashInCents]),
    sumOf([cashOutCents, cashRefundsCents]),
  )
  return {
    initialAmountCents,
    finalAmountCents,
    differenceCents:
      finalAmountCents === null ? null : less(finalAmountCents, expectedTotalCents),
    statedDifferenceCents: differenceCents,
    totalSalesCents: less(sumOf(centsOf(tenders)), sumOf([tipCents, sums.roundingCents])),
    totalTipsCents: tipCents,
    totalDiscountsCents: sums.discountCents,
    addedTaxCents: sums.addedTaxCents,
    adjustmentCents: sums.adjustmentCents,
    roundingCents: sums.roundingCents,
    refundRoundingCents: sums.refundRoundingCents,
    totalRefundsCents: sumOf(centsOf(refunds)),
    cashSalesCents,
    cashRefundsCents,
    cashInCents,
    cashOutCents,
    expectedTotalCents,
    totalTickets: sums.tickets,
    byPaymentMethod: methodsOf(sums),
    taxes: sums.taxes,
    untaxed: sums.untaxed,
    ...countedOf(sums),
    openBills,
    ...(productsBelowZero > 0 && { productsBelowZero }),
    ...(late.length > 0 && { late: late.map(lateDay) }),
    overpaidSat: sums.overpaidSat,
    nodeFeeSat: sums.nodeFeeSat,
    paidOutSat: sums.paidOutSat,
    unsold: {
      soldSat: sums.unsold.soldSat,
      refundedSat: sums.unsold.refundedSat,
      dismissedSat: sums.unsold.dismissedSat,
      openSat: sumOf([sums.unsold.heldSat, unmatchedSat]),
    },
  }
}

const methodsOf = ({
  tenders,
  tips,
  refunds,
}: Pick<DaySums, 'tenders' | 'tips' | 'refunds'>) =>
  sumByMethod([
    ...tenders.map((each) => ({ name: nameOf(each), cents: each.cents })),
    ...tips.map((each) => ({ name: nameOf(each), cents: 0, tipCents: each.cents })),
    ...refunds.map((each) => ({ name: nameOf(each), cents: 0, refundCents: each.cents })),
  ])

const lateDay = ({ day, sums }: LateSums): LateDay => ({
  day,
  byPaymentMethod: methodsOf(sums),
  taxes: sums.taxes,
  untaxed: sums.untaxed,
  cashCents: ofCash(sums.tenders),
})

/** Cost of the lines: sales, before discounts, added tax and adjustments. */
export const grossOf = ({
  totalSalesCents,
  totalDiscountsCents,
  addedTaxCents = 0,
  adjustmentCents = 0,
}: ShiftFigures): Sum =>
  less(
    sumOf([totalSalesCents, totalDiscountsCents]),
    sumOf([addedTaxCents, adjustmentCents]),
  )

/** Payments without a sale: still open at this Z, or resolved since the last one. */
export const unsoldReceived = (unsold: UnsoldFigures): Sum =>
  sumOf([unsold.soldSat, unsold.refundedSat, unsold.dismissedSat, unsold.openSat])

/** Sales without tax are listed among the taxes, if there were any. */
export function taxesWithUntaxed(
  { taxes, untaxed }: Pick<ShiftFigures, 'taxes' | 'untaxed'>,
  untaxedName = 'Untaxed',
) {
  const rows = taxes.map((tax) => ({
    ...tax,
    refundedNetCents: tax.refundedNetCents ?? 0,
    refundedTaxCents: tax.refundedTaxCents ?? 0,
  }))
  const { netCents = 0, refundedNetCents = 0 } = untaxed ?? {}
  if (!netCents && !refundedNetCents) return rows
  const noTax = {
    name: untaxedName,
    rateThousandths: 0,
    taxCents: 0,
    refundedTaxCents: 0,
  }
  return [...rows, { ...noTax, netCents, refundedNetCents }]
}

/**
 * Parts of the refunded sum: goods with their tax, tips, and the rounding of cash: goods
 * + tips - rounding = refunds. Undefined in Z reports from before the parts were kept.
 */
export function refundedParts(figures: ShiftFigures) {
  const { totalRefundsCents, refundRoundingCents = 0, untaxed } = figures
  if (!untaxed) return undefined
  const goodsCents = sumOf(
    taxesWithUntaxed(figures).flatMap((tax) => [
      tax.refundedNetCents,
      tax.refundedTaxCents,
    ]),
  )
  const owedCents = sumOf([totalRefundsCents, refundRoundingCents])
  return { goodsCents, tipCents: less(owedCents, goodsCents), refundRoundingCents }
}

/** Sums by the name of the method, in the order of the methods. */
export function sumByMethod(sums: readonly MethodSum[]): Required<MethodSum>[] {
  const names = new Set([...paymentMethods, ...sums].map(({ name }) => name))
  return [...names].flatMap((name) => {
    const all = sums.filter((each) => each.name === name)
    if (all.length === 0) return []
    return {
      name,
      cents: sumOf(centsOf(all)),
      tipCents: sumOf(all.map(({ tipCents = 0 }) => tipCents)),
      refundCents: sumOf(all.map(({ refundCents = 0 }) => refundCents)),
    }
  })
}

/** Adds cents exactly. */
export function sumOf(cents: readonly Sum[]): Sum {
  const sum = cents.reduce<bigint>((all, each) => all + BigInt(each), 0n)
  const number = Number(sum)
  return Number.isSafeInteger(number) ? number : sum
}

/** Subtracts cents exactly. */
export const less = (cents: Sum, others: Sum): Sum => sumOf([cents, -others])

type OfMethods = DaySums['tenders']

const nameOf = ({ methodId }: OfMethods[number]) =>
  findPaymentMethod(methodId)?.name ?? methodId

const centsOf = (payments: readonly { readonly cents: Sum }[]) =>
  payments.map(({ cents }) => cents)

const ofCash = (payments: OfMethods): Sum =>
  sumOf(centsOf(payments.filter(({ methodId }) => methodId === cashId)))
