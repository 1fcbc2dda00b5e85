import { Failure } from '../../failure.ts'
import { onlyWhile } from '../../platform/dynamodb/only-while.ts'
import { retryOnConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { deleteIfPresent } from '../../platform/dynamodb/write.ts'
import { insertAuditEntry } from '../audit/audit-trail.ts'
import type { Privileges } from '../staff/permissions.ts'
import { findRole } from '../staff/roles.ts'
import type { ListedSession } from '../staff/session.ts'
import {
  belongsTo,
  closeSession,
  listingKey,
  type Session,
  sessionKey,
} from '../staff/sessions.ts'
import { prepareRoleChecks, requireUser } from '../staff/users.ts'
import { findTill, type TillRecord } from '../tills/till-records.ts'

/**
 * The sessions of a user that have not ended, the latest first, for GET /users/{id}/sessions;
 * without those that an earlier release opened. Throws `notFound`.
 */
export async function openSessions(
  id: string,
  ownSessionId: string,
  nowMs: number,
): Promise<ListedSession[]> {
  const [user, listings] = await Promise.all([requireUser(id), listed(id)])
  const sessions = await readMany<Session[]>(listings.map(({ sk }) => sessionKey(sk)))
  const open = listings.flatMap(({ sk }, at) => {
    const { [at]: session } = sessions
    const isOpen = session && session.expiresAt * 1000 > nowMs && belongsTo(user, session)
    return isOpen ? [{ id: sk, session }] : []
  })
  const tills = await tillsOf(open.map(({ session }) => session))
  return open
    .map(({ id: sessionId, session: { openedAtMs = 0, tillId, userAgent } }) => ({
      id: sessionId,
      openedAt: new Date(openedAtMs).toISOString(),
      userAgent: userAgent ?? null,
      till: tills.get(tillId ?? ''),
      isOwn: sessionId === ownSessionId,
    }))
    .filter(({ till }) => till?.revokedAtMs === undefined)
    .sort((one, other) => other.openedAt.localeCompare(one.openedAt))
    .map(({ till, ...session }) => ({ ...session, tillName: till?.name ?? null }))
}

const listed = (userId: string) => readAll({ pk: listingKey(userId, '').pk })

async function tillsOf(sessions: readonly Session[]): Promise<Map<string, TillRecord>> {
  const ids = new Set(sessions.flatMap(({ tillId = [] }) => tillId))
  const tills = await Promise.all([...ids].map(findTill))
  return new Map(tills.flatMap((till) => (till ? [[till.id, till]] : [])))
}

/**
 * Ends one session of a user, with its wallet sessions, for DELETE
 * /users/{id}/sessions/{sessionId}. Throws `notFound`, also for a session of somebody else, and
 * `adminRequired`.
 */
export async function endSession(
  id: string,
  sessionId: string,
  by: Privileges,
): Promise<void> {
  await retryOnConflict(async () => {
    const user = await requireUser(id)
    const role = id === by.userId ? undefined : await findRole(user.roleId)
    const checks = await prepareRoleChecks([role], by)
    const session = await read<Session>(sessionKey(sessionId))
    if (!session || !belongsTo(user, session)) throw new Failure('notFound')
    const ended = insertAuditEntry({
      kind: 'user',
      userId: by.userId,
      subject: { id, name: user.name },
      after: { session: 'ended', device: session.userAgent ?? null },
    })
    await transact(onlyWhile(checks, [deleteIfPresent(sessionKey(sessionId)), ended]))
  })
  // Wallet sessions count in a session that is there
  await closeSession(sessionId, id)
}

/** Deletes all sessions of a user who is erased, and what their browsers said of themselves. */
export async function deleteSessions(userId: string): Promise<void> {
  for (const { sk } of await listed(userId)) await closeSession(sk, userId)
}
