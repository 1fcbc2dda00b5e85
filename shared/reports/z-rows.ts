import type { CsvCell } from '../csv.ts'
import { paymentMethods } from '../money/payment-methods.ts'
import { majorUnitsOf, majorUnitsOrNull, sumOf } from '../shifts/breakdown.ts'
import { allZReports, type ZReportRecord } from '../shifts/z-reports.ts'
import { dayOf, type Period } from '../time/days.ts'
import type { Timezone } from '../time/zone.ts'

/** A column for each payment method, such as `paidCreditCard`. */
const paidColumns = paymentMethods.map(
  ({ name }) => [name, `paid${name.replaceAll(' ', '')}`] as const,
)

export const zColumns = [
  'day',
  'time',
  'number',
  'shiftId',
  'closedBy',
  'firstNumber',
  'lastNumber',
  'tickets',
  'sales',
  'tips',
  'discounts',
  'refunds',
  ...paidColumns.map(([, column]) => column),
  'net',
  'tax',
  'initialAmount',
  'cashIn',
  'cashOut',
  'cashRefunds',
  'expectedTotal',
  'finalAmount',
  'difference',
]

/** The Z reports that were made in a period, oldest first. Reads all Z reports of the shop. */
export async function zReportsOf({ fromMs, untilMs }: Period): Promise<ZReportRecord[]> {
  return (await allZReports()).filter(({ closedAt }) => {
    const ms = Date.parse(closedAt)
    return ms >= (fromMs ?? ms) && ms < (untilMs ?? Number.POSITIVE_INFINITY)
  })
}

/** A row for each Z report, as it was when its shift was closed. */
export const zRows = (reports: readonly ZReportRecord[], timezone: Timezone) =>
  reports.map(({ figures, ...report }): Record<string, CsvCell> => {
    const paid = new Map(figures.byPaymentMethod.map(({ name, cents }) => [name, cents]))
    return {
      day: dayOf(Date.parse(report.closedAt), timezone),
      time: report.closedAt,
      number: report.number,
      shiftId: report.shiftId,
      closedBy: report.closedByName,
      firstNumber: report.firstNumber,
      lastNumber: report.lastNumber,
      tickets: figures.totalTickets,
      sales: majorUnitsOf(figures.totalSalesCents),
      tips: majorUnitsOf(figures.totalTipsCents),
      discounts: majorUnitsOf(figures.totalDiscountsCents),
      refunds: majorUnitsOf(figures.totalRefundsCents),
      ...Object.fromEntries(
        paidColumns.map(([name, column]) => [column, majorUnitsOf(paid.get(name) ?? 0)]),
      ),
      net: majorUnitsOf(sumOf(figures.taxes.map(({ netCents }) => netCents))),
      tax: majorUnitsOf(sumOf(figures.taxes.map(({ taxCents }) => taxCents))),
      initialAmount: majorUnitsOf(figures.initialAmountCents),
      cashIn: majorUnitsOf(figures.cashInCents),
      cashOut: majorUnitsOf(figures.cashOutCents),
      cashRefunds: majorUnitsOf(figures.cashRefundsCents),
      expectedTotal: majorUnitsOf(figures.expectedTotalCents),
      finalAmount: majorUnitsOrNull(figures.finalAmountCents),
      difference: majorUnitsOrNull(figures.differenceCents),
    }
  })
