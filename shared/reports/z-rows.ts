import type { CsvCell } from '../csv.ts'
import { paymentMethods } from '../money/payment-methods.ts'
import { grossOf, less, sumOf, taxesWithUntaxed } from '../shifts/figures.ts'
import { allZReports, type ZReportRecord } from '../shifts/z-reports.ts'
import { dayOf, type Period } from '../time/days.ts'
import type { Timezone } from '../time/zone.ts'
import { amountCell, amountOrBlank } from './amount-cell.ts'

const methods = paymentMethods.map(({ name }) => ({
  name,
  column: name.replaceAll(' ', ''),
}))

const columns = [
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
  ...methods.map(({ column }) => `paid${column}`),
  'net',
  'tax',
  'initialAmount',
  'cashIn',
  'cashOut',
  'cashRefunds',
  'expectedTotal',
  'finalAmount',
  'difference',
  'statedDifference',
  'gross',
  'addedTax',
  'adjustments',
  'rounding',
  ...methods.flatMap(({ column }) => [`refunded${column}`, `net${column}`]),
  'outsideCount',
  'outsideTotal',
  'satoshisPaidOut',
  'currency',
]

/** The Z reports that were made in a period, oldest first. Reads all Z reports of the shop. */
export async function zReportsOf({ fromMs, untilMs }: Period): Promise<ZReportRecord[]> {
  return (await allZReports()).filter(({ closedAt }) => {
    const ms = Date.parse(closedAt)
    return ms >= (fromMs ?? ms) && ms < (untilMs ?? Number.POSITIVE_INFINITY)
  })
}

/**
 * A row for each Z report, as it was when its shift was closed, and the columns: two for each
 * tax of any of them, by name and rate, with what is left of it after refunds. `currency` is of
 * those that do not say it.
 */
export function zTable(
  reports: readonly ZReportRecord[],
  { timezone, currency }: { readonly timezone: Timezone; readonly currency: string },
) {
  const rows = reports.map((report) => ({
    ...zRow(report, timezone),
    ...taxCells(report),
    currency: report.currency ?? currency,
  }))
  const ofTaxes = new Set(reports.flatMap((report) => Object.keys(taxCells(report))))
  const blank = Object.fromEntries([...ofTaxes].map((column) => [column, amountCell(0)]))
  return {
    columns: [...columns, ...ofTaxes],
    rows: rows.map((row): Record<string, CsvCell> => ({ ...blank, ...row })),
  }
}

const taxCells = ({ figures }: ZReportRecord): Record<string, CsvCell> =>
  Object.fromEntries(
    taxesWithUntaxed(figures).flatMap(({ name, rateThousandths, netCents, taxCents }) => [
      [`net ${name} ${rateThousandths / 1_000}%`, amountCell(netCents)],
      [`tax ${name} ${rateThousandths / 1_000}%`, amountCell(taxCents)],
    ]),
  )

function zRow(
  { figures, shop, ...report }: ZReportRecord,
  timezone: Timezone,
): Record<string, CsvCell> {
  const paid = new Map(figures.byPaymentMethod.map((each) => [each.name, each]))
  return {
    day: dayOf(Date.parse(report.closedAt), shop ? shop.timezone : timezone),
    time: report.closedAt,
    number: report.number,
    shiftId: report.shiftId,
    closedBy: report.closedByName,
    firstNumber: report.firstNumber,
    lastNumber: report.lastNumber,
    tickets: figures.totalTickets,
    sales: amountCell(figures.totalSalesCents),
    tips: amountCell(figures.totalTipsCents),
    discounts: amountCell(figures.totalDiscountsCents),
    refunds: amountCell(figures.totalRefundsCents),
    ...Object.fromEntries(
      methods.flatMap(({ name, column }) => {
        const { cents = 0, refundCents = 0 } = paid.get(name) ?? {}
        return [
          [`paid${column}`, amountCell(cents)],
          [`refunded${column}`, amountCell(refundCents)],
          [`net${column}`, amountCell(less(cents, refundCents))],
        ]
      }),
    ),
    net: amountCell(sumOf(figures.taxes.map(({ netCents }) => netCents))),
    tax: amountCell(sumOf(figures.taxes.map(({ taxCents }) => taxCents))),
    initialAmount: amountCell(figures.initialAmountCents),
    cashIn: amountCell(figures.cashInCents),
    cashOut: amountCell(figures.cashOutCents),
    cashRefunds: amountCell(figures.cashRefundsCents),
    expectedTotal: amountCell(figures.expectedTotalCents),
    finalAmount: amountOrBlank(figures.finalAmountCents),
    difference: amountOrBlank(figures.differenceCents),
    statedDifference: amountOrBlank(figures.statedDifferenceCents),
    gross: amountCell(grossOf(figures)),
    addedTax: amountCell(figures.addedTaxCents ?? 0),
    adjustments: amountCell(figures.adjustmentCents ?? 0),
    rounding: amountCell(0),
    outsideCount: figures.outside?.count ?? 0,
    outsideTotal: amountCell(figures.outside?.cents ?? 0),
    satoshisPaidOut: Number(figures.paidOutSat ?? 0),
  }
}
