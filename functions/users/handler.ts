import { liveUser } from '../../shared/auth/live.ts'
import { permissionList, userInfo } from '../../shared/auth/user-info.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  me: async ({ caller }) => {
    const live = await liveUser(caller)
    if (!live) throw new Failure('unknown')
    const { user, role } = live
    const perms = role ? permissionList(role) : []
    if (!role || perms.length === 0) throw new Failure('permissionRequired')
    return { user: userInfo({ user, role }), perms }
  },
})
