import { type DayRecord, daySums } from '../../../../shared/selling/sales/day-record.ts'
import type { SaleTax } from '../../../../shared/selling/sales/sale-snapshot.ts'
import { taxKey } from '../../../../shared/selling/sales/sale-sums.ts'
import type { ZReportRecord } from '../../../../shared/selling/shifts/z-reports.ts'
import { linesOf, type PaidOrder } from '../shop/refunders.ts'
import { paidOrders } from './audit-refunds.ts'
import { type Findings, type Records, sumOf } from './records.ts'

type Taxed = Omit<SaleTax, 'netCents' | 'taxCents'> & {
  readonly netCents: number | bigint
  readonly taxCents: number | bigint
}

/** Taxes by name and rate are those of their lines, in each sale and in all reports. */
export function auditTaxes(records: Records, findings: Findings): void {
  const orders = paidOrders(records)
  for (const order of orders) {
    findings.equal(
      `taxes of order ${order.id}`,
      told(order.sale.taxes),
      told(sold(order)),
    )
  }
  const now = daySums(records.one<DayRecord>('DAY', 'DAY')).taxes
  const closed = records
    .in<ZReportRecord>('Z-REPORT')
    .flatMap(({ figures }) => figures.taxes)
  const expected = orders.flatMap((order) => [...order.sale.taxes, ...refunded(order)])
  findings.equal(
    'taxes of the day and of Z reports',
    told([...now, ...closed]),
    told(expected),
  )
}

const sold = (order: PaidOrder): Taxed[] =>
  linesOf(order).flatMap(({ tax, paidCents = 0, taxCents = 0 }) =>
    tax ? [{ ...tax, netCents: paidCents - taxCents, taxCents }] : [],
  )

/** Returns the taxes of refunds, below 0. */
function refunded(order: PaidOrder): Taxed[] {
  const lines = linesOf(order)
  const given = (order.sale.refunds ?? []).flatMap((refund) => refund.lines)
  return given.flatMap(({ at, paidCents, taxCents }) => {
    const tax = lines[at]?.tax
    return tax ? [{ ...tax, netCents: taxCents - paidCents, taxCents: -taxCents }] : []
  })
}

/** The sums by name and rate. A tax of which nothing is left may be left out. */
const told = (taxes: readonly Taxed[]) =>
  [...Map.groupBy(taxes, taxKey)]
    .map(([name, same]) => ({
      name,
      net: sumOf(same.map(({ netCents }) => Number(netCents))),
      tax: sumOf(same.map(({ taxCents }) => Number(taxCents))),
    }))
    .filter(({ net, tax }) => net !== 0 || tax !== 0)
    .map((sum) => JSON.stringify(sum))
    .sort()
