import { type DayRecord, daySums } from '../../../shared/sales/day-record.ts'
import type { CashMovement } from '../../../shared/shifts/cash-movements.ts'
import type { Shift } from '../../../shared/shifts/shift-records.ts'
import type { ZReportRecord } from '../../../shared/shifts/z-reports.ts'
import type { StoreOrderRecord } from '../../../shared/store/store-orders.ts'
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
  const sales = records
    .startingWith<StoreOrderRecord>('ORDER#', 'ORDER')
    .flatMap(({ sale }) => sale ?? [])
  findings.equal('number of the last ticket', day?.lastNumber ?? 0, sales.length)

  const figures = reports.map((report) => report.figures)
  const total = (now: unknown, closed: readonly unknown[]) =>
    Number(now) + sumOf(closed.map(Number))
  findings.equal(
    'tips',
    total(
      sums.tipCents,
      figures.map(({ totalTipsCents }) => totalTipsCents),
    ),
    sumOf(sales.map(({ tipCents }) => tipCents)),
  )
  findings.equal(
    'discounts',
    total(
      sums.discountCents,
      figures.map(({ totalDiscountsCents }) => totalDiscountsCents),
    ),
    sumOf(sales.map(({ discountCents }) => discountCents)),
  )
  findings.equal(
    'tickets',
    total(
      sums.tickets,
      figures.map(({ totalTickets }) => totalTickets),
    ),
    sales.length,
  )
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

/** At most one shift is open, and it is the one that is said to be. */
export function auditShifts(records: Records, findings: Findings): void {
  const open = records
    .in<Shift>('SHIFT')
    .filter(({ endTime }) => endTime === null || endTime === undefined)
  const named = records.one<{ shiftId: string }>('SHOP', 'OPEN-SHIFT')
  findings.equal(
    'open shifts',
    open.map(({ id }) => id),
    named ? [named.shiftId] : [],
  )
  const closes = records.in<Shift>('SHIFT').flatMap(({ zNumbers = [] }) => zNumbers)
  findings.equal('Z reports of shifts', closes.length, records.in('Z-REPORT').length)
}
