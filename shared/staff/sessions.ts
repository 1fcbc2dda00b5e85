import { randomUUID } from 'node:crypto'
import { hashed, type Item, type Key } from '../dynamodb/keys.ts'
import { readAll, readMany } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { conditionCheck, deleteIfPresent, insert, put } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { sessionSeconds } from './session.ts'
import type { User } from './users.ts'
import { userKey } from './users.ts'

/** One login on one device, kept as long as its refresh token is good. */
export type Session = Item & {
  readonly userId: string
  readonly refreshHash: string
  /** The PIN it was opened with; it ends when the user gets another one. */
  readonly pinVersion: number
  /** Unix seconds, for the table's TTL; AWS is days late, so reads check it too. */
  readonly expiresAt: number
}

/** A wallet session, opened within a session and ended with it. */
export type WalletSession = Item & { readonly expiresAt: number }

const partition = (sessionId: string) => `SESSION#${sessionId}`
export const sessionKey = (sessionId: string): Key => ({
  pk: partition(sessionId),
  sk: 'SESSION',
})
const walletKey = (sessionId: string, walletSessionId: string): Key => ({
  pk: partition(sessionId),
  sk: `WALLET#${walletSessionId}`,
})

/** Stores a session under the hash of its refresh token. */
export const createSession = (
  sessionId: string,
  user: User,
  refreshToken: string,
  nowMs: number,
): Promise<void> =>
  transact(
    [
      insert({
        ...sessionKey(sessionId),
        userId: user.id,
        refreshHash: hashed(refreshToken),
        pinVersion: user.pinVersion,
        expiresAt: Math.floor(nowMs / 1000) + sessionSeconds,
      } satisfies Session),
    ],
    noResponse,
  )

/** The user of a session that is live and owns this refresh token, in one round trip. */
export async function userOfSession(
  sessionId: string,
  userId: string,
  refreshToken: string,
  nowMs: number,
): Promise<User | undefined> {
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
  return live ? user : undefined
}

/** Whether a session is one of this user's that their PIN still allows. */
export const belongsTo = (user: User, { userId, pinVersion }: Session) =>
  userId === user.id && pinVersion === user.pinVersion

/** Ends a session with its wallet sessions, and no other. */
export async function closeSession(sessionId: string): Promise<void> {
  const items = await readAll({ pk: partition(sessionId) })
  const ended = items.filter(({ sk }) => sk === 'SESSION' || sk.startsWith('WALLET#'))
  for (let from = 0; from < ended.length; from += 100) {
    await transact(ended.slice(from, from + 100).map(deleteIfPresent), noResponse)
  }
}

/**
 * Opens a wallet session of fixed lifetime within a live session; answers its id. Throws
 * `unauthenticated` after logout or a new PIN, which an access token may outlive by a
 * minute.
 */
export async function createWalletSession(
  user: User,
  sessionId: string,
  expiresAtMs: number,
): Promise<string> {
  const walletSessionId = randomUUID()
  await transact(
    [
      conditionCheck(
        sessionKey(sessionId),
        {
          when: '#pinVersion = :now',
          values: { now: user.pinVersion },
        },
        () => new Failure('unauthenticated'),
      ),
      put({
        ...walletKey(sessionId, walletSessionId),
        expiresAt: Math.ceil(expiresAtMs / 1000),
      }),
    ],
    noResponse,
  )
  return walletSessionId
}

/** Ends one wallet session. */
export const closeWalletSession = (sessionId: string, walletSessionId: string) =>
  transact([deleteIfPresent(walletKey(sessionId, walletSessionId))], noResponse)

/** Whether a wallet session is open within a session that its user's PIN still allows. */
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
