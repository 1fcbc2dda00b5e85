import * as z from 'zod'
import type { LiveUser } from './live-user.ts'
import { holds, permissions, permissionsOf } from './permissions.ts'
import type { Role } from './roles.ts'

/** What a client learns of its own user (open-areas, section 1). */
export const UserInfo = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.string(),
  roleId: z.string(),
  isAdmin: z.boolean(),
})

/** A permission of the catalogue on the wire. */
export const Permission = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
})

/** A user with a role, as clients see it. */
export const userInfo = ({ user, role }: LiveUser & { role: Role }) => ({
  userId: user.id,
  name: user.name,
  email: user.email,
  phone: user.phone,
  role: role.name,
  roleId: role.id,
  isAdmin: role.isAdmin,
})

/** What a role holds, sorted by name; an administrator's role holds the catalogue. */
export function permissionList(role: Role) {
  const packed = permissionsOf(role)
  return permissions.filter(({ name }) => holds(packed, name))
}
