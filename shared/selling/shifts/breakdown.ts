import * as z from 'zod'
import { NumberRange } from '../../people/tills/till.ts'
import { formatCents } from '../../platform/money/decimal.ts'
import { cents, isoTime, majorUnits, recordId } from '../../platform/validation/fields.ts'
import {
  type CountedField,
  type CountedName,
  countedNames,
  countedRow,
} from '../sales/counted-rows.ts'
import type { Sum } from '../sales/day-record.ts'
import { TaxOfSale } from '../sales/sale-on-wire.ts'
import {
  type DrawerAmounts,
  type LateDay,
  less,
  type MethodSum,
  refundedParts,
  type ShiftFigures,
  type TillRow,
  taxesWithUntaxed,
  unsoldReceived,
} from './figures.ts'

export const MethodTotal = z
  .object({
    name: z.string().describe('Name of the method, such as Cash'),
    total: majorUnits.describe('What was paid by it, with tips, without change'),
    tips: majorUnits.describe('The tips in total, in proportion to the tenders'),
    refunds: majorUnits.describe('What went back by it'),
    net: majorUnits.describe('total - refunds'),
  })
  .meta({ id: 'MethodTotal', description: 'What was paid by a method of payment' })

const TaxOfShift = TaxOfSale.extend({
  refundedNetCents: cents.describe('In cents; deducted from netCents already'),
  refundedTaxCents: cents.describe('In cents; deducted from taxCents already'),
}).meta({ id: 'TaxOfShift', description: 'A tax of a shift, by name and rate' })

const UnsoldPayments = z
  .object({
    received: z.int().describe('sold + refunded + dismissed + open'),
    sold: z
      .int()
      .describe('Sold by hand since the last Z, also by the settlement of their bills'),
    refunded: z.int().describe('Given back since the last Z'),
    dismissed: z.int().describe('Dismissed since the last Z'),
    open: z
      .int()
      .describe(
        'Listed as unmatched now, kept by a bill that is not settled, or with a refund that has begun',
      ),
  })
  .meta({ id: 'UnsoldPayments', description: 'Payments without a sale, in satoshis' })

const nullable = majorUnits.nullable()

const countedField = (counts: string, description: string) =>
  z
    .object({ count: z.int().describe(counts), total: majorUnits })
    .nullable()
    .describe(description)

/** A field by field, whatever rows there are. */
const byField = <T>(of: (row: ReturnType<typeof countedRow>, name: CountedName) => T) =>
  Object.fromEntries(
    countedNames.map((name) => [countedRow(name).field, of(countedRow(name), name)]),
  ) as Record<CountedField, T>

const countedFields = byField(({ counts, description }) =>
  countedField(counts, description),
)

const fields = z.object({
  shiftId: recordId('the shift'),
  currency: z
    .string()
    .optional()
    .describe('Of all amounts, ISO 4217, such as EUR; absent in older Z reports'),
  initialAmount: majorUnits,
  finalAmount: nullable.describe('The cash that was counted'),
  difference: nullable.describe('finalAmount - expectedTotal; negative when missing'),
  statedDifference: nullable.describe('The difference that the client sent'),
  totalSales: nullable.describe(
    'What was due for goods, with tax, without tips; refunds are not deducted',
  ),
  totalTips: nullable.describe('Refunded tips are not deducted'),
  totalRounding: nullable.describe(
    'Rounding of cash, below 0 when it took off: sales, tips and this are the sum that was paid',
  ),
  totalRefunds: nullable.describe('What went back, tips included, as it was handed over'),
  totalRefundedTips: nullable.describe('The tips in totalRefunds'),
  refundRounding: nullable.describe('Rounding of refunds in cash: owed less handed over'),
  cashSales: nullable.describe('Paid in cash, with tips, without change'),
  cashRefunds: nullable,
  cashIn: nullable,
  cashOut: nullable,
  expectedTotal: nullable.describe(
    'initialAmount + cashSales + cashIn - cashOut - cashRefunds',
  ),
  totalTickets: z.int().nullable().describe('Number of sales since the last Z report'),
  byPaymentMethod: z
    .array(MethodTotal)
    .nullable()
    .describe('Sums of each method, with tips'),
  taxes: z
    .array(TaxOfShift)
    .nullable()
    .describe(
      'By name and rate, in cents; refunds are deducted. What was sold without tax is ' +
        'the row `Untaxed`. All rows together are totalSales less refunded goods',
    ),
  ...countedFields,
  overpaid: z
    .int()
    .nullable()
    .describe(
      'Satoshis of sales beyond what was asked for, of those that are above 105 % of it',
    ),
  nodeFees: z
    .int()
    .nullable()
    .describe(
      'Satoshis that the node kept of payments, for channels that it opened or grew: a cost, in no other sum',
    ),
  satoshisPaidOut: z.int().nullable().describe('By refunds to invoices'),
  unsoldPayments: UnsoldPayments.nullable().describe(
    'Lightning payments that no till has sold by itself, in satoshis',
  ),
  productsBelowZero: z
    .int()
    .optional()
    .describe('Products with units below 0 at that moment; left out for none'),
  lateSales: z
    .array(
      z
        .object({
          day: z.string().describe('When they were sold, YYYY-MM-DD'),
          byPaymentMethod: z
            .array(MethodTotal)
            .describe('Sums of each method, with tips'),
          taxes: z
            .array(TaxOfSale)
            .describe('By name and rate, in cents; untaxed goods are the row `Untaxed`'),
        })
        .meta({ id: 'LateSales', description: 'Sales of a day that came after its Z' }),
    )
    .optional()
    .describe(
      'Sales in these sums that came after the Z of their day; left out for none',
    ),
  lateCash: z
    .array(
      z
        .object({
          day: z.string().describe('When it was taken, YYYY-MM-DD'),
          total: majorUnits,
        })
        .meta({ id: 'LateCash', description: 'Cash of late sales of a day' }),
    )
    .optional()
    .describe('The cash of lateSales, which cashSales has too; left out for none'),
})

