import { findJob } from '../../../shared/paper/jobs/job-records.ts'
import type { AuditKind } from '../../../shared/people/audit/audit-entry.ts'
import type { NamedNumbers } from '../new-epoch.ts'
import type { Around } from './around.ts'

/** Refunds with numbers of a till's series, or of the shop's own, in their order. */
export const numberedRefunds = ({ orders }: Pick<Around, 'orders'>, series?: string) =>
  [...orders.values()]
    .flatMap((order) =>
      (order.sale?.refunds ?? []).flatMap((refund) =>
        refund.refundNumber === undefined || refund.series !== series
          ? []
          : [{ order, refund, number: refund.refundNumber }],
      ),
    )
    .sort((one, other) => one.number - other.number)

/** Entries that name the receipt of a sale, and nothing that a person has typed. */
const ofSales: readonly AuditKind[] = ['discount', 'refund', 'ticket']

/**
 * The highest numbers of a receipt and a refund of the shop's own that any of the records names; 0
 * for none.
 */
export async function namedNumbers(around: Around): Promise<NamedNumbers> {
  const { tickets, orders, refunds, zReports, audit } = around
  const details = await printedDetails(around)
  const names = audit.flatMap(({ kind, subjectName }) =>
    ofSales.includes(kind) && subjectName !== null ? [subjectName] : [],
  )
  const own = ({ series }: { readonly series?: string }) => series === undefined
  return {
    receipt: highest([
      ...[...tickets.values()].filter(own).map(({ number }) => number),
      ...[...orders.values()].map(({ sale }) => sale && own(sale) && sale.number),
      ...refunds.map(({ number, saleSeries }) => saleSeries === undefined && number),
      ...zReports.map(({ lastNumber }) => lastNumber),
      ...names.map((name) => /^Receipt (\d{1,9})$/.exec(name)?.[1]),
      ...details.map(
        ({ number, receiptNumber }) => receiptNumber === undefined && number,
      ),
    ]),
    refund: highest([
      ...numberedRefunds(around).map(({ number }) => number),
      ...refunds.filter(own).map(({ refundNumber }) => refundNumber),
      ...zReports.map(({ lastRefundNumber }) => lastRefundNumber),
      ...printedRefunds(details, ''),
    ]),
  }
}

/** The highest number of a refund of a till's series that any of the records names; 0 for none. */
export async function namedRefund(around: Around, series: string): Promise<number> {
  return highest([
    ...numberedRefunds(around, series).map(({ number }) => number),
    ...around.refunds.map((refund) => refund.series === series && refund.refundNumber),
    ...printedRefunds(await printedDetails(around), series),
  ])
}

type Details = Awaited<ReturnType<typeof printedDetails>>

/** Details of the papers of these days. */
async function printedDetails({ jobs }: Around) {
  const papers = await Promise.all(jobs.map(({ id }) => findJob(id)))
  return papers.flatMap((job) => job?.ticket.details ?? [])
}

const printedRefunds = (details: Details, series: string) =>
  details
    .flatMap((each) => each.refunds ?? [])
    .map(({ number = '' }) => /^([A-Z]*)R-(\d{1,9})$/.exec(number))
    .map((found) => found?.[1] === series && found[2])

const highest = (numbers: readonly (number | string | null | undefined | false)[]) =>
  numbers.reduce<number>((most, number) => Math.max(most, Number(number || 0)), 0)
