import { raiseAlert } from '../../events/alerts/alerts.ts'
import { Failure, required } from '../../failure.ts'
import {
  retryOnConflict,
  upsertUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { insertAuditEntry } from '../audit/audit-trail.ts'
import { type User, userKey } from '../staff/users.ts'
import {
  isStopped,
  type TillRecord,
  type TillSeen,
  tillKey,
  tillSeenKey,
} from './till-records.ts'

/**
 * Renews a till's token, for POST /tills/{id}/token: a till that goes on with an earlier
 * generation is a copy. Throws `notFound`, `tillRevoked`.
 */
export async function nextToken(id: string, userId: string, nowMs: number) {
  const next = await retryOnConflict(async () => {
    const [till, seen, user] = await readMany<[TillRecord, TillSeen, User]>([
      tillKey(id),
      tillSeenKey(id),
      userKey(userId),
    ])
    if (isStopped(required(till))) throw new Failure('tillRevoked')
    const generation = (seen?.generation ?? 0) + 1
    await transact([
      upsertUnchanged<TillSeen>(tillSeenKey(id), seen, ['generation'], {
        generation,
        firstUsedMs: nowMs,
        lastSeenMs: nowMs,
      }),
      insertAuditEntry({
        kind: 'till',
        subject: { id, name: required(till).name },
        after: { token: 'given again' },
      }),
    ])
    return { till: required(till), generation, userName: user?.name ?? '' }
  })
  const { till, generation, userName } = next
  const details = { tillId: id, tillName: till.name, userName }
  await raiseAlert(
    { kind: 'till_token_again', subject: `${id} ${generation}`, details },
    nowMs,
  )
  return next
}
