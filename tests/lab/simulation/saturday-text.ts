import type { Order } from '../../../shared/sales/orders.ts'
import type { ZReportRecord } from '../../../shared/shifts/z-reports.ts'
import { startMs } from './machine/scheduler.ts'
import { type Findings, type Records, sumOf } from './proof/records.ts'
import type { World } from './shop/world.ts'

/** A day's summary, and what was wrong with its books. */
export type DayTold = { readonly text: string; readonly faults: readonly string[] }

type Day = {
  readonly world: World
  readonly records: Records
  readonly findings: Findings
  readonly commits: number
}

const money = (cents: number) => (cents / 100).toFixed(2)

/** The day as its owner would read it: sales by hour, refunds, Z reports, what failed. */
export function toldDay({ world, records, findings, commits }: Day): DayTold {
  const { cloud } = world
  const sold = records.startingWith<Order>('ORDER#', 'ORDER').filter(({ sale }) => sale)
  const hours = Map.groupBy(sold, ({ listedAt }) => listedAt.slice(11, 13))
  const reports = records.in<ZReportRecord>('Z-REPORT')
  const refunds = records.in<{ amountCents: number; invoice?: string }>('REFUND')
  const faults = [...findings.lines, ...world.history.faults()]
  const byKind = [...cloud.faults.counts].map(([kind, count]) => `${kind} ${count}`)
  const total = (orders: readonly Order[]) =>
    money(sumOf(orders.map((o) => o.totalCents)))
  const minutes = Math.round((cloud.scheduler.nowMs - startMs) / 60_000)
  const text = [
    'A Saturday: 12 tills, two shifts, two outages of the cloud, one of the node',
    ...[...hours]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([hour, orders]) => {
        const [count, sum] = [
          String(orders.length).padStart(4),
          total(orders).padStart(9),
        ]
        return `  ${hour}:00 ${count} sales ${sum}`
      }),
    `  ${sold.length} sales of ${total(sold)} in all, ${world.settledOrders.length} of them ` +
      `bills; ${world.paid.size} Lightning payments; ${world.paper.length} papers printed`,
    `  ${refunds.length} refunds of ${money(sumOf(refunds.map((r) => r.amountCents)))}, ` +
      `${refunds.filter(({ invoice }) => invoice !== undefined).length} of them paid out`,
    ...reports.map(
      ({ number, firstNumber, lastNumber, closedAt }) =>
        `  Z ${number}: tickets ${firstNumber} to ${lastNumber}, closed at ${closedAt}`,
    ),
    `  ${sumOf([...cloud.faults.counts.values()])} faults (${byKind.join(', ')}), ` +
      `${cloud.kills} kills survived`,
    `  ${minutes} minutes in ${cloud.scheduler.taken} steps, ${commits} commits audited`,
    faults.length === 0 ? '  The books balance' : faults.slice(0, 10).join('\n'),
  ].join('\n')
  return { text, faults }
}