const countedNumber = z.int().nullable()

/** Drawer and numbers of a till in a shift; null is the shop's own. */
export const TillBreakdown = fields
  .extend({
    tillId: z.string().nullable().describe("The till; null is the shop's own row"),
    tillName: z.string().nullable().describe('Its name'),
    series: z.string().nullable().describe('The letters of its series, such as B'),
    partNumber: z.int().optional().describe("The till's own count of what was closed"),
    from: isoTime.nullish().describe('When the part before was closed'),
    firstNumber: countedNumber.describe('The first number that was sold; null for none'),
    lastNumber: countedNumber.describe('The last one'),
    firstRefundNumber: countedNumber.describe("The first refund's, 7 for BR-7"),
    lastRefundNumber: countedNumber.describe('The last one'),
    missing: z.array(NumberRange).describe('Numbers that were passed over, of all days'),
    unused: z
      .array(
        z.object({
          number: z.int().describe('Without the letters of the series, such as 7'),
          reason: z.string().describe('Such as a torn receipt'),
          askedByName: z.string().nullable().describe('Who said so; null for nobody'),
          confirmedByName: z.string().describe('Who confirmed it'),
        }),
      )
      .describe('Numbers that were confirmed as unused'),
    countedCash: nullable.describe('The cash that was counted in its drawer'),
    perpetualSales: majorUnits
      .optional()
      .describe(
        'All sales since the till was registered, with tax; refunds are not deducted',
      ),
    perpetualRefunds: majorUnits.optional().describe('All refunds since then'),
  })
  .meta({ id: 'TillBreakdown', description: 'The sums of one till, or of none' })

/** Sales of a shift, and the cash that its drawer should hold. */
export const Breakdown = fields
  .extend({
    byTill: z
      .array(TillBreakdown)
      .optional()
      .describe('In a shop with tills: rows that add up to it'),
    closing: z
      .literal(true)
      .optional()
      .describe('Its close goes on part by part, and has made no Z yet'),
  })
  .meta({
    id: 'ShiftBreakdown',
    description:
      'The sums since the last Z for an open shift, those of its last Z for a closed one, null for one that was closed before Zs were made',
  })

/** The amounts of a shift without any sums. */
export const amountsOnWire = (shiftId: string, amounts: DrawerAmounts) => ({
  shiftId,
  initialAmount: majorUnitsOf(amounts.initialAmountCents),
  finalAmount: majorUnitsOrNull(amounts.finalAmountCents),
  statedDifference: majorUnitsOrNull(amounts.differenceCents),
})

