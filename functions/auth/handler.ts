import { Failure, required } from '../../shared/failure.ts'
import { closeWatchers } from '../../shared/lightning/payments-feed/close-watchers.ts'
import { approve } from '../../shared/people/auth/approve.ts'
import { deletedCookies, tokenCookies } from '../../shared/people/auth/cookies.ts'
import { login } from '../../shared/people/auth/login.ts'
import { callerOfSession } from '../../shared/people/auth/session-caller.ts'
import { signAccess } from '../../shared/people/auth/tokens.ts'
import { userInfo } from '../../shared/people/staff/live-user.ts'
import { closeSession } from '../../shared/people/staff/sessions.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { fetchOfflineKey } from '../../shared/selling/hand-in/fetch-offline-key.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  login: async ({ body, request, till }) => {
    const { 'user-agent': userAgent } = request.headers
    const opened = await login(body, {
      ip: request.ip,
      nowMs: request.nowMs,
      cookies: request.cookies,
      ...(till && { tillId: till.id }),
      ...(userAgent && { userAgent: userAgent.slice(0, 200).toWellFormed() }),
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
    await closeSession(caller.sessionId, caller.userId)
    await closeWatchers({ sessionId: caller.sessionId })
    for (const name of ['accessToken', 'refreshToken', 'walletAccessToken'] as const) {
      request.setCookies(deletedCookies(name, request.https))
    }
  },

  offline: ({ body, caller, till, request }) =>
    fetchOfflineKey(body.pin, caller, required(till), request),

  approve: ({ body, caller, request }) => approve(body, caller, request),
})
