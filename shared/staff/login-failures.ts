/**
 * Failures of one client address, in all and by what they guessed at. Their sum is what
 * blocks, so a success that takes away its own target's leaves every other guess counted.
 */
export type Failures = {
  readonly failures: number
  /** By the target's hash, so that a record holds no text of a client. */
  readonly failuresOf: Readonly<Record<string, number>>
}

const freeFailures = 5
const maxBlockStep = 25

/** No failure at all. */
export const noFailures: Failures = { failures: 0, failuresOf: {} }

/** One failure more. */
export const addFailure = (
  { failures, failuresOf }: Failures,
  target: string,
): Failures => ({
  failures: failures + 1,
  failuresOf: { ...failuresOf, [target]: (failuresOf[target] ?? 0) + 1 },
})

/** So many failures of a target less; all of them when it has no more. */
export function removeFailures(
  { failures, failuresOf }: Failures,
  target: string,
  some: number,
): Failures {
  const { [target]: held = 0, ...others } = failuresOf
  const gone = Math.min(some, held)
  return {
    failures: failures - gone,
    failuresOf: held > gone ? { ...others, [target]: held - gone } : others,
  }
}

/** Whether so many failures of an address block it. */
export const blocks = (failures: number): boolean => failures > freeFailures

/** How long the latest of so many failures blocks: 1, 1, 2, 3, 5, 8, 13 ... minutes. */
export function blockMs(failures: number): number {
  let [last, next] = [0, 1]
  const place = Math.min(failures - freeFailures, maxBlockStep)
  for (let n = 1; n < place; n += 1) [last, next] = [next, last + next]
  return next * 60_000
}
