import { sameSecret } from '../../constant-time.ts'
import { currentShop } from '../../current-shop.ts'
import { Failure } from '../../failure.ts'
import { TableName } from '../../platform/dynamodb/client.ts'
import { hashed } from '../../platform/dynamodb/keys.ts'
import { takeFromRate } from '../../platform/dynamodb/rate-limit.ts'
import type { Caller } from '../auth/tokens.ts'
import { findLiveUser } from '../staff/live-user.ts'
import { packPermissions } from '../staff/permissions.ts'
import { type ApiKeyRecord, findApiKey, idOfPrefix, recordUse } from './api-keys.ts'

/** True if an Authorization header has an API key, valid or not. */
export const hasApiKey = (authorization = ''): boolean =>
  /^Bearer lpk_/i.test(authorization)

const tokenCookies = ['accessToken', 'refreshToken', 'walletAccessToken']

/**
 * The caller of an API key: its maker's user with the key's permissions, who is no
 * administrator. Throws `apiKeyWithCookies` for a request that shows tokens as well,
 * `unauthenticated` for a key that is unknown, revoked or expired, or whose maker is no
 * administrator any more, and `apiKeyBusy` beyond its rate.
 */
export async function callerOfKey(
  authorization = '',
  cookies: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<Caller> {
  if (tokenCookies.some((name) => cookies.has(name))) {
    throw new Failure('apiKeyWithCookies')
  }
  const [, prefix, secret = ''] =
    /^Bearer lpk_([0-9a-f]{32})_([\w-]{43})$/i.exec(authorization) ?? []
  const key = prefix && (await liveKey(idOfPrefix(prefix.toLowerCase()), nowMs))
  if (!key || !sameSecret(hashed(secret), key.secretHash)) {
    throw new Failure('unauthenticated')
  }
  if (key.endsAtMs !== null && key.endsAtMs <= nowMs) throw new Failure('unauthenticated')
  const retryAfter = await takeFromRate(
    { name: `${currentShop().id}#api-key#${key.id}`, ...keyRate },
    nowMs,
  )
  if (retryAfter > 0) throw new Failure('apiKeyBusy', { retryAfter })
  return {
    ...key.maker,
    apiKeyId: key.id,
    isAdmin: false,
    sessionId: '',
    permissions: packPermissions(key.permissions),
  }
}

/** 600 requests a minute; executions take twenty at a time from the count of all. */
const keyRate = { perWindow: 100, bucketPart: 1 / 5 }

/** The live keys that were read last, by table, shop and id. */
const lastRead = new Map<string, { readonly key: ApiKeyRecord; readonly atMs: number }>()
const keptMs = 10_000
const maxKept = 1_000

/** A key whose maker is an administrator, as it was ten seconds ago at most. */
async function liveKey(id: string, nowMs: number): Promise<ApiKeyRecord | undefined> {
  const name = `${TableName()} ${currentShop().id} ${id}`
  const last = lastRead.get(name)
  if (last && nowMs - last.atMs < keptMs) return last.key
  lastRead.delete(name)
  const key = await findApiKey(id)
  if (!key) return undefined
  const maker = await findLiveUser(key.maker)
  if (!maker?.role?.isAdmin) return undefined
  await recordUse(id, nowMs)
  if (lastRead.size >= maxKept) lastRead.clear()
  lastRead.set(name, { key, atMs: nowMs })
  return key
}
