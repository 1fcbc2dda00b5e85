import { isSold, type Row } from './rows.ts'

/** Units of each row that are paid apart, by the row's key. */
export type Picks = ReadonlyMap<string, number>

/** A tap takes one more unit of a row; after the last one it takes none. */
export function tap(picks: Picks, { key, ids }: Pick<Row, 'key' | 'ids'>): Picks {
  const next = ((picks.get(key) ?? 0) + 1) % (ids.length + 1)
  return new Map([...picks, [key, next]])
}

/** The lines that were picked. */
export const pickedIds = (picks: Picks, rows: readonly Row[]): string[] =>
  rows.flatMap(({ key, ids }) => ids.slice(0, picks.get(key) ?? 0))

/** Sums the picked units without added tax, in cents. */
export const pickedCents = (picks: Picks, rows: readonly Row[]): number =>
  rows.reduce((sum, { key, unitCents }) => sum + unitCents * (picks.get(key) ?? 0), 0)

/** True if some units move, and some stay to be paid. */
export function canSplit(picks: Picks, rows: readonly Row[]): boolean {
  const picked = pickedIds(picks, rows).length
  const units = rows.filter(isSold).reduce((sum, { ids }) => sum + ids.length, 0)
  return picked > 0 && picked < units
}
