import { fromCents } from '../../money/decimal.ts'
import type { PrintedTicket } from './printed-ticket.ts'

/** The close of a day, or of a running one (X report), in cents; null where nothing was counted. */
export type ZReport = {
  readonly id: string
  /** null for an X report. */
  readonly number: number | null
  /** From when to when, in the shop's time zone, as it is printed. */
  readonly period: string
  /** Who closed it, or who prints a running one. */
  readonly by: string
  readonly tickets: number
  readonly firstNumber: number | null
  readonly lastNumber: number | null
  /** gross - discounts + added tax + adjustments = sales */
  readonly grossCents: number
  readonly discountCents: number
  readonly addedTaxCents: number
  readonly adjustmentCents: number
  readonly salesCents: number
  readonly tipCents: number
  readonly byMethod: readonly {
    readonly name: string
    readonly cents: number
    readonly refundCents: number
  }[]
  /** What was sold, and what of it was refunded; all net and tax sold together are sales. */
  readonly taxes: readonly {
    readonly name: string
    readonly ratePercent: number
    readonly netCents: number
    readonly taxCents: number
    readonly refundedNetCents: number
    readonly refundedTaxCents: number
  }[]
  readonly cash: {
    readonly initialCents: number
    readonly salesCents: number
    readonly inCents: number
    readonly outCents: number
    readonly refundCents: number
    readonly expectedCents: number
    readonly countedCents: number | null
    readonly differenceCents: number | null
  }
  /** Payments linked to tickets that no sale was made with. */
  readonly outside: { readonly count: number; readonly cents: number }
  readonly paidOutSat: number
}

type Row = { label: string; value: number | string }

const amount = (label: string, cents: number): Row => ({ label, value: fromCents(cents) })

const counted = (label: string, cents: number | null): Row[] =>
  cents === null ? [] : [amount(label, cents)]

/**
 * A Z report as the built-in template prints it, which adds up from top to bottom; the total is
 * everything that was paid.
 */
export function zReportTicket(report: ZReport): PrintedTicket {
  const { byMethod } = report
  const takenCents = sumOf(byMethod.map(({ cents }) => cents))
  const refundCents = sumOf(byMethod.map((each) => each.refundCents))
  return {
    ticketId: report.id,
    tableName: '',
    roomName: '',
    date: report.period,
    items: [],
    total: fromCents(takenCents),
    details: {
      ...(report.number !== null && { number: report.number }),
      cashier: report.by,
      tenders: byMethod.map(({ name, cents }) => ({
        method: name,
        amount: fromCents(cents),
      })),
      taxes: taxRows(report),
      summaries: [
        { title: 'Sales', rows: salesRows(report) },
        {
          title: 'Taken',
          rows: [amount('Sales', report.salesCents), amount('Tips', report.tipCents)],
        },
        {
          title: 'Refunds',
          rows: [
            ...byMethod
              .filter((each) => each.refundCents !== 0)
              .map((each) => amount(each.name, -each.refundCents)),
            amount('Refunds', -refundCents),
          ],
        },
        {
          title: 'Net',
          rows: [
            ...byMethod.map((each) => amount(each.name, each.cents - each.refundCents)),
            amount('Net', takenCents - refundCents),
          ],
        },
        { title: 'Cash', rows: cashRows(report) },
        {
          title: 'Apart',
          rows: [
            amount(`Outside the books (${report.outside.count})`, report.outside.cents),
            { label: 'Satoshis paid out', value: String(report.paidOutSat) },
          ],
        },
      ],
    },
  }
}

function salesRows(report: ZReport): Row[] {
  const { firstNumber, lastNumber } = report
  return [
    ...(firstNumber === null
      ? []
      : [{ label: 'Receipts', value: `${firstNumber} - ${lastNumber}` }]),
    { label: 'Count', value: String(report.tickets) },
    amount('Gross', report.grossCents),
    amount('Discounts', -report.discountCents),
    amount('Added tax', report.addedTaxCents),
    amount('Adjustments', report.adjustmentCents),
    amount('Sales', report.salesCents),
  ]
}

const cashRows = ({ cash }: ZReport): Row[] => [
  amount('At the start', cash.initialCents),
  amount('Sales', cash.salesCents),
  amount('Paid in', cash.inCents),
  amount('Paid out', -cash.outCents),
  amount('Refunds', -cash.refundCents),
  amount('Expected', cash.expectedCents),
  ...counted('Counted', cash.countedCents),
  ...counted('Difference', cash.differenceCents),
]

/** What was sold of each tax, then what of it was refunded. */
function taxRows({ taxes }: ZReport) {
  const sold = taxes.map((tax) => ({
    name: tax.name,
    ratePercent: tax.ratePercent,
    net: fromCents(tax.netCents),
    tax: fromCents(tax.taxCents),
  }))
  const refunded = taxes
    .filter((tax) => tax.refundedNetCents !== 0 || tax.refundedTaxCents !== 0)
    .map((tax) => ({
      name: `Refunded ${tax.name}`,
      ratePercent: tax.ratePercent,
      net: fromCents(-tax.refundedNetCents),
      tax: fromCents(-tax.refundedTaxCents),
    }))
  return [...sold, ...refunded]
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0)
