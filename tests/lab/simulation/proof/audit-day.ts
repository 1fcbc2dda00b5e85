import { cashId } from '../../../../shared/platform/money/payment-methods.ts'
import type { StoreOrderRecord } from '../../../../shared/selling/checkout/store-orders.ts'
import { type DayRecord, daySums } from '../../../../shared/selling/sales/day-record.ts'
import type { SaleRefund } from '../../../../shared/selling/sales/sale-snapshot.ts'
import type { Shift } from '../../../../shared/selling/shifts/shift-records.ts'
import type { CashMovement } from '../../../../shared/selling/shifts/shifts.ts'
import type { ZReportRecord } from '../../../../shared/selling/shifts/z-reports.ts'
import { type Findings, type Records, sumOf } from './records.ts'

/** The Z reports and the day since the last one add up to what was sold and moved. */
export function auditDay(records: Records, findings: Findings): void {
  const day = records.one<DayRecord>('DAY', 'DAY')
  const sums = daySums(day)
  const reports = [...records.in<ZReportRecord>('Z-REPORT')].sort(
    (one, other) => one.number - other.number,
  )
  findings.equal(
    'numbers of Z reports',
    reports.map(({ number }) => number),
    reports.map((_, at) => at + 1),
  )
  const closes = records.in<Shift>('SHIFT').flatMap(({ zNumbers = [] }) => zNumbers)
  findings.equal('Z reports of shifts', closes.length, reports.length)
  const sales = records
    .startingWith<StoreOrderRecord>('ORDER#', 'ORDER')
    .flatMap(({ sale }) => sale ?? [])
  findings.equal('number of the last ticket', day?.lastNumber ?? 0, sales.length)

  const figures = reports.map((report) => report.figures)
  const total = (now: unknown, closed: readonly unknown[]) =>
    Number(now) + sumOf(closed.map(Number))
  const refunds = sales.flatMap(({ refunds: made = [] }) => made)
  const inAll = [
    ['tips', sums.tipCents, 'totalTipsCents', sales.map(({ tipCents }) => tipCents)],
    [
      'discounts',
      sums.discountCents,
      'totalDiscountsCents',
      sales.map(({ discountCents }) => discountCents),
    ],
    ['tickets', sums.tickets, 'totalTickets', sales.map(() => 1)],
    [
      'refunds',
      sumOf(sums.refunds.map(({ cents }) => Number(cents))),
      'totalRefundsCents',
      refunds.map(givenCents),
    ],
    [
      'refunds in cash',
      sumOf(sums.refunds.filter(isCash).map(({ cents }) => Number(cents))),
      'cashRefundsCents',
      refunds.filter(isCash).map(givenCents),
    ],
    [
      'sales in cash',
      sumOf(sums.tenders.filter(isCash).map(({ cents }) => Number(cents))),
      'cashSalesCents',
      sales.flatMap(({ tenders }) =>
        tenders.filter(isCash).map(({ amountCents }) => amountCents),
      ),
    ],
    [
      'rounding',
      sums.roundingCents,
      'roundingCents',
      sales.map(({ roundingCents = 0 }) => roundingCents),
    ],
    [
      'rounding of refunds',
      sums.refundRoundingCents,
      'refundRoundingCents',
      refunds.map(({ roundingCents = 0 }) => roundingCents),
    ],
    [
      'goods',
      sumOf(sums.tenders.map(({ cents }) => Number(cents))) -
        Number(sums.tipCents) -
        Number(sums.roundingCents),
      'totalSalesCents',
      sales.map(({ goodsCents }) => goodsCents),
    ],
  ] as const
  for (const [what, now, name, expected] of inAll) {
    const closed = figures.map((each) => each[name])
    findings.equal(what, total(now, closed), sumOf(expected))
  }
  const paidNow = sumOf(sums.tenders.map(({ cents }) => Number(cents)))
  const paidBefore = figures.flatMap(({ byPaymentMethod }) =>
    byPaymentMethod.map(({ cents }) => cents),
  )
  findings.equal(
    'payments',
    total(paidNow, paidBefore),
    sumOf(sales.flatMap(({ tenders }) => tenders.map(({ amountCents }) => amountCents))),
  )
  for (const type of ['in', 'out'] as const) {
    const moved = records
      .startingWith<CashMovement>('SHIFT-CASH#')
      .filter((movement) => movement.type === type)
    const name = type === 'in' ? 'cashInCents' : 'cashOutCents'
    findings.equal(
      `cash ${type}`,
      total(
        sums[name],
        figures.map((each) => each[name]),
      ),
      sumOf(moved.map(({ amountCents }) => amountCents)),
    )
  }
}

/** Returns the amount that a refund handed over. */
const givenCents = ({ amountCents, roundingCents = 0 }: SaleRefund) =>
  amountCents - roundingCents

const isCash = ({ methodId }: { readonly methodId: string }) => methodId === cashId
