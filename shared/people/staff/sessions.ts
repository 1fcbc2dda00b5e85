import { randomUUID } from 'node:crypto'
import { Failure } from '../../failure.ts'
import { hashed, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import { readAll, readMany } from '../../platform/dynamodb/read.ts'
import { maxActions, transact } from '../../platform/dynamodb/transact.ts'
import {
  conditionCheck,
  deleteIfPresent,
  insert,
  put,
} from '../../platform/dynamodb/write.ts'
import { sessionSeconds } from './session.ts'
import { type User, userKey } from './users.ts'

/** One login on one device, stored as long as its refresh token is valid. */
export type Session = Item & {
  readonly userId: string
  readonly refreshHash: string
  /** The user's when it was opened. A new PIN and the end of all sessions raise that. */
  readonly pinVersion: number
  /** The till where it was opened; it ends when that is revoked. */
  readonly tillId?: string
  /** Unix ms; absent where an earlier release opened it. */
  readonly openedAtMs?: number
  /** The User-Agent of the browser or program that opened it. */
  readonly userAgent?: string
  /** Unix seconds, for the TTL. DynamoDB deletes days late, so reads check it too. */
  readonly expiresAt: number
}

/** A wallet session. It belongs to a session and ends with it. */
export type WalletSession = Item & { readonly expiresAt: number }

const partition = (sessionId: string) => `SESSION#${sessionId}`
export const sessionKey = (sessionId: string): Key => ({
  pk: partition(sessionId),
  sk: 'SESSION',
})

/** Lists a session with the others of its user. */
export const listingKey = (userId: string, sessionId: string): Key => ({
  pk: `USER-SESSIONS#${userId}`,
  sk: sessionId,
})
const walletKey = (sessionId: string, walletSessionId: string): Key => ({
  pk: partition(sessionId),
  sk: `WALLET#${walletSessionId}`,
})

/** Stores a session with the hash of its refresh token. */
export const createSession = (
  sessionId: string,
  user: User,
  refreshToken: string,
  nowMs: number,
  where: Pick<Session, 'tillId' | 'userAgent'> = {},
): Promise<void> => {
  const expiresAt = Math.floor(nowMs / 1000) + sessionSeconds
  return transact([
    insert({
      ...sessionKey(sessionId),
      userId: user.id,
      refreshHash: hashed(refreshToken),
      pinVersion: user.pinVersion,
      ...where,
      openedAtMs: nowMs,
      expiresAt,
    } satisfies Session),
    put({ ...listingKey(user.id, sessionId), expiresAt }),
  ])
}

/**
 * The user of a session that has not ended and whose refresh token this is, and the till where it
 * was opened, in one round trip; else undefined.
 */
export async function userOfSession(
  sessionId: string,
  userId: string,
  refreshToken: string,
  nowMs: number,
): Promise<{ user: User; tillId: string | undefined } | undefined> {
  const [session, user] = (await readMany([sessionKey(sessionId), userKey(userId)])) as [
    Session | undefined,
    User | undefined,
  ]
  const live =
    session &&
    user &&
    session.refreshHash === hashed(refreshToken) &&
    session.expiresAt * 1000 > nowMs &&
    belongsTo(user, session)
  return live ? { user, tillId: session.tillId } : undefined
}

/** True if a session is this user's and was opened with the current PIN. */
export const belongsTo = (user: User, { userId, pinVersion }: Session) =>
  userId === user.id && pinVersion === user.pinVersion

/** Ends one session of a user and its wallet sessions, for POST /auth/logout. */
export async function closeSession(sessionId: string, userId: string): Promise<void> {
  const items = await readAll({ pk: partition(sessionId) })
  const records = items.filter(({ sk }) => sk === 'SESSION' || sk.startsWith('WALLET#'))
  const keys = [...records, listingKey(userId, sessionId)]
  for (let from = 0; from < keys.length; from += maxActions) {
    const some = keys.slice(from, from + maxActions)
    await transact(some.map(deleteIfPresent))
  }
}

/**
 * Creates a wallet session in a session and returns its id, for POST /wallet/auth. Throws
 * `unauthenticated` when the session has ended by logout or a new PIN: the access token may
 * still be valid for a minute.
 */
export async function createWalletSession(
  user: User,
  sessionId: string,
  expiresAtMs: number,
): Promise<string> {
  const walletSessionId = randomUUID()
  await transact([
    conditionCheck(
      sessionKey(sessionId),
      {
        when: '#pinVersion = :current',
        values: { current: user.pinVersion },
      },
      () => new Failure('unauthenticated'),
    ),
    put({
      ...walletKey(sessionId, walletSessionId),
      expiresAt: Math.ceil(expiresAtMs / 1000),
    }),
  ])
  return walletSessionId
}

/** Ends one wallet session, for the wallet's logout. */
export const closeWalletSession = (sessionId: string, walletSessionId: string) =>
  transact([deleteIfPresent(walletKey(sessionId, walletSessionId))])

/** True while a wallet session is open, in a session that was opened with the current PIN. */
export async function isWalletSessionOpen(
  user: User,
  sessionId: string,
  walletSessionId: string,
  nowMs: number,
): Promise<boolean> {
  const [session, wallet] = (await readMany([
    sessionKey(sessionId),
    walletKey(sessionId, walletSessionId),
  ])) as [Session | undefined, WalletSession | undefined]
  if (!session || !wallet) return false
  return belongsTo(user, session) && wallet.expiresAt * 1000 > nowMs
}
