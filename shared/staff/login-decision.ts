import { entryOf, type KnownDevice, withEntry } from './known-devices.ts'
import {
  type BucketSize,
  deviceSize,
  hasRoomAtMs,
  type LeakyBucket,
  leak,
  strangersSize,
} from './leaky-bucket.ts'

/** What is counted for one address. */
export type AddressCounts = {
  readonly failures: number
  readonly blockedUntilMs: number
  /** Until then the block depends on the outcome of the attempt that caused it. */
  readonly pendingUntilMs: number
  /** When the latest attempt was counted; a block begins then. */
  readonly lastFailureMs: number
}

/** Wrong PINs of a day, for the alert. */
export type DayCount = {
  /** The day in UTC, YYYY-MM-DD */
  readonly day: string
  readonly wrong: number
}

/** What is counted for a name, from all devices that do not know it. */
export type StrangersCounts = LeakyBucket & DayCount

/** What is counted for a name at the devices that know it. */
export type DevicesCounts = DayCount & { readonly devices: readonly KnownDevice[] }

/** What is counted when an attempt arrives. */
export type LoginCounts = {
  readonly address: AddressCounts | undefined
  readonly strangers: (Partial<StrangersCounts> & LeakyBucket) | undefined
  readonly devices: DevicesCounts | undefined
}

/** Who tries: what decides which counts an attempt fills. */
export type Attempter = {
  /** Whether it tries the PIN or password of a name. */
  readonly hasName: boolean
  /** The device, if its cookie names the user. */
  readonly deviceId: string | undefined
}

export type LoginDecision =
  /** Another attempt must be decided first. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'blocked'; readonly blockedMs: number }
  /** The counts that it fills, with the attempt counted as failed. */
  | {
      readonly kind: 'counted'
      readonly address?: AddressCounts
      readonly strangers?: StrangersCounts
      readonly devices?: DevicesCounts
      /** Wrong PINs of the name today, this one included. */
      readonly wrongToday: number
    }

const failuresExpireAfterMs = 24 * 60 * 60_000
/** More than a PIN takes to hash. If the function dies before that, the block remains. */
const pendingMs = 3_000

/**
 * Decides whether an attempt may go on, and counts it as failed if so: at a device that
 * knows the name, in that device's bucket alone; else at its address and among strangers.
 */
export function decideAttempt(
  { address, strangers, devices }: LoginCounts,
  { hasName, deviceId }: Attempter,
  nowMs: number,
): LoginDecision {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const ofDay = (counts: Partial<DayCount> | undefined) =>
    counts?.day === day ? (counts.wrong ?? 0) : 0
  const wrongToday = ofDay(strangers) + ofDay(devices) + 1

  const known = devices?.devices ?? []
  const device = deviceId === undefined ? undefined : entryOf(known, deviceId, nowMs)
  if (device) {
    const filled = fill(device, deviceSize, nowMs)
    const { blockedMs } = filled
    if (blockedMs > 0) return { kind: 'blocked', blockedMs }
    const entry = { ...device, ...filled.bucket, hasReturned: true }
    const entries = withEntry(known, entry)
    const counted = { day, wrong: ofDay(devices) + 1, devices: entries }
    return { kind: 'counted', devices: counted, wrongToday }
  }

  if (address && address.pendingUntilMs > nowMs) return { kind: 'pending' }
  const addressBlockedMs = address ? blockedForMs(address, nowMs) : 0
  const filled = fill(strangers, strangersSize, nowMs)
  const nameBlockedMs = hasName ? filled.blockedMs : 0
  const blockedMs = Math.max(addressBlockedMs, nameBlockedMs)
  if (blockedMs > 0) return { kind: 'blocked', blockedMs }
  return {
    kind: 'counted',
    address: withFailure(address, nowMs),
    ...(hasName && {
      strangers: { ...filled.bucket, day, wrong: ofDay(strangers) + 1 },
    }),
    wrongToday,
  }
}

/** The bucket with one more attempt, and how long until there is room for it. */
function fill(
  bucket: LeakyBucket | undefined,
  size: BucketSize,
  nowMs: number,
): { readonly blockedMs: number; readonly bucket: LeakyBucket } {
  const { level, leakedMs } = leak(bucket, size, nowMs)
  const blockedMs = Math.max(0, hasRoomAtMs({ level, leakedMs }, size) - nowMs)
  return { blockedMs, bucket: { level: level + 1, leakedMs } }
}

function withFailure(address: AddressCounts | undefined, nowMs: number): AddressCounts {
  const isOver = !address || nowMs >= expiresAtMs(address)
  const failures = isOver ? 1 : address.failures + 1
  const isBlocking = blocks(failures)
  return {
    failures,
    blockedUntilMs: isBlocking ? nowMs + blockMs(failures) : 0,
    pendingUntilMs: isBlocking ? nowMs + pendingMs : 0,
    lastFailureMs: nowMs,
  }
}

type Block = Pick<AddressCounts, 'blockedUntilMs' | 'lastFailureMs'>

/** How much longer an address is blocked; the whole block for a clock that is behind it. */
export const blockedForMs = (
  { blockedUntilMs, lastFailureMs }: Block,
  nowMs: number,
): number =>
  blockedUntilMs > nowMs ? blockedUntilMs - Math.max(nowMs, lastFailureMs) : 0

/** When an address's failures are forgotten, in Unix ms. */
export const expiresAtMs = ({ lastFailureMs, blockedUntilMs }: Block): number =>
  Math.max(lastFailureMs + failuresExpireAfterMs, blockedUntilMs)

/** The number of failures that have no consequence. */
const freeFailures = 5
const maxBlockStep = 25

/** Whether an address with this many failures is blocked. */
export const blocks = (failures: number): boolean => failures > freeFailures

/** How long the latest failure blocks: 1, 1, 2, 3, 5, 8, 13 ... minutes from the 6th on. */
export function blockMs(failures: number): number {
  let [last, next] = [0, 1]
  const step = Math.min(failures - freeFailures, maxBlockStep)
  for (let n = 1; n < step; n += 1) [last, next] = [next, last + next]
  return next * 60_000
}
