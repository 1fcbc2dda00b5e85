import { createHmac, randomUUID } from 'node:crypto'
import { sameSecret } from '../../constant-time.ts'
import { secret, verifyWithSecret } from '../../platform/deployment/secrets.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  updateUnchanged,
  upsertUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { upsert } from '../../platform/dynamodb/write.ts'
import { insertAuditEntry } from '../audit/audit-trail.ts'
import { putLostDevice } from '../staff/lost-devices.ts'
import { type User, userKey } from '../staff/users.ts'
import { type TillRecord, tillPartition } from './till-records.ts'

/** Somebody who has logged in at a till, and the keys that sell there without the cloud. */
export type TillPerson = Item & {
  readonly userId: string
  /** The device where that was last. */
  readonly deviceId?: string
  /** The latest first. */
  readonly keys?: readonly OfflineKey[]
  /** Number of keys that were given. */
  readonly given?: number
}

/** Parts of a key, beside the deployment's: nobody finds keys in a table. */
type OfflineKey = {
  readonly id: string
  readonly fromMs: number
  /** The PIN that fetched it, as `User` counts them. */
  readonly pinVersion: number
}

/** Lifetime of a key. */
const keyMs = 72 * 60 * 60_000
/** The clock of a till may be behind by that. */
const clockMs = 2 * 60_000
/** Sales are handed in by the keys that sold them, which others may have followed. */
const maxKeys = 30

export const tillPersonKey = (tillId: string, userId: string): Key => ({
  pk: tillPartition(tillId),
  sk: `PERSON#${userId}`,
})

/** Keeps the device that somebody logged in on at a till. */
export const noteTillLogin = (tillId: string, userId: string, deviceId: string) =>
  transact([upsert(tillPersonKey(tillId, userId), { set: { userId, deviceId } })])

/**
 * Gives somebody a key that sells at a till without the cloud, as base64url, and the time until
 * which it does, in Unix ms.
 */
export const giveOfflineKey = (
  till: Pick<TillRecord, 'id' | 'name'>,
  user: User,
  deviceId: string | undefined,
  nowMs: number,
): Promise<{ key: string; untilMs: number }> =>
  retryOnConflict(async () => {
    const key = tillPersonKey(till.id, user.id)
    const person = await read<TillPerson>(key)
    const made = { id: randomUUID(), fromMs: nowMs, pinVersion: user.pinVersion }
    await transact([
      upsertUnchanged<TillPerson>(key, person, ['given'], {
        userId: user.id,
        deviceId,
        given: (person?.given ?? 0) + 1,
        keys: [made, ...(person?.keys ?? [])].slice(0, maxKeys),
      }),
      insertAuditEntry({
        kind: 'till',
        subject: { id: till.id, name: till.name },
        after: { sellsOffline: user.name },
      }),
    ])
    const bytes = keyOf(await secret('token-key'), till.id, user.id, made)
    return { key: bytes.toString('base64url'), untilMs: nowMs + keyMs }
  })

const keyOf = (tokenKey: string, tillId: string, userId: string, { id }: OfflineKey) =>
  createHmac('sha256', tokenKey)
    .update(`key of ${userId} at till ${tillId}: ${id}`)
    .digest()

/**
 * True if a proof over a text was made with a key that sold for this user at this till at that time, in
 * Unix ms: it had not lapsed then, and the PIN that fetched it is the user's now.
 */
export async function isProofOf(
  proof: string,
  text: string,
  atMs: number,
  { tillId, person, user }: ProofFacts,
): Promise<boolean> {
  const keys = (person?.keys ?? []).filter(
    ({ fromMs, pinVersion }) =>
      pinVersion === user?.pinVersion &&
      fromMs - clockMs <= atMs &&
      atMs < fromMs + keyMs,
  )
  if (!user || keys.length === 0) return false
  const matches = await verifyWithSecret(
    'token-key',
    (tokenKeys) =>
      tokenKeys.some((tokenKey) =>
        keys.some((each) => {
          const key = keyOf(tokenKey, tillId, user.id, each)
          return sameSecret(
            createHmac('sha256', key).update(text).digest('base64url'),
            proof,
          )
        }),
      ) || undefined,
  )
  return matches ?? false
}

/** Whoever may have made a proof. */
export type ProofFacts = {
  readonly tillId: string
  readonly person: TillPerson | undefined
  readonly user: User | undefined
}

/** Those whose PINs of now have fetched keys at a till: whoever takes it apart finds these PINs. */
async function knownAt(tillId: string) {
  const all = await readAll<TillPerson>({
    pk: tillPartition(tillId),
    prefix: tillPersonKey(tillId, '').sk,
  })
  const users = await readMany<User[]>(all.map(({ userId }) => userKey(userId)))
  const known = all.flatMap(({ keys = [] }, at) => {
    const { [at]: user } = users
    const [latest] = keys
    return user && latest && latest.fromMs > (user.pinSetMs ?? 0) ? [user] : []
  })
  return { known, deviceIds: new Set(all.flatMap(({ deviceId = [] }) => deviceId)) }
}

/** Those who could sell at a till without the cloud, for DELETE /tills/{id}. */
export async function peopleAt(tillId: string) {
  const { known } = await knownAt(tillId)
  return known.map(({ id: userId, name }) => ({ userId, name }))
}

/**
 * Marks a till's device as lost: it knows nobody any more, and the PINs of its people log in only at
 * devices that know them, until they are changed.
 */
export async function loseDevice(
  { id, name }: Pick<TillRecord, 'id' | 'name'>,
  nowMs: number,
): Promise<void> {
  const { known, deviceIds } = await knownAt(id)
  for (const deviceId of deviceIds) await transact([putLostDevice(deviceId, nowMs)])
  for (const user of known) await losePin(user, name)
}

/** Nothing is lost of a PIN that was changed meanwhile. */
const losePin = ({ id, pinSetMs }: User, tillName: string): Promise<void> =>
  retryOnConflict(async () => {
    const user = await read<User>(userKey(id))
    if (!user || user.pinSetMs !== pinSetMs || user.isPinLost) return
    await transact([
      updateUnchanged(user, ['pinSetMs'], { set: { isPinLost: true } }),
      insertAuditEntry({
        kind: 'pin',
        subject: { id, name: user.name },
        after: { lostWith: tillName },
      }),
    ])
  })
