import type { CsvCell } from '../../csv.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'
import { paymentMethods } from '../../platform/money/payment-methods.ts'
import type { Period } from '../../platform/time/days.ts'
import {
  type CountedName,
  countedNames,
  countedRow,
} from '../../selling/sales/counted-rows.ts'
import type { Sum } from '../../selling/sales/day-record.ts'
import {
  grossOf,
  less,
  refundedParts,
  sumOf,
  type TillRow,
  taxesWithUntaxed,
  unsoldReceived,
} from '../../selling/shifts/figures.ts'
import {
  currencyOfZ,
  rowsOfZ,
  type ZReportRecord,
} from '../../selling/shifts/z-reports.ts'
import {
  amount,
  amountOrBlank,
  type Columns,
  dayIn,
  type Terms,
  table,
} from './export-columns.ts'

/** The Z reports that were made in a period, oldest first. */
export const zReportsOf = (zs: readonly ZReportRecord[], { fromMs, untilMs }: Period) =>
  zs.filter(({ closedAt }) => {
    const ms = Date.parse(closedAt)
    return ms >= (fromMs ?? ms) && ms < (untilMs ?? Number.POSITIVE_INFINITY)
  })

/** A Z with its rows by till; none in a shop without tills. */
type ZOfTills = ZReportRecord & { readonly byTill: readonly TillRow[] }

type ZRow = ZOfTills & { readonly day: string; readonly currency: string }

/** Limits the Zs that read the parts of their tills at once. */
const oneOfTen = limitConcurrency(10)

/** Returns Z reports with their rows by till. */
export const zRows = (zs: readonly ZReportRecord[]): Promise<ZOfTills[]> =>
  Promise.all(zs.map((z) => oneOfTen(async () => ({ ...z, byTill: await rowsOfZ(z) }))))

/**
 * Returns a row for each Z report, frozen when its shift was closed, with four columns
 * for each tax of any of them, by name and rate: the amounts left after refunds, and
 * those refunded. Columns for each till of any of them, and for the shop's own numbers
 * beside it, come before these.
 */
export function zTable(reports: readonly ZOfTills[], { time, base }: Terms) {
  const rows = reports.map((report) => ({
    ...report,
    day: dayIn(report.closedAt, report.shop, time),
    currency: currencyOfZ(base, report),
  }))
  const cells = new Map<ZReportRecord, Record<string, CsvCell>>(
    rows.map((row) => [row, taxCells(row)]),
  )
  const ofTaxes = new Set([...cells.values()].flatMap((each) => Object.keys(each)))
  const columns: Columns<ZRow> = {
    ...zColumns,
    ...tillColumns(rows),
    ...Object.fromEntries(
      [...ofTaxes].map((name) => [
        name,
        (row: ZRow) => cells.get(row)?.[name] ?? amount(0),
      ]),
    ),
  }
  return table(columns, rows)
}

/** Columns of each till by series, the shop's own first. */
function tillColumns(rows: readonly ZRow[]): Columns<ZRow> {
  const series = new Set(rows.flatMap(({ byTill }) => byTill.map((row) => row.series)))
  const inOrder = [...series].sort(bySeries)
  return Object.fromEntries(
    inOrder.flatMap((each) =>
      Object.entries(perTill).map(([name, cellOf]) => [
        `${name} ${each ?? 'own'}`,
        ({ byTill }: ZRow) => {
          const row = byTill.find((one) => one.series === each)
          return row ? cellOf(row) : null
        },
      ]),
    ),
  )
}

/** A to Z, then AA; the shop's own first. */
const bySeries = (one: string | null, other: string | null) =>
  (one ?? '').length - (other ?? '').length || ((one ?? '') < (other ?? '') ? -1 : 1)

const perTill: Columns<TillRow> = {
  sales: ({ figures }) => amount(figures.totalSalesCents),
  refunds: ({ figures }) => amount(figures.totalRefundsCents),
  expected: ({ figures }) => amount(figures.expectedTotalCents),
  counted: ({ figures }) => amountOrBlank(figures.finalAmountCents),
  difference: ({ figures }) => amountOrBlank(figures.differenceCents),
  firstNumber: (row) => row.firstNumber,
  lastNumber: (row) => row.lastNumber,
}

const taxCells = ({ figures }: ZReportRecord): Record<string, CsvCell> =>
  Object.fromEntries(
    taxesWithUntaxed(figures).flatMap(({ name, rateThousandths, ...tax }) => {
      const of = `${name} ${rateThousandths / 1_000}%`
      return [
        [`net ${of}`, amount(tax.netCents)],
        [`tax ${of}`, amount(tax.taxCents)],
        [`refunded net ${of}`, amount(tax.refundedNetCents)],
        [`refunded tax ${of}`, amount(tax.refundedTaxCents)],
      ]
    }),
  )

