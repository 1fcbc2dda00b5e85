import { authenticateAgent } from '../../../agents/agent-authentication.ts'
import { Failure } from '../../../failure.ts'
import { callerOfKey, hasApiKey } from '../../../people/api-keys/caller-of-key.ts'
import { findApproval } from '../../../people/auth/approvals.ts'
import { tokenCookies } from '../../../people/auth/cookies.ts'
import { callerOfSession } from '../../../people/auth/session-caller.ts'
import {
  type Caller,
  signAccess,
  verifyAccess,
  verifyWallet,
} from '../../../people/auth/tokens.ts'
import { requireLiveAdministrator } from '../../../people/staff/live-user.ts'
import { holds, withPermission } from '../../../people/staff/permissions.ts'
import { isWalletSessionOpen } from '../../../people/staff/sessions.ts'
import type { User } from '../../../people/staff/users.ts'
import { findConfig, safeguardsOf } from '../../../selling/shop-config/config.ts'
import { setupCode } from '../../../selling/shop-config/setup-code.ts'
import { settings } from '../../deployment/settings.ts'
import type { RequestFacts } from '../call.ts'
import { admitsKeys, type Endpoint } from '../endpoint.ts'
import { type Exchange, exchangeOf, type Step } from '../exchange.ts'
import { idempotencyRecordOf } from './idempotency.ts'

/**
 * Lets a request pass only for callers its endpoint admits, before its body is looked at.
 * An ordinary request is authorized by its token alone; administrators and wallet sessions
 * are read from the table at each call, an API key and its maker every ten seconds.
 */
export const authorize = (): Step => ({
  before: async ({ event }) => {
    const exchange = exchangeOf(event)
    exchange.caller = await admitted(exchange)
  },
})

async function admitted(exchange: Exchange) {
  const { endpoint, params, request } = exchange
  const { access, renews = false } = endpoint
  if (access === 'public') return undefined
  if (access === 'agent') return authenticateAgent(request.headers.authorization)
  if (access === 'login-screen') return loginScreenCaller(exchange)

  const caller = await callerOf(request, renews)
  if (access === 'token-once-set-up' && !caller && (await isOpenBeforeSetup())) {
    return undefined
  }
  if (!caller) throw new Failure('unauthenticated')
  if (isKeyWithout(caller, endpoint)) throw new Failure('permissionRequired')
  if (access === 'token' || access === 'token-once-set-up') return caller
  if (access === 'administrator') {
    await requireLiveAdministrator(caller)
    return caller
  }
  if (access === 'wallet') {
    const { user } = await requireLiveAdministrator(caller)
    await openWallet(user, caller, request)
    return caller
  }
  const isOwnId = !caller.apiKeyId && params.id === caller.userId
  if (access.orOwnId && isOwnId) return caller
  const approved = await withApproval(caller, exchange)
  const held = access.permission.filter((name) => holds(approved.permissions, name))
  if (held.length >= (access.any ? 1 : access.permission.length)) return approved
  // A key has what it was given, whatever the shop allows everybody
  const isOfPerson = caller.apiKeyId === undefined
  if (access.where && isOfPerson && !safeguardsOf(await findConfig())[access.where]) {
    return caller
  }
  throw new Failure('permissionRequired')
}

/**
 * The caller with the permission that a colleague's approval of this request gives. An
 * approval that is not needed is not looked at, and one that is not valid counts as none.
 */
async function withApproval(caller: Caller, exchange: Exchange): Promise<Caller> {
  const { endpoint, request } = exchange
  const { approval: header } = request.headers
  if (header === undefined || caller.apiKeyId) return caller
  const approval = await findApproval(header, caller, {
    ...request,
    method: endpoint.method,
    keyedBy: idempotencyRecordOf({ ...exchange, caller })?.pk,
  })
  if (!approval) return caller
  const isHeld = holds(caller.permissions, approval.permission)
  if (isHeld && !endpoint.mayNeedTwo) return caller
  const permissions = withPermission(caller.permissions, approval.permission)
  return { ...caller, permissions, approval }
}

/** True if the caller is an API key that an endpoint does not admit. */
const isKeyWithout = ({ apiKeyId, permissions }: Caller, endpoint: Endpoint): boolean =>
  apiKeyId !== undefined &&
  !(
    admitsKeys(endpoint) &&
    (endpoint.keys?.some((name) => holds(permissions, name)) ?? true)
  )

/** With a setup code, strangers store nothing in a new deployment. */
const isOpenBeforeSetup = async () => !(await setupCode()) && !(await findConfig())

/** The login screen's reads renew tokens like the wallet's; public ones refuse no caller. */
async function loginScreenCaller({
  endpoint,
  request,
}: Exchange): Promise<Caller | undefined> {
  const open = settings.publicLoginScreen()
  const caller = await callerOf(request, open)
  if (!caller && !open) throw new Failure('unauthenticated')
  if (caller && !open && isKeyWithout(caller, endpoint)) {
    throw new Failure('permissionRequired')
  }
  return caller
}

async function callerOf(
  request: RequestFacts,
  renews: boolean,
): Promise<Caller | undefined> {
  const { authorization } = request.headers
  if (hasApiKey(authorization)) {
    return callerOfKey(authorization, request.cookies, request.nowMs)
  }
  const caller = await verifyAccess(request.cookies.get('accessToken'))
  if (caller || !renews) return caller
  const renewed = await callerOfSession(
    request.cookies.get('refreshToken'),
    request.nowMs,
  )
  if (renewed) {
    const token = await signAccess(renewed)
    request.setCookies(tokenCookies('accessToken', token, request.https))
  }
  return renewed
}

async function openWallet(
  user: User,
  caller: Caller,
  request: RequestFacts,
): Promise<void> {
  const token = request.cookies.get('walletAccessToken')
  if (!token) throw new Failure('walletRequired')
  const claims = await verifyWallet(token)
  const open =
    claims !== undefined &&
    claims.sub === caller.userId &&
    claims.sid === caller.sessionId &&
    (await isWalletSessionOpen(user, claims.sid, claims.wid, request.nowMs))
  if (!open) throw new Failure('walletSessionExpired')
}
