import { hashed, type Item, type Key } from '../dynamodb/keys.ts'
import { unchanged, versionConflict } from '../dynamodb/optimistic-lock.ts'
import { readMany } from '../dynamodb/read.ts'
import { put, update, upsert, type Write } from '../dynamodb/write.ts'
import { networkPrefix, wideNetworkPrefix } from '../ip-address.ts'
import { isEmptyAtMs, type LeakyBucket } from './leaky-bucket.ts'
import { type AddressCounts, expiresAtMs, type LoginCounts } from './login-decision.ts'

/** A client's address, and the hash of what it tries to open. */
export type HashedGuess = {
  readonly ip: string
  readonly target: string
  /** Counts the attempt for its address alone, and not for all who try the same target. */
  readonly byAddressOnly?: boolean
  /** Records of the caller's own, to be read in the same round trip as the counts. */
  readonly alongside?: readonly Key[]
}

/**
 * The record of an address. It stays small, however many names are tried: the 22nd failure
 * blocks for longer than a day, and after a day without a failure the record expires.
 */
export type AddressRecord = Item &
  AddressCounts & {
    /** The id of the latest attempt. It serves as the version of the record. */
    readonly reservation: string
  }

/** The record of a name or of a wide network, of all addresses that are not known. */
type SharedRecord = Item & LeakyBucket

/** A name that logged in at an address. */
type KnownAddress = Item & { readonly expiresAt: number }

/** A login makes its address known for 30 days; the record is renewed once a day. */
const dayMs = 24 * 60 * 60_000
const knownForMs = 31 * dayMs
const renewBeforeMs = 30 * dayMs

/** What a change of a record must find as it was read. */
export const lockedInAddress = ['reservation', 'failures'] as const
const lockedInShared = ['level', 'leakedMs'] as const

/** The partition of an address, a name or a wide network; `of` is its hash. */
export const countsPartition = (of: string) => `LOGIN-LIMIT#${of}`

/** What a login tries to open. */
export const pinTarget = (name: string) => `PIN of ${name}`

export const addressKey = (ip: string): Key => keyOfAddress(hashed(networkPrefix(ip)))
const keyOfAddress = (hash: string): Key => ({ pk: countsPartition(hash), sk: 'LIMIT' })
const nameKey = (target: string): Key => ({ pk: countsPartition(target), sk: 'SHARED' })
const wideNetworkKey = (ip: string): Key => ({
  pk: countsPartition(hashed(`network ${wideNetworkPrefix(ip)}`)),
  sk: 'SHARED',
})
const knownKey = ({ ip, target }: HashedGuess): Key => ({
  pk: countsPartition(target),
  sk: `KNOWN#${hashed(networkPrefix(ip))}`,
})

/** The key of an address's counts, from the sort key that makes it known for a name. */
export const knownAddressKey = (sk: string) => keyOfAddress(sk.replace('KNOWN#', ''))

/** What is on record about a guess. */
export type LoginRecords = LoginCounts & {
  readonly address: AddressRecord | undefined
  readonly shared: readonly (SharedRecord | undefined)[]
  /** The keys of `shared`. None at an address that is known for the name. */
  readonly sharedKeys: readonly Key[]
  /** Whether a login must make the address known, or keep it known for longer. */
  readonly renewsKnown: boolean
  /** What the guess had read alongside. */
  readonly alongside: readonly (Item | undefined)[]
}

/** Reads them all in one round trip: as many for an unknown name as for a known one. */
export async function readLoginRecords(guess: HashedGuess): Promise<LoginRecords> {
  const { ip, target, byAddressOnly, alongside: others = [] } = guess
  const sharedKeys = [nameKey(target), wideNetworkKey(ip)]
  const limitKeys = [addressKey(ip), knownKey(guess), ...sharedKeys]
  const wanted = byAddressOnly ? limitKeys.slice(0, 1) : limitKeys
  const records = await readMany([...wanted, ...others])
  const alongside = records.splice(wanted.length)
  const [address, known, ...shared] = records as [
    AddressRecord | undefined,
    KnownAddress | undefined,
    ...(SharedRecord | undefined)[],
  ]
  const nowMs = Date.now()
  const knownUntilMs = (known?.expiresAt ?? 0) * 1000
  const isExempt = byAddressOnly || knownUntilMs > nowMs
  return {
    address,
    shared: isExempt ? [] : shared,
    sharedKeys: isExempt ? [] : sharedKeys,
    renewsKnown: !byAddressOnly && knownUntilMs < nowMs + renewBeforeMs,
    alongside,
  }
}

/** The write that counts an attempt for its address. It fails when the record changed. */
export function upsertAddress(
  ip: string,
  counts: AddressCounts & { readonly reservation: string },
  current: AddressRecord | undefined,
): Write {
  const set = { ...counts, expiresAt: Math.ceil(expiresAtMs(counts) / 1000) }
  const condition = current ? unchanged(current, lockedInAddress) : ifAbsent
  return upsert(addressKey(ip), { set, ...condition }, versionConflict)
}

/** The writes that count an attempt in the buckets. They fail when a record changed. */
export const upsertShared = (
  { shared, sharedKeys }: LoginRecords,
  buckets: readonly LeakyBucket[],
): Write[] =>
  sharedKeys.map((key, at) => {
    const current = shared[at]
    const bucket = buckets[at] as LeakyBucket
    const set = { ...bucket, expiresAt: Math.ceil(isEmptyAtMs(bucket) / 1000) }
    const condition = current ? unchanged(current, lockedInShared) : ifAbsent
    return upsert(key, { set, ...condition }, versionConflict)
  })

/** The writes that take an attempt out of the buckets again. */
export const decrementShared = (keys: readonly Key[]): Write[] =>
  keys.map((key) => update(key, { add: { level: -1 } }))

/** The write that makes an address known for a name. */
export const putKnownAddress = (guess: HashedGuess, nowMs: number): Write =>
  put({
    ...knownKey(guess),
    expiresAt: Math.ceil((nowMs + knownForMs) / 1000),
  } satisfies KnownAddress)

const ifAbsent = { when: 'attribute_not_exists(pk)' }