/** The figures as clients get them. */
export const breakdownOnWire = (shiftId: string, figures: ShiftFigures) => ({
  shiftId,
  initialAmount: majorUnitsOf(figures.initialAmountCents),
  finalAmount: majorUnitsOrNull(figures.finalAmountCents),
  difference: majorUnitsOrNull(figures.differenceCents),
  statedDifference: majorUnitsOrNull(figures.statedDifferenceCents ?? null),
  totalSales: majorUnitsOf(figures.totalSalesCents),
  totalTips: majorUnitsOf(figures.totalTipsCents),
  totalRounding: majorUnitsOf(figures.roundingCents ?? 0),
  totalRefunds: majorUnitsOf(figures.totalRefundsCents),
  totalRefundedTips: majorUnitsOrNull(refundedParts(figures)?.tipCents ?? null),
  refundRounding: majorUnitsOf(figures.refundRoundingCents ?? 0),
  cashSales: majorUnitsOf(figures.cashSalesCents),
  cashRefunds: majorUnitsOf(figures.cashRefundsCents),
  cashIn: majorUnitsOf(figures.cashInCents),
  cashOut: majorUnitsOf(figures.cashOutCents),
  expectedTotal: majorUnitsOf(figures.expectedTotalCents),
  totalTickets: figures.totalTickets,
  byPaymentMethod: methodsOnWire(figures.byPaymentMethod),
  taxes: taxesWithUntaxed(figures).map((tax) => ({
    name: tax.name,
    ratePercent: tax.rateThousandths / 1_000,
    netCents: Number(tax.netCents),
    taxCents: Number(tax.taxCents),
    refundedNetCents: Number(tax.refundedNetCents),
    refundedTaxCents: Number(tax.refundedTaxCents),
  })),
  ...byField((_, name) => {
    const counted = figures[name]
    return counted && { count: counted.count, total: majorUnitsOf(counted.cents) }
  }),
  overpaid: figures.overpaidSat === undefined ? null : Number(figures.overpaidSat),
  nodeFees: figures.nodeFeeSat === undefined ? null : Number(figures.nodeFeeSat),
  satoshisPaidOut: figures.paidOutSat === undefined ? null : Number(figures.paidOutSat),
  unsoldPayments: figures.unsold && {
    received: Number(unsoldReceived(figures.unsold)),
    sold: Number(figures.unsold.soldSat),
    refunded: Number(figures.unsold.refundedSat),
    dismissed: Number(figures.unsold.dismissedSat),
    open: Number(figures.unsold.openSat),
  },
  productsBelowZero: figures.productsBelowZero,
  ...(figures.late && lateOnWire(figures.late)),
})

const lateOnWire = (late: readonly LateDay[]) => ({
  lateSales: late.map(({ day, byPaymentMethod, ...taxes }) => ({
    day,
    byPaymentMethod: methodsOnWire(byPaymentMethod),
    taxes: taxesWithUntaxed(taxes).map((tax) => ({
      name: tax.name,
      ratePercent: tax.rateThousandths / 1_000,
      netCents: Number(tax.netCents),
      taxCents: Number(tax.taxCents),
    })),
  })),
  lateCash: late
    .filter(({ cashCents }) => cashCents !== 0)
    .map(({ day, cashCents }) => ({ day, total: majorUnitsOf(cashCents) })),
})

/** The row of a till as clients get it. */
export const rowOnWire = (
  shiftId: string,
  { figures, perpetualSalesCents, perpetualRefundsCents, ...row }: TillRow,
) => ({
  ...breakdownOnWire(shiftId, figures),
  ...row,
  missing: [...row.missing],
  unused: [...row.unused],
  countedCash: majorUnitsOrNull(figures.finalAmountCents),
  ...(perpetualSalesCents !== undefined && {
    perpetualSales: majorUnitsOf(perpetualSalesCents),
    perpetualRefunds: majorUnitsOf(perpetualRefundsCents ?? 0),
  }),
})

/** Sums of payment methods as clients get them. */
export const methodsOnWire = (methods: readonly MethodSum[]) =>
  methods.map(({ name, cents: paid, tipCents = 0, refundCents = 0 }) => ({
    name,
    total: majorUnitsOf(paid),
    tips: majorUnitsOf(tipCents),
    refunds: majorUnitsOf(refundCents),
    net: majorUnitsOf(less(paid, refundCents)),
  }))

/** Exact as long as a double can be. */
export const majorUnitsOf = (sum: Sum): number => Number(formatCents(sum))

export const majorUnitsOrNull = (sum: Sum | null) =>
  sum === null ? null : majorUnitsOf(sum)
