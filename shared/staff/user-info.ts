import type * as z from 'zod'
import type { LiveUser } from './live-user.ts'
import type { Role } from './roles.ts'
import type { UserInfo } from './user.ts'

/** A user with a role as its own client sees it: POST /auth/login and GET /users/me. */
export const userInfo = ({
  user,
  role,
}: LiveUser & { role: Role }): z.output<typeof UserInfo> => ({
  userId: user.id,
  name: user.name,
  email: user.email,
  phone: user.phone,
  role: role.name,
  roleId: role.id,
  isAdmin: role.isAdmin,
})
