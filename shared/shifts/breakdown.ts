import * as z from 'zod'
import { formatCents } from '../money/decimal.ts'
import { cashId, findPaymentMethod, paymentMethods } from '../money/payment-methods.ts'
import type { DaySums, Sum } from '../sales/day-record.ts'
import { taxesField } from '../sales/sale-on-wire.ts'
import { majorUnits } from '../validation/fields.ts'

export const MethodTotal = z
  .object({ name: z.string(), total: majorUnits })
  .meta({ id: 'MethodTotal', description: 'What was paid by a method of payment' })

/** What a shift sold, and the cash that its drawer should hold. */
export const Breakdown = z
  .object({
    shiftId: z.string(),
    initialAmount: majorUnits,
    finalAmount: majorUnits.nullable().describe('The cash that was counted'),
    difference: majorUnits
      .nullable()
      .describe('As the client sent it, else finalAmount less expectedTotal'),
    totalSales: majorUnits.nullable().describe('What was paid, without tips'),
    totalTips: majorUnits.nullable(),
    totalRefunds: majorUnits.nullable(),
    cashSales: majorUnits.nullable().describe('Paid in cash, with tips, without change'),
    cashRefunds: majorUnits.nullable(),
    cashIn: majorUnits.nullable(),
    cashOut: majorUnits.nullable(),
    expectedTotal: majorUnits
      .nullable()
      .describe('initialAmount + cashSales + cashIn - cashOut - cashRefunds'),
    totalTickets: z.int().nullable(),
    byPaymentMethod: z.array(MethodTotal).nullable().describe('What was paid, with tips'),
    taxes: taxesField.nullable().describe('In cents; refunds are deducted'),
  })
  .meta({
    id: 'ShiftBreakdown',
    description:
      'The sums since the last Z for an open shift, those of its last Z for a closed one, null for one that was closed before Zs were made',
  })

/** The cash in the drawer; null where it was not counted. */
export type DrawerAmounts = {
  readonly initialAmountCents: number
  readonly finalAmountCents: number | null
  readonly differenceCents: number | null
}

type MethodSum = { readonly name: string; readonly cents: Sum }

/** The figures of a shift, in cents. */
export type ShiftFigures = {
  readonly initialAmountCents: number
  readonly finalAmountCents: number | null
  readonly differenceCents: Sum | null
  readonly totalSalesCents: Sum
  readonly totalTipsCents: Sum
  readonly totalDiscountsCents: Sum
  readonly totalRefundsCents: Sum
  readonly cashSalesCents: Sum
  readonly cashRefundsCents: Sum
  readonly cashInCents: Sum
  readonly cashOutCents: Sum
  readonly expectedTotalCents: Sum
  readonly totalTickets: number
  readonly byPaymentMethod: readonly MethodSum[]
  readonly taxes: DaySums['taxes']
}

/** Computes the figures of a shift from the sums of the day. */
export function figuresOf(amounts: DrawerAmounts, sums: DaySums): ShiftFigures {
  const { initialAmountCents, finalAmountCents } = amounts
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
    differenceCents: differenceOf(amounts, expectedTotalCents),
    totalSalesCents: less(sumOf(centsOf(tenders)), tipCents),
    totalTipsCents: tipCents,
    totalDiscountsCents: sums.discountCents,
    totalRefundsCents: sumOf(centsOf(refunds)),
    cashSalesCents,
    cashRefundsCents,
    cashInCents,
    cashOutCents,
    expectedTotalCents,
    totalTickets: sums.tickets,
    byPaymentMethod: sumByMethod(
      tenders.map(({ methodId, cents }) => ({
        name: findPaymentMethod(methodId)?.name ?? methodId,
        cents,
      })),
    ),
    taxes: sums.taxes,
  }
}

/** Sums by the name of the method, in the order of the methods. */
export function sumByMethod(sums: readonly MethodSum[]): MethodSum[] {
  const names = new Set([...paymentMethods, ...sums].map(({ name }) => name))
  return [...names]
    .map((name) => sums.filter((each) => each.name === name))
    .flatMap((all) => (all[0] ? [{ name: all[0].name, cents: sumOf(centsOf(all)) }] : []))
}

/** The client's word, else what was counted less what was expected. */
export const differenceOf = (
  { finalAmountCents, differenceCents }: DrawerAmounts,
  expectedCents: Sum | null,
): Sum | null =>
  differenceCents ??
  (finalAmountCents === null || expectedCents === null
    ? null
    : less(finalAmountCents, expectedCents))

/** The amounts of a shift without any sums. */
export const amountsOnWire = (shiftId: string, amounts: DrawerAmounts) => ({
  shiftId,
  initialAmount: majorUnitsOf(amounts.initialAmountCents),
  finalAmount: majorUnitsOrNull(amounts.finalAmountCents),
  difference: majorUnitsOrNull(amounts.differenceCents),
})

/** The figures as clients get them. */
export const breakdownOnWire = (shiftId: string, figures: ShiftFigures) => ({
  shiftId,
  initialAmount: majorUnitsOf(figures.initialAmountCents),
  finalAmount: majorUnitsOrNull(figures.finalAmountCents),
  difference: majorUnitsOrNull(figures.differenceCents),
  totalSales: majorUnitsOf(figures.totalSalesCents),
  totalTips: majorUnitsOf(figures.totalTipsCents),
  totalRefunds: majorUnitsOf(figures.totalRefundsCents),
  cashSales: majorUnitsOf(figures.cashSalesCents),
  cashRefunds: majorUnitsOf(figures.cashRefundsCents),
  cashIn: majorUnitsOf(figures.cashInCents),
  cashOut: majorUnitsOf(figures.cashOutCents),
  expectedTotal: majorUnitsOf(figures.expectedTotalCents),
  totalTickets: figures.totalTickets,
  byPaymentMethod: methodsOnWire(figures.byPaymentMethod),
  taxes: figures.taxes.map(({ name, rateThousandths, netCents, taxCents }) => ({
    name,
    ratePercent: rateThousandths / 1_000,
    netCents: Number(netCents),
    taxCents: Number(taxCents),
  })),
})

/** Sums of payment methods as clients get them. */
export const methodsOnWire = (methods: readonly MethodSum[]) =>
  methods.map(({ name, cents }) => ({ name, total: majorUnitsOf(cents) }))

/** Exact as long as a double can be. */
export const majorUnitsOf = (cents: Sum): number => Number(formatCents(cents))

export const majorUnitsOrNull = (cents: Sum | null) =>
  cents === null ? null : majorUnitsOf(cents)

/** Adds cents exactly. */
export function sumOf(cents: readonly Sum[]): Sum {
  const sum = cents.reduce<bigint>((all, each) => all + BigInt(each), 0n)
  const number = Number(sum)
  return Number.isSafeInteger(number) ? number : sum
}

const less = (cents: Sum, others: Sum): Sum => sumOf([cents, -others])

type OfMethods = DaySums['tenders']

const centsOf = (payments: readonly { readonly cents: Sum }[]) =>
  payments.map(({ cents }) => cents)

const ofCash = (payments: OfMethods): Sum =>
  sumOf(centsOf(payments.filter(({ methodId }) => methodId === cashId)))
