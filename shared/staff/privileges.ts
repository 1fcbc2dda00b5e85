import type { Check } from '../dynamodb/only-while.ts'
import { Failure } from '../failure.ts'
import { type CallerIds, findLiveUser, type LiveUser } from './live-user.ts'
import { holds, type PermissionName, permissionsOf } from './permissions.ts'
import type { Role } from './roles.ts'

/**
 * What a change of users or roles may ask of its caller beyond a permission, once it is
 * known to touch an administrator's rights. Both read the caller's user and role anew,
 * throw `adminRequired`, and answer checks for the change's own transaction, so that it
 * does not happen if the caller loses those rights meanwhile.
 */
export type Privileges = {
  readonly userId: string
  /** The caller is an administrator. */
  readonly administrator: () => Promise<Check[]>
  /** The caller holds all of these permissions, as an administrator does. */
  readonly holderOf: (names: readonly PermissionName[]) => Promise<Check[]>
}

/** A caller's privileges, to be asked for where a change needs them. */
export const privilegesOf = (caller: CallerIds): Privileges => ({
  userId: caller.userId,
  administrator: () => provided(caller, ({ isAdmin }) => isAdmin),
  holderOf: (names) =>
    provided(caller, (role) => {
      const held = permissionsOf(role)
      return names.every((name) => holds(held, name))
    }),
})

async function provided(
  caller: CallerIds,
  suffices: (role: Role) => boolean,
): Promise<Check[]> {
  const live = await findLiveUser(caller)
  if (!live?.role || !suffices(live.role)) throw new Failure('adminRequired')
  return unchanged({ user: live.user, role: live.role })
}

const unchanged = ({ user, role }: LiveUser & { role: Role }): Check[] => [
  { key: user, when: '#roleId = :callersRole', values: { callersRole: user.roleId } },
  {
    key: role,
    when: '#isAdmin = :callerIsAdmin AND #permissions = :callersPermissions',
    values: { callerIsAdmin: role.isAdmin, callersPermissions: role.permissions },
  },
]
