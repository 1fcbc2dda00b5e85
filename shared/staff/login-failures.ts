/**
 * Failed logins of one client address: how many, and how many per target, which is the
 * user name or wallet that was tried. The total blocks the address. A success removes
 * only the failures of its own target.
 */
export type Failures = {
  readonly failures: number
  /** By the target's hash, so that the record contains no text from a client. */
  readonly failuresOf: Readonly<Record<string, number>>
}

/** So many failures have no consequence. */
const freeFailures = 5
const maxBlockStep = 25

export const noFailures: Failures = { failures: 0, failuresOf: {} }

/** The failures in a record. One from version 0.1.0 counts no targets. */
export const failuresIn = (
  record: Pick<Failures, 'failures'> & Partial<Failures>,
): Failures => ({ failures: record.failures, failuresOf: record.failuresOf ?? {} })

/** The failures with one more of this target. */
export const addFailure = (
  { failures, failuresOf }: Failures,
  target: string,
): Failures => ({
  failures: failures + 1,
  failuresOf: { ...failuresOf, [target]: (failuresOf[target] ?? 0) + 1 },
})

/** The failures without `count` of this target, or without all of them if there are fewer. */
export function removeFailures(
  { failures, failuresOf }: Failures,
  target: string,
  count: number,
): Failures {
  const { [target]: current = 0, ...others } = failuresOf
  const removed = Math.min(count, current)
  return {
    failures: failures - removed,
    failuresOf: current > removed ? { ...others, [target]: current - removed } : others,
  }
}

/** Whether an address with so many failures is blocked. */
export const blocks = (failures: number): boolean => failures > freeFailures

/** How long the latest failure blocks: 1, 1, 2, 3, 5, 8, 13 ... minutes from the 6th on. */
export function blockMs(failures: number): number {
  let [last, next] = [0, 1]
  const step = Math.min(failures - freeFailures, maxBlockStep)
  for (let n = 1; n < step; n += 1) [last, next] = [next, last + next]
  return next * 60_000
}
