import type { Mutation } from './mutation.ts'

/** Bugs in keys, sessions, names and the audit trail. */
export const accessBugs: readonly Mutation[] = [
  {
    name: 'the name of a user has no guard',
    file: 'shared/people/staff/users.ts',
    from: '...updateName(null, user.name, { userId: user.id, roleId: user.roleId }),',
    to: `...updateName(null, user.name, { userId: user.id, roleId: user.roleId }).map(
  ({ action: { Put: { TableName, Item } = {} } }) => ({ action: { Put: { TableName, Item } } }),
),`,
  },
  {
    name: 'a response is stored after its transaction',
    file: 'shared/platform/idempotency/transact-and-respond.ts',
    from: 'const fits = chunks.length === 0',
    to: 'const fits = !chunks',
  },
  {
    name: 'an expired idempotency record still answers',
    file: 'shared/platform/idempotency/reservation.ts',
    from: "'attribute_not_exists(pk) OR #expiresAt < :now OR ' +",
    to: "'attribute_not_exists(pk) OR (#expiresAt < :now AND #expiresAt > :now) OR ' +",
  },
  {
    name: 'an expired session is refreshed until it is deleted',
    file: 'shared/people/staff/sessions.ts',
    from: 'session.expiresAt * 1000 > nowMs &&',
    to: 'session.expiresAt > 0 &&',
  },
  {
    name: 'the audit trail shows what has expired',
    file: 'shared/people/audit/audit-trail.ts',
    from: 'entry.expiresAt * 1000 > nowMs &&',
    to: 'entry.expiresAt > 0 &&',
  },
  {
    name: 'an idempotency key is shared by all users',
    file: 'shared/platform/http/pipeline/idempotency.ts',
    from: 'caller ? callerId(caller) : request.ip',
    to: "caller ? '' : request.ip",
  },
  {
    name: 'a run that died holds its idempotency key',
    file: 'shared/platform/idempotency/reservation.ts',
    from: 'const reservedMs = 60_000',
    to: 'const reservedMs = 24 * 60 * 60_000',
  },
  {
    name: 'a session is refreshed after its logout',
    file: 'shared/people/staff/sessions.ts',
    from: "items.filter(({ sk }) => sk === 'SESSION' || ",
    to: 'items.filter(({ sk }) => ',
  },
  {
    name: 'a session outlives a new PIN',
    file: 'shared/people/staff/sessions.ts',
    from: 'userId === user.id && pinVersion === user.pinVersion',
    to: 'userId === user.id && pinVersion <= user.pinVersion',
  },
]
