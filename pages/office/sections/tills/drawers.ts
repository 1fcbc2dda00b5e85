import type { Till, TillBreakdown } from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'

/** A drawer: of a till, or null for the cash in none, with what it should hold now. */
export type Drawer = {
  readonly till: Till | null
  /** In major units; undefined where no shift is open or nobody may know. */
  readonly expected: number | undefined
}

/** The drawers of the shop, those of tills by series, and its open shift. */
export type Drawers = {
  readonly drawers: readonly Drawer[]
  readonly shiftId: string | undefined
}

/** Reads the tills, and the cash of their drawers for those who may know. Throws PosError. */
export async function readDrawers(mayReadReports: boolean): Promise<Drawers> {
  const [tills, shift] = await Promise.all([
    pos.tills.list(),
    mayReadReports ? pos.shifts.open() : undefined,
  ])
  const shiftId = shift?.id
  const rows = shiftId === undefined ? [] : await rowsOf(shiftId)
  const expectedOf = (id: string | null) =>
    rows.find(({ tillId }) => tillId === id)?.expectedTotal ?? undefined
  const drawers = [...tills, null].map((till) => ({
    till,
    expected: expectedOf(till?.id ?? null),
  }))
  return { drawers, shiftId }
}

async function rowsOf(id: string): Promise<readonly TillBreakdown[]> {
  const breakdown = await pos.shifts.breakdown({ params: { id } })
  return 'byTill' in breakdown ? (breakdown.byTill ?? []) : []
}

/** Missing numbers as people read them, such as B-3 to B-5. */
export const missingText = ({ series, missing = [] }: Till): string =>
  missing
    .map(({ from, to }) =>
      from === to ? `${series}-${from}` : `${series}-${from} – ${series}-${to}`,
    )
    .join(', ')

/** A request confirms so many numbers at most. */
const mostNumbers = 50

/** The first missing numbers of a till, and whether there are more. */
export function missingNumbers({ missing = [] }: Till) {
  const numbers: number[] = []
  for (const { from, to } of missing) {
    for (let number = from; number <= to && numbers.length <= mostNumbers; number += 1)
      numbers.push(number)
  }
  return { numbers: numbers.slice(0, mostNumbers), hasMore: numbers.length > mostNumbers }
}
