import type { Report } from './simulate.ts'

/** The figures of a report that are added up. */
const counted = [
  'operations',
  'steps',
  'kills',
  'sales',
  'commits',
  'published',
  'publishedOnce',
  'gaps',
  'deadLetters',
  'comparedLater',
] as const satisfies readonly (keyof Report)[]

type Counts = Readonly<Record<string, number>>

/** Sums of several simulations. */
export type Totals = Readonly<
  Record<(typeof counted)[number] | 'seeds', number> & {
    /** Faults that were injected, by their kind. */
    faults: Counts
    /** Count of each operation that was done. */
    done: Counts
  }
>

/** Meta data that the simulation's test hands on to `npm run test:long`. */
export type SimulatedMeta = { simulated?: Totals }

export const noTotals: Totals = {
  seeds: 0,
  operations: 0,
  steps: 0,
  kills: 0,
  sales: 0,
  commits: 0,
  published: 0,
  publishedOnce: 0,
  gaps: 0,
  deadLetters: 0,
  comparedLater: 0,
  faults: {},
  done: {},
}

/** The sum of both. */
export function addTotals(one: Totals, other: Totals): Totals {
  const sums = [...counted, 'seeds' as const].map((name) => [
    name,
    one[name] + other[name],
  ])
  return {
    ...(Object.fromEntries(sums) as Omit<Totals, 'faults' | 'done'>),
    faults: addCounts(one.faults, other.faults),
    done: addCounts(one.done, other.done),
  }
}

function addCounts(one: Counts, other: Counts): Counts {
  const sums = { ...one }
  for (const [name, count] of Object.entries(other))
    sums[name] = (sums[name] ?? 0) + count
  return sums
}

/** The totals after one more simulation. */
export const addReport = (totals: Totals, report: Report): Totals =>
  addTotals(totals, {
    ...report,
    seeds: 1,
    faults: Object.fromEntries(report.injected),
    done: Object.fromEntries(report.done),
  })

/** Counts the injected faults. */
export const faultsIn = ({ faults }: Totals): number =>
  Object.values(faults).reduce((sum, count) => sum + count, 0)

/** The operations that were requested and never succeeded. */
export const neverDone = ({ done }: Totals): string[] =>
  Object.keys(done).filter((name) => done[name] === 0)

/** The totals as people read them. */
export function totalsText(totals: Totals): string {
  const { seeds, operations, steps, kills, sales, commits } = totals
  const byKind = Object.entries(totals.faults)
    .sort(([, one], [, other]) => other - one)
    .map(([kind, count]) => `${kind} ${count}`)
  const asked = Object.keys(totals.done).length
  const undone = neverDone(totals)
  return [
    `Simulated: ${seeds} seeds, ${operations} operations of people, ${steps} steps, ` +
      `${sales} sales`,
    `  ${asked - undone.length} of ${asked} kinds of operations and paper were done at least once` +
      (undone.length > 0 ? `, but never ${undone.join(', ')}` : ''),
    `  ${faultsIn(totals)} faults (${byKind.join(', ')}), ${kills} kills survived`,
    `  ${commits} commits and ${seeds} whole shops audited; ${totals.published} frames of ` +
      `payments, ${totals.publishedOnce} of them exactly once at each open socket; ` +
      `${totals.gaps} gaps filled unasked; ${totals.deadLetters} dead letters reported; ` +
      `${totals.comparedLater} shops looked at after days to a year`,
  ].join('\n')
}
