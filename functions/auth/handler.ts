import { deletedCookie, tokenCookie } from '../../shared/auth/cookies.ts'
import { callerOfSession } from '../../shared/auth/live.ts'
import { signAccess } from '../../shared/auth/tokens.ts'
import { userInfo } from '../../shared/auth/user-info.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { closeWatchers } from '../../shared/sockets/close.ts'
import { closeSession } from '../../shared/table/sessions.ts'
import { endpoints } from './endpoints.ts'
import { login } from './login.ts'

export const handler = lambda(endpoints, {
  login: async ({ body, request }) => {
    const opened = await login(body, request)
    const { https } = request
    request.setCookie(tokenCookie('accessToken', opened.accessToken, https))
    request.setCookie(tokenCookie('refreshToken', opened.refreshToken, https))
    return { message: 'Login successful', user: userInfo(opened), perms: opened.perms }
  },

  refresh: async ({ request }) => {
    const caller = await callerOfSession(
      request.cookies.get('refreshToken'),
      request.nowMs,
    )
    if (!caller) throw new Failure('invalidToken')
    const accessToken = await signAccess(caller)
    request.setCookie(tokenCookie('accessToken', accessToken, request.https))
    return { message: 'Access token refreshed successfully', accessToken }
  },

  logout: async ({ caller, request }) => {
    await closeSession(caller.sessionId)
    await closeWatchers({ sessionId: caller.sessionId })
    for (const name of ['accessToken', 'refreshToken', 'walletAccessToken'] as const) {
      request.setCookie(deletedCookie(name, request.https))
    }
  },
})
