import * as z from 'zod'
import { group, post } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { json, messageReply } from '../../shared/http/reply.ts'
import { Permission } from '../../shared/staff/permission.ts'
import { Credentials } from '../../shared/staff/session.ts'
import { UserInfo } from '../../shared/staff/user.ts'

const LoggedIn = z.object({
  message: z.string(),
  user: UserInfo,
  perms: z.array(Permission),
})

const Refreshed = z.object({ message: z.string(), accessToken: z.string() })

/** Login, token renewal and logout. */
export const endpoints = group(
  'auth',
  ['table', 'token-key', 'pin-key', 'watchers:close'],
  {
    login: post('/auth/login', {
      access: 'public',
      body: Credentials,
      deferBody: true,
      idempotent: false,
      reply: json(LoggedIn),
      problems: {
        roleMissing: message(401, 'No assigned role for this user, contact Admin'),
      },
    }),
    refresh: post('/auth/refresh', {
      access: 'public',
      idempotent: false,
      reply: json(Refreshed),
    }),
    logout: post('/auth/logout', {
      access: 'token',
      idempotent: false,
      reply: messageReply('Logout successful'),
    }),
  },
)
