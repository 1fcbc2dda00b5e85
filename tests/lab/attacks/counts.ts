/** Requests of an attack by the status of their answers; `sockets` have words for it. */
export type Counts = Readonly<Record<string, number>>

/** What the tests of attacks tell: the counts of each attack, and the seed of their cases. */
export type AttackMeta = {
  attacks?: Readonly<Record<string, Counts>>
  seed?: number
}

declare module 'vitest' {
  interface TaskMeta extends AttackMeta {}
}

/** Counts answers by their status. */
export function countsOf(statuses: readonly (number | string)[]): Counts {
  const counts: Record<string, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/**
 * The rows of a table of all counts, by attack, with a sum at the end; undefined when no
 * test has told any.
 */
function attackTable(metas: readonly AttackMeta[]) {
  const told = metas.flatMap(({ attacks = {} }) => Object.entries(attacks))
  if (told.length === 0) return undefined
  const rows: Record<string, Record<string, number>> = {}
  const add = (row: string, counts: Counts) => {
    const sums = rows[row] ?? {}
    rows[row] = sums
    for (const [status, count] of Object.entries(counts)) {
      sums[status] = (sums[status] ?? 0) + count
      sums.all = (sums.all ?? 0) + count
    }
  }
  for (const [name, counts] of told) add(name, counts)
  for (const [, counts] of told) add('all', counts)
  return rows
}

/** Prints the table, and the seeds that repeat its cases; nothing when there are none. */
export function printAttacks(metas: readonly AttackMeta[]): void {
  const table = attackTable(metas)
  if (!table) return
  const seeds = new Set(metas.flatMap(({ seed }) => seed ?? []))
  console.log(
    `Attacks by the status of their answers, POS_ATTACK_SEED=${[...seeds].join(', ')}`,
  )
  console.table(table)
}
