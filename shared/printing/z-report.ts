import { fromCents } from '../money/decimal.ts'
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
  readonly salesCents: number
  readonly discountCents: number
  readonly tipCents: number
  readonly refundCents: number
  readonly byMethod: readonly { readonly name: string; readonly cents: number }[]
  readonly taxes: readonly {
    readonly name: string
    readonly ratePercent: number
    readonly netCents: number
    readonly taxCents: number
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
}

/** A Z report as the built-in template prints it; the total is everything that was paid. */
export function zReportTicket(report: ZReport): PrintedTicket {
  const { cash, byMethod, firstNumber, lastNumber } = report
  const amount = (label: string, cents: number) => ({ label, value: fromCents(cents) })
  const counted = (label: string, cents: number | null) =>
    cents === null ? [] : [amount(label, cents)]
  const numbers =
    firstNumber === null
      ? []
      : [{ label: 'Receipts', value: `${firstNumber} - ${lastNumber}` }]
  return {
    ticketId: report.id,
    tableName: '',
    roomName: '',
    date: report.period,
    items: [],
    total: fromCents(byMethod.reduce((sum, { cents }) => sum + cents, 0)),
    details: {
      ...(report.number !== null && { number: report.number }),
      cashier: report.by,
      tenders: byMethod.map(({ name, cents }) => ({
        method: name,
        amount: fromCents(cents),
      })),
      taxes: report.taxes.map(({ name, ratePercent, netCents, taxCents }) => ({
        name,
        ratePercent,
        net: fromCents(netCents),
        tax: fromCents(taxCents),
      })),
      summaries: [
        {
          title: 'Sales',
          rows: [
            ...numbers,
            { label: 'Count', value: String(report.tickets) },
            amount('Sales', report.salesCents),
            amount('Discounts', -report.discountCents),
            amount('Tips', report.tipCents),
            amount('Refunds', -report.refundCents),
          ],
        },
        {
          title: 'Cash',
          rows: [
            amount('At the start', cash.initialCents),
            amount('Sales', cash.salesCents),
            amount('Paid in', cash.inCents),
            amount('Paid out', -cash.outCents),
            amount('Refunds', -cash.refundCents),
            amount('Expected', cash.expectedCents),
            ...counted('Counted', cash.countedCents),
            ...counted('Difference', cash.differenceCents),
          ],
        },
      ],
    },
  }
}
