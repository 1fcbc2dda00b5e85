import { hashed, type Item, type Key } from '../dynamodb/keys.ts'
import { unchanged, versionConflict } from '../dynamodb/optimistic-lock.ts'
import { readMany } from '../dynamodb/read.ts'
import { put, update, upsert, type Write } from '../dynamodb/write.ts'
import { networkPrefix, wideNetworkPrefix } from '../ip-address.ts'
import { isEmptyAtMs, type LeakyBucket } from './leaky-bucket.ts'
import { type AddressCounts, expiresAtMs, type LoginCounts } from './login-decision.ts'

/** An attempt to open something with a PIN, a password or a code. */
export type LoginAttempt = {
  /** The client's address. */
  readonly ip: string
  /** What it tries to open. The rate limit hashes it first, so no record holds a name. */
  readonly target: string
  /** The buckets that count the attempt beside its address; both by default. */
  readonly buckets?: readonly ('target' | 'network')[]
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

/** That a name logged in at an address, or any name did. */
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
const knownKey = ({ ip, target }: LoginAttempt): Key => ({
  pk: countsPartition(target),
  sk: `KNOWN#${hashed(networkPrefix(ip))}`,
})

/** The key of an address's counts, from the sort key that makes it known for a name. */
export const knownAddressKey = (sk: string) => keyOfAddress(sk.replace('KNOWN#', ''))

/** Some user logged in from there. The shop's other users may log in from its network, too. */
const knownForAnybodyKey = ({ ip }: LoginAttempt): Key => ({
  pk: addressKey(ip).pk,
  sk: 'KNOWN',
})

/** What is on record about an attempt. */
export type LoginRecords = LoginCounts & {
  readonly address: AddressRecord | undefined
  readonly shared: readonly (SharedRecord | undefined)[]
  /**
   * The keys of `shared`. None at an address that is known for the name, and not the wide
   * network's at one that is known for any name.
   */
  readonly sharedKeys: readonly Key[]
  /** Whether a login must make the address known, or keep it known for longer. */
  readonly renewsKnown: boolean
  /** What the attempt had read alongside. */
  readonly alongside: readonly (Item | undefined)[]
}

/** Reads them all in one round trip: as many for an unknown name as for a known one. */
export async function readLoginRecords(attempt: LoginAttempt): Promise<LoginRecords> {
  const { ip, target, buckets = ['target', 'network'], alongside: others = [] } = attempt
  const knownKeys = [knownKey(attempt), knownForAnybodyKey(attempt)]
  const bucketKeys = buckets.map((bucket) =>
    bucket === 'target' ? nameKey(target) : wideNetworkKey(ip),
  )
  const limitKeys = [
    addressKey(ip),
    ...(buckets.length > 0 ? knownKeys : []),
    ...bucketKeys,
  ]
  const records = await readMany([...limitKeys, ...others])
  const found = new Map(limitKeys.map((key, at) => [key, records[at]]))
  const nowMs = Date.now()
  const [knownUntilMs = 0, knownForAnybodyUntilMs = 0] = knownKeys.map(
    (key) => ((found.get(key) as KnownAddress | undefined)?.expiresAt ?? 0) * 1000,
  )
  const isExempt = {
    target: knownUntilMs > nowMs,
    network: knownForAnybodyUntilMs > nowMs,
  }
  const sharedKeys = bucketKeys.filter(
    (_, at) => !isExempt.target && !isExempt[buckets[at] ?? 'target'],
  )
  return {
    address: found.get(limitKeys[0] as Key) as AddressRecord | undefined,
    shared: sharedKeys.map((key) => found.get(key) as SharedRecord | undefined),
    sharedKeys,
    renewsKnown: buckets.length > 0 && knownUntilMs < nowMs + renewBeforeMs,
    alongside: records.slice(limitKeys.length),
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

/** The writes that make an address known for a name, and for any name. */
export const putKnownAddress = (attempt: LoginAttempt, nowMs: number): Write[] =>
  [knownKey(attempt), knownForAnybodyKey(attempt)].map((key) =>
    put({
      ...key,
      expiresAt: Math.ceil((nowMs + knownForMs) / 1000),
    } satisfies KnownAddress),
  )

const ifAbsent = { when: 'attribute_not_exists(pk)' }
