import {
  allTills,
  type TillNumbers,
  tillDayKey,
} from '../../../shared/people/tills/till-records.ts'
import { readMany } from '../../../shared/platform/dynamodb/read.ts'
import { updateTillOfEpoch } from '../new-epoch.ts'
import type { Around } from './around.ts'
import type { Difference } from './difference.ts'
import { namedRefund } from './numbers.ts'

/** Tills, which sell nothing until they have handed in what they sold before. */
export async function waitingTills(around: Around): Promise<Difference[]> {
  const tills = await allTills()
  const days = await readMany<TillNumbers[]>(tills.map(({ id }) => tillDayKey(id)))
  const differences = tills.map(async ({ id, name, series }, at) => {
    if (!days[at] || days[at].mustHandIn) return []
    return [
      {
        said: `till ${series} sells again once it has handed in what it sold`,
        subject: { id, name },
        writes: await updateTillOfEpoch(id, await namedRefund(around, series)),
      },
    ]
  })
  return (await Promise.all(differences)).flat()
}