/** Columns for each method of payment, of what was paid by it and what went back. */
const perMethod = (
  sums: Readonly<Record<string, (paid: Sum, refunded: Sum) => Sum>>,
): Columns<ZRow> =>
  Object.fromEntries(
    paymentMethods.flatMap((method) =>
      Object.entries(sums).map(([prefix, sumOfBoth]) => [
        `${prefix}${method.name.replaceAll(' ', '')}`,
        ({ figures }: ZRow) => {
          const { cents = 0, refundCents = 0 } =
            figures.byPaymentMethod.find(({ name }) => name === method.name) ?? {}
          return amount(sumOfBoth(cents, refundCents))
        },
      ]),
    ),
  )

/** Two columns for each row that counts something. */
function perCounted(names: readonly CountedName[]): Columns<ZRow> {
  const columns = names.flatMap((name): [string, (row: ZRow) => CsvCell][] => {
    const [count, total] = countedRow(name).columns
    return [
      [count, ({ figures }) => figures[name]?.count ?? 0],
      [total, ({ figures }) => amount(figures[name]?.cents ?? 0)],
    ]
  })
  return Object.fromEntries(columns)
}

const zColumns: Columns<ZRow> = {
  day: ({ day }) => day,
  time: ({ closedAt }) => closedAt,
  number: ({ number }) => number,
  shiftId: ({ shiftId }) => shiftId,
  closedBy: ({ closedByName }) => closedByName,
  firstNumber: ({ firstNumber }) => firstNumber,
  lastNumber: ({ lastNumber }) => lastNumber,
  tickets: ({ figures }) => figures.totalTickets,
  sales: ({ figures }) => amount(figures.totalSalesCents),
  tips: ({ figures }) => amount(figures.totalTipsCents),
  discounts: ({ figures }) => amount(figures.totalDiscountsCents),
  refunds: ({ figures }) => amount(figures.totalRefundsCents),
  ...perMethod({ paid: (paid) => paid }),
  net: ({ figures: { taxes } }) => amount(sumOf(taxes.map((tax) => tax.netCents))),
  tax: ({ figures: { taxes } }) => amount(sumOf(taxes.map((tax) => tax.taxCents))),
  initialAmount: ({ figures }) => amount(figures.initialAmountCents),
  cashIn: ({ figures }) => amount(figures.cashInCents),
  cashOut: ({ figures }) => amount(figures.cashOutCents),
  cashRefunds: ({ figures }) => amount(figures.cashRefundsCents),
  expectedTotal: ({ figures }) => amount(figures.expectedTotalCents),
  finalAmount: ({ figures }) => amountOrBlank(figures.finalAmountCents),
  difference: ({ figures }) => amountOrBlank(figures.differenceCents),
  statedDifference: ({ figures }) => amountOrBlank(figures.statedDifferenceCents),
  gross: ({ figures }) => amount(grossOf(figures)),
  addedTax: ({ figures }) => amount(figures.addedTaxCents ?? 0),
  adjustments: ({ figures }) => amount(figures.adjustmentCents ?? 0),
  rounding: ({ figures }) => amount(figures.roundingCents ?? 0),
  ...perMethod({ refunded: (_, refunded) => refunded, net: less }),
  ...perCounted(['outside']),
  satoshisPaidOut: ({ figures }) => Number(figures.paidOutSat ?? 0),
  currency: ({ currency }) => currency,
  ...perCounted(['openLines']),
  refundRounding: ({ figures }) => amount(figures.refundRoundingCents ?? 0),
  unsoldReceivedSat: ({ figures: { unsold } }) =>
    Number(unsold ? unsoldReceived(unsold) : 0),
  unsoldSoldSat: ({ figures }) => Number(figures.unsold?.soldSat ?? 0),
  unsoldRefundedSat: ({ figures }) => Number(figures.unsold?.refundedSat ?? 0),
  unsoldDismissedSat: ({ figures }) => Number(figures.unsold?.dismissedSat ?? 0),
  unsoldOpenSat: ({ figures }) => Number(figures.unsold?.openSat ?? 0),
  refundedTips: ({ figures }) => amountOrBlank(refundedParts(figures)?.tipCents),
  overpaidSat: ({ figures }) => Number(figures.overpaidSat ?? 0),
  // Those above keep their places
  ...perCounted(countedNames),
  firstRefund: ({ firstRefundNumber: number }) => (number ? `R-${number}` : null),
  lastRefund: ({ lastRefundNumber: number }) => (number ? `R-${number}` : null),
  refundedGoods: ({ figures }) => amountOrBlank(refundedParts(figures)?.goodsCents),
  nodeFeeSat: ({ figures }) => Number(figures.nodeFeeSat ?? 0),
  productsBelowZero: ({ figures }) => figures.productsBelowZero ?? 0,
  lateSales: ({ figures: { late = [] } }) =>
    amount(sumOf(late.flatMap((each) => each.byPaymentMethod.map(({ cents }) => cents)))),
  lateCash: ({ figures: { late = [] } }) =>
    amount(sumOf(late.map(({ cashCents }) => cashCents))),
}
