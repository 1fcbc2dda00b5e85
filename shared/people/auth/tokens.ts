import { randomUUID, type webcrypto } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { furtherShop } from '../../current-shop.ts'
import { secret, verifyWithSecret } from '../../platform/deployment/secrets.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { type Device, deviceSeconds } from '../staff/known-devices.ts'
import { sessionSeconds } from '../staff/session.ts'
import type { TillToken } from '../tills/note-till.ts'
import type { Approval } from './approvals.ts'

/** Claims of an access token about its user. They are trusted without reading the table. */
export type Caller = {
  /** The maker's for an API key. */
  readonly userId: string
  readonly roleId: string | null
  readonly isAdmin: boolean
  readonly sessionId: string
  /** Packed permissions, see `packPermissions`. */
  readonly permissions: string
  /** The API key of a program; no user is there then. */
  readonly apiKeyId?: string
  /** A colleague's approval of the running request; `permissions` includes the approved one. */
  readonly approval?: Approval
}

const issuer = 'lightning-pos'
const audience = 'lightning-pos'

const claimSchemas = {
  access: z.object({
    sub: z.string(),
    sid: z.string(),
    rol: z.string().nullable(),
    adm: z.boolean(),
    prm: z.string().regex(/^[0-9a-f]+$/),
  }),
  refresh: z.object({ sub: z.string(), sid: z.string() }),
  wallet: z.object({ sub: z.string(), sid: z.string(), wid: z.string() }),
  device: z.object({ sub: z.string(), usr: z.string() }),
  till: z.object({ sub: z.string(), gen: z.int(), iat: z.number() }),
}

type TokenType = keyof typeof claimSchemas

/** Signs an access token for a caller. Each call returns another token. */
export const signAccess = (caller: Caller): Promise<string> =>
  sign('access', settings.accessTokenSeconds(), {
    sub: caller.userId,
    sid: caller.sessionId,
    rol: caller.roleId,
    adm: caller.isAdmin,
    prm: caller.permissions,
  })

/** Signs the refresh token of a session, valid for 30 days. */
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

/** Signs a device's cookie: its id, and the users who have logged in there. */
export const signDevice = ({ id, users }: Device): Promise<string> =>
  sign('device', deviceSeconds, { sub: id, usr: users.join(' ') })

/** Signs the token of a till; the generation counts them, from 0. */
export const signTill = (tillId: string, generation: number): Promise<string> =>
  sign('till', deviceSeconds, { sub: tillId, gen: generation })

/** The caller of an access token; undefined if the token is not valid. */
export async function verifyAccess(
  token: string | undefined,
): Promise<Caller | undefined> {
  const claims = await verify('access', token)
  return (
    claims && {
      userId: claims.sub,
      sessionId: claims.sid,
      roleId: claims.rol,
      isAdmin: claims.adm,
      permissions: claims.prm,
    }
  )
}

/** The claims of a refresh token; undefined if it is not valid. */
export const verifyRefresh = (token: string | undefined) => verify('refresh', token)

/** The claims of a wallet token; undefined if it is not valid. */
export const verifyWallet = (token: string | undefined) => verify('wallet', token)

/** The device of a cookie; undefined if the cookie is not valid. */
export async function verifyDevice(
  token: string | undefined,
): Promise<Device | undefined> {
  const claims = await verify('device', token)
  return claims && { id: claims.sub, users: claims.usr.split(' ') }
}

/** Returns the claims of a till's token; undefined if it is not valid. */
export async function verifyTill(
  token: string | undefined,
): Promise<TillToken | undefined> {
  const claims = await verify('till', token)
  return (
    claims && {
      tillId: claims.sub,
      generation: claims.gen,
      issuedAtMs: claims.iat * 1000,
    }
  )
}

async function sign(type: TokenType, seconds: number, payload: Record<string, unknown>) {
  return new SignJWT({ ...payload, typ: type, shp: shopClaim() })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(await imported(await secret('token-key')))
}

async function verify<T extends TokenType>(
  type: T,
  token: string | undefined,
): Promise<z.output<(typeof claimSchemas)[T]> | undefined> {
  if (!token) return undefined
  const payload = await verifyWithSecret('token-key', (keys) => payloadOf(token, keys))
  if (!payload || payload.typ !== type || payload.shp !== shopClaim()) return undefined
  const { data } = claimSchemas[type].safeParse(payload)
  return data as z.output<(typeof claimSchemas)[T]> | undefined
}

const shopClaim = () => furtherShop()?.id

/**
 * The payload of a token, null if the token is invalid under every key, such as an expired
 * one. Undefined if it is only its signature that none of these keys has made.
 */
async function payloadOf(
  token: string,
  keys: readonly string[],
): Promise<JWTPayload | null | undefined> {
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, await imported(key), {
        algorithms: ['HS256'],
        issuer,
        audience,
        requiredClaims: ['exp'],
      })
      return payload
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return null
    }
  }
  return undefined
}

/** Given as bytes, jose would import a key at every request. */
const keysInUse = new Map<string, Promise<webcrypto.CryptoKey>>()

/** A shop has two keys at most, and a function serves many shops. */
const maxKeysInUse = 1_000

/** The key as Web Crypto takes it, imported once. */
function imported(key: string): Promise<webcrypto.CryptoKey> {
  const known = keysInUse.get(key)
  if (known) return known
  const bytes = new TextEncoder().encode(key)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const importing = crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify'])
  if (keysInUse.size >= maxKeysInUse) keysInUse.clear()
  keysInUse.set(key, importing)
  return importing
}
