import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { secret } from '../deployment/secrets.ts'
import { settings } from '../deployment/settings.ts'
import { sessionSeconds } from '../staff/session.ts'

/** Who calls: what an access token says about its user, trusted without a read. */
export type Caller = {
  readonly userId: string
  readonly roleId: string | null
  readonly isAdmin: boolean
  readonly sessionId: string
  /** Packed permission set, see permissions.ts. */
  readonly permissions: string
}

const issuer = 'lightning-pos'
const audience = 'lightning-pos'

const claims = {
  access: z.object({
    sub: z.string(),
    sid: z.string(),
    rol: z.string().nullable(),
    adm: z.boolean(),
    prm: z.string().regex(/^[0-9a-f]+$/),
  }),
  refresh: z.object({ sub: z.string(), sid: z.string() }),
  wallet: z.object({ sub: z.string(), sid: z.string(), wid: z.string() }),
}

type Type = keyof typeof claims

/** Signs an access token for a caller. No two are equal. */
export const signAccess = (caller: Caller): Promise<string> =>
  sign('access', settings.accessTokenSeconds(), {
    sub: caller.userId,
    sid: caller.sessionId,
    rol: caller.roleId,
    adm: caller.isAdmin,
    prm: caller.permissions,
  })

/** Signs a session's refresh token, good for 30 days. */
export const signRefresh = (userId: string, sessionId: string): Promise<string> =>
  sign('refresh', sessionSeconds, { sub: userId, sid: sessionId })

/** Signs the token of a wallet session. */
export const signWallet = (
  userId: string,
  sessionId: string,
  walletSessionId: string,
): Promise<string> =>
  sign('wallet', settings.walletTokenSeconds(), {
    sub: userId,
    sid: sessionId,
    wid: walletSessionId,
  })

/** The caller an access token stands for; undefined for any token that is not a valid one. */
export async function verifyAccess(
  token: string | undefined,
): Promise<Caller | undefined> {
  const held = await verify('access', token)
  return (
    held && {
      userId: held.sub,
      sessionId: held.sid,
      roleId: held.rol,
      isAdmin: held.adm,
      permissions: held.prm,
    }
  )
}

/** The claims of a valid refresh token. */
export const verifyRefresh = (token: string | undefined) => verify('refresh', token)

/** The claims of a valid wallet token. */
export const verifyWallet = (token: string | undefined) => verify('wallet', token)

async function sign(type: Type, seconds: number, payload: Record<string, unknown>) {
  return new SignJWT({ ...payload, typ: type })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(await key())
}

async function verify<T extends Type>(
  type: T,
  token: string | undefined,
): Promise<z.output<(typeof claims)[T]> | undefined> {
  if (!token) return undefined
  const signingKey = await key()
  try {
    const { payload } = await jwtVerify(token, signingKey, {
      algorithms: ['HS256'],
      issuer,
      audience,
      requiredClaims: ['exp'],
    })
    if (payload.typ !== type) return undefined
    return claims[type].parse(payload) as z.output<(typeof claims)[T]>
  } catch {
    return undefined
  }
}

const key = async () => new TextEncoder().encode(await secret('token-key'))
