import * as z from 'zod'
import { ApprovalRequest, GivenApproval } from '../../shared/people/auth/approval.ts'
import { Permission } from '../../shared/people/staff/role.ts'
import { Credentials, FailedSince } from '../../shared/people/staff/session.ts'
import { UserInfo } from '../../shared/people/staff/user.ts'
import { group, post } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { json, messageReply } from '../../shared/platform/http/reply.ts'
import { GivenKey, OfflineRequest } from '../../shared/selling/hand-in/offline-key.ts'

const LoggedIn = z
  .object({
    message: z.literal('Login successful'),
    user: UserInfo,
    perms: z.array(Permission).describe('What the role permits'),
    failedSince: FailedSince,
  })
  .meta({ id: 'LoggedIn' })

const Refreshed = z
  .object({
    message: z.literal('Access token refreshed successfully'),
    accessToken: z.string().describe('The same JWT as in the cookie'),
  })
  .meta({ id: 'Refreshed' })

/** Login, token renewal and logout. */
export const endpoints = group(
  'auth',
  ['table', 'token-key', 'pin-key', 'watchers:close'],
  {
    login: post('/auth/login', {
      summary: 'Logs in with name and PIN',
      access: 'public',
      till: 'hears',
      notAudited: 'only the session of the caller',
      body: Credentials,
      deferBody: true,
      repeat: 'no-key',
      cookies: ['accessToken', 'refreshToken', 'device'],
      reply: json(LoggedIn),
      problems: {
        roleMissing: message(401, 'No assigned role for this user, contact Admin'),
      },
      failures: ['invalidCredentials', 'permissionRequired', 'tooManyAttempts'],
    }),
    refresh: post('/auth/refresh', {
      summary: 'Renews the access token',
      access: 'public',
      notAudited: 'only the session of the caller',
      repeat: 'no-key',
      credential: 'refreshToken',
      cookies: ['accessToken'],
      reply: json(Refreshed),
      failures: ['invalidToken'],
    }),
    logout: post('/auth/logout', {
      summary: 'Ends the session and its wallet sessions',
      access: 'token',
      notAudited: 'only the session of the caller',
      repeat: 'no-key',
      cookies: ['accessToken', 'refreshToken', 'walletAccessToken'],
      reply: messageReply('Logout successful'),
    }),
    offline: post('/auth/offline', {
      summary: 'Gives the caller a key that sells at the till without the cloud',
      access: 'token',
      option: 'tills',
      till: 'lives',
      audit: ['till'],
      body: OfflineRequest,
      repeat: 'no-key',
      reply: json(GivenKey),
      failures: [
        'notFound',
        'invalidCredentials',
        'permissionRequired',
        'offlineSellingOff',
        'tooManyAttempts',
      ],
    }),
    approve: post('/auth/approvals', {
      summary: 'Approves one request of the caller, by the PIN of a colleague',
      access: 'token',
      audit: ['approval'],
      body: ApprovalRequest,
      repeat: 'no-key',
      reply: json(GivenApproval, 201),
      failures: ['invalidCredentials', 'permissionRequired', 'tooManyAttempts'],
    }),
  },
)
