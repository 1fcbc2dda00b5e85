import { Failure } from '../../../failure.ts'
import { allRoles } from '../../../people/staff/roles.ts'
import { UserInput } from '../../../people/staff/user.ts'
import {
  allUsers,
  findUser,
  prepareNewUser,
  prepareUserChange,
  type User,
} from '../../../people/staff/users.ts'
import { parse } from '../../../platform/validation/parse.ts'
import { Known } from '../known.ts'
import { byName } from '../names.ts'
import type { Importer } from '../planner.ts'
import { wrong } from '../wrong-cell.ts'

/** Columns of a row about a person; no PIN, which administrators set one by one. */
const UserRow = UserInput.omit({ pin: true, currentUserPin: true })

/** Staff accounts, by their names. */
export const users: Importer = {
  columns: { name: 'text', role: 'text', email: 'text', phone: 'text' },
  columnOf: { roleId: 'role' },
  load: async ({ by, confirmRights }) => {
    const [all, roles] = await Promise.all([allUsers(), allRoles()])
    const known = new Known<User>(all, ({ name }) => [name], findUser)
    const roleIds = new Map(roles.map(({ id, name }) => [name, id]))
    const roleNames = new Map<string | null, string>(
      roles.map((each) => [each.id, each.name]),
    )
    const isAdministrator = (id: string | null) =>
      roles.some((role) => role.id === id && role.isAdmin)
    const raises = (from: string | null, to: string | null) => {
      const [before, after] = [from, to].map((id) => roles.find((role) => role.id === id))
      if (!after || before?.isAdmin) return false
      const had = new Set(before?.permissions)
      const opensWallet = after.password !== null && !before?.password
      return (
        after.isAdmin || opensWallet || after.permissions.some((name) => !had.has(name))
      )
    }
    const roleId = (name: string) => {
      const id = roleIds.get(name)
      if (id === undefined)
        throw wrong('role', 'the shop has no role of this name', 'unknown_name')
      return id
    }
    return {
      namesOf: byName,
      plan: async (cells) => {
        const [current] = await known.find(String(cells.name))
        const shape = current ? UserRow.partial({ role: true }) : UserRow
        const { name, role, email, phone } = parse(shape, cells)
        if (!current) {
          if (role === undefined) throw new Failure('roleNotFound', { roleId: '' })
          const { user, writes } = await prepareNewUser(
            {
              name,
              pin: null,
              roleId: roleId(role),
              email: email ?? null,
              phone: phone ?? null,
            },
            by,
          )
          return known.added(name, user, writes)
        }
        const patch = {
          ...(role !== undefined && { roleId: roleId(role) }),
          ...(email !== undefined && { email }),
          ...(phone !== undefined && { phone }),
        }
        if (!differs(current, patch)) return undefined
        const { roleId: newRoleId = current.roleId } = patch
        if (isAdministrator(current.roleId) && !isAdministrator(newRoleId)) {
          // Imported administrators have no PIN: perhaps nobody could log in any more
          const fault = 'an import makes no administrator anything else'
          throw wrong('role', fault, 'not_allowed')
        }
        const writes = await prepareUserChange(current, patch, by)
        if (!confirmRights && raises(current.roleId, newRoleId)) {
          throw wrong(
            'role',
            'gives this user more rights: the run confirms with `confirmRights`',
            'more_rights',
          )
        }
        const before = { ...current, role: roleNames.get(current.roleId) }
        return known.changed(name, writes, before)
      },
      forget: ({ name }) => known.forget(String(name)),
    }
  },
}

const differs = (
  current: User,
  patch: Partial<Pick<User, 'roleId' | 'email' | 'phone'>>,
) =>
  Object.entries(patch).some(
    ([field, value]) => current[field as keyof typeof patch] !== value,
  )
