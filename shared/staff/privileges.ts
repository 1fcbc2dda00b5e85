import type { Check } from '../dynamodb/only-while.ts'
import { Failure } from '../failure.ts'
import { type CallerIds, findLiveUser, type LiveUser } from './live-user.ts'
import { holds, type Privileges, permissionsOf } from './permissions.ts'
import type { Role } from './roles.ts'

/** The privileges of a caller. Nothing is read before a change requires one. */
export const privilegesOf = (
  caller: CallerIds & Pick<Privileges, 'isAdmin'>,
): Privileges => ({
  userId: caller.userId,
  isAdmin: caller.isAdmin,
  prepareAdministratorChecks: () => prepareChecks(caller, ({ isAdmin }) => isAdmin),
  preparePermissionChecks: (names) =>
    prepareChecks(caller, (role) => {
      const packed = permissionsOf(role)
      return names.every((name) => holds(packed, name))
    }),
})

async function prepareChecks(
  caller: CallerIds,
  suffices: (role: Role) => boolean,
): Promise<Check[]> {
  const live = await findLiveUser(caller)
  if (!live?.role || !suffices(live.role)) throw new Failure('adminRequired')
  return checkUnchanged({ user: live.user, role: live.role })
}

/** The names of the values differ from those of `unchanged`: both may meet in one write. */
const checkUnchanged = ({ user, role }: LiveUser & { role: Role }): Check[] => [
  { key: user, when: '#roleId = :callersRole', values: { callersRole: user.roleId } },
  {
    key: role,
    when: '#isAdmin = :callerIsAdmin AND #permissions = :callersPermissions',
    values: { callerIsAdmin: role.isAdmin, callersPermissions: role.permissions },
  },
]
