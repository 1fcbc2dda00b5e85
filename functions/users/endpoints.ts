import * as z from 'zod'
import { Permission, UserInfo } from '../../shared/auth/user-info.ts'
import { get, group } from '../../shared/http/endpoint.ts'
import { bare } from '../../shared/http/problem.ts'
import { json } from '../../shared/http/reply.ts'

const Me = z.object({ user: UserInfo, perms: z.array(Permission) })

/** Staff accounts (open-areas, section 2). */
export const endpoints = group('users', ['table', 'token-key'], {
  me: get('/users/me', {
    access: 'token',
    reply: json(Me),
    problems: { unknown: bare(404, 'User not found') },
  }),
})
