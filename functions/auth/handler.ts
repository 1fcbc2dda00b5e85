import { approve } from '../../shared/auth/approve.ts'
import { deletedCookies, tokenCookies } from '../../shared/auth/cookies.ts'
import { login } from '../../shared/auth/login.ts'
import { callerOfSession } from '../../shared/auth/session-caller.ts'
import { signAccess } from '../../shared/auth/tokens.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { closeWatchers } from '../../shared/payments-feed/close-watchers.ts'
import { userInfo } from '../../shared/staff/live-user.ts'
import { closeSession } from '../../shared/staff/sessions.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  login: async ({ body, request }) => {
    const opened = await login(body, {
      ip: request.ip,
      nowMs: request.nowMs,
      cookies: request.cookies,
    })
    const { https } = request
    request.setCookies(tokenCookies('accessToken', opened.accessToken, https))
    request.setCookies(tokenCookies('refreshToken', opened.refreshToken, https))
    request.setCookies(tokenCookies('device', opened.deviceCookie, https))
    return {
      message: 'Login successful' as const,
      user: userInfo(opened),
      perms: opened.perms,
      failedSince: opened.failedSince,
    }
  },

  refresh: async ({ request }) => {
    const caller = await callerOfSession(
      request.cookies.get('refreshToken'),
      request.nowMs,
    )
    if (!caller) throw new Failure('invalidToken')
    const accessToken = await signAccess(caller)
    request.setCookies(tokenCookies('accessToken', accessToken, request.https))
    return { message: 'Access token refreshed successfully' as const, accessToken }
  },

  logout: async ({ caller, request }) => {
    await closeSession(caller.sessionId)
    await closeWatchers({ sessionId: caller.sessionId })
    for (const name of ['accessToken', 'refreshToken', 'walletAccessToken'] as const) {
      request.setCookies(deletedCookies(name, request.https))
    }
  },

  approve: ({ body, caller, request }) => approve(body, caller, request),
})
