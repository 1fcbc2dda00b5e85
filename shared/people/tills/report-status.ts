import { read } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { upsert } from '../../platform/dynamodb/write.ts'
import { updateHandedIn } from './epoch.ts'
import type { TillStatus } from './till.ts'
import { endTill, type TillNumbers, tillDayKey, tillSeenKey } from './till-records.ts'

/**
 * Keeps a till's report of itself, for PUT /tills/me/status. A till that lost its storage
 * ends: nobody knows the numbers that it gave. One that waits with nothing sells again after a
 * restore. Throws `notFound`.
 */
export async function reportStatus(id: string, status: TillStatus, nowMs: number) {
  const { waitingSales, oldestWaitingAt, resting, storageGone } = status
  if (storageGone) await endTill(id, nowMs)
  if (waitingSales === 0) await letSell(id)
  const isNoneWaiting = waitingSales === 0 || oldestWaitingAt === null
  await transact([
    upsert(tillSeenKey(id), {
      set: {
        lastSeenMs: nowMs,
        waitingSales,
        isResting: resting,
        oldestWaitingMs: oldestWaitingAt ? Date.parse(oldestWaitingAt) : undefined,
      },
      remove: isNoneWaiting && !oldestWaitingAt ? ['oldestWaitingMs'] : [],
    }),
  ])
}

async function letSell(id: string): Promise<void> {
  const day = await read<TillNumbers>(tillDayKey(id))
  if (day?.mustHandIn) await transact([updateHandedIn(id)])
}
