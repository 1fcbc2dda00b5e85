import { entryOf, type KnownDevice, withEntry } from './known-devices.ts'
import {
  type BucketSize,
  deviceSize,
  hasRoomAtMs,
  type LeakyBucket,
  leak,
  strangersSize,
} from './leaky-bucket.ts'

/** Counts of one address. */
export type AddressCounts = {
  readonly failures: number
  readonly blockedUntilMs: number
  /** Until then the block depends on the outcome of the attempt that caused it. */
  readonly pendingUntilMs: number
  /** Time of the latest counted attempt; a block begins then. */
  readonly lastFailureMs: number
}

/** Wrong PINs of a day, for the alert, and those since the last login, for the user. */
export type WrongCounts = {
  /** The day in UTC, YYYY-MM-DD */
  readonly day: string
  readonly wrong: number
  /** Since the last login; absent in records of releases up to 0.3, which means 0. */
  readonly failed?: number | undefined
  /** Time of the latest of these. */
  readonly failedMs?: number | undefined
}

/** Counts of a name, over all devices that do not know it. */
export type StrangersCounts = LeakyBucket &
  WrongCounts & {
    /**
     * The attempts among them from sessions of other users at devices that know the name, a
     * bucket of the same size: strangers without an account cannot fill it.
     */
    readonly sessionsLevel?: number | undefined
    readonly sessionsLeakedMs?: number | undefined
  }

/** Counts of a name at the devices that know it. */
export type DevicesCounts = WrongCounts & { readonly devices: readonly KnownDevice[] }

/** Counts when an attempt arrives. */
export type LoginCounts = {
  readonly address: AddressCounts | undefined
  readonly strangers: (Partial<StrangersCounts> & LeakyBucket) | undefined
  readonly devices: DevicesCounts | undefined
  /** Counts of the user in whose session another one's PIN is tried. */
  readonly asker?: DevicesCounts | undefined
}

/** Facts about an attempt that decide which counts it fills. */
export type Attempter = {
  /** True if the attempt is for a name's PIN or password. */
  readonly hasName: boolean
  /** The device, if its cookie names the user. */
  readonly deviceId: string | undefined
  /** The PIN is tried within a session of another user. */
  readonly isInSession?: boolean
  /** The device, if its cookie names that other user. */
  readonly askerDeviceId?: string | undefined
  /**
   * True while the next person logs in: misses count for the person before, who stops nobody.
   */
  readonly isChangeOfPerson?: boolean
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
      readonly asker?: DevicesCounts
      /** Wrong PINs of the name today, this one included. */
      readonly wrongToday: number
    }

const failuresExpireAfterMs = 24 * 60 * 60_000
/** More than a PIN takes to hash. If the function dies before that, the block remains. */
const pendingMs = 3_000

/**
 * Decides whether an attempt may go on, and then counts it as failed: at a device that
 * knows the name, in that device's bucket alone; else at its address and among strangers.
 * Within a session of another user it counts in that user's bucket at the device, and for
 * the name among strangers; where the device knows the name, neither address nor
 * strangers stop it, but what other sessions tried at such devices.
 */
export function decideAttempt(
  { address, strangers, devices, asker }: LoginCounts,
  { hasName, deviceId, isInSession = false, askerDeviceId, isChangeOfPerson }: Attempter,
  nowMs: number,
): LoginDecision {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const ofDay = (counts: Partial<WrongCounts> | undefined) =>
    counts?.day === day ? (counts.wrong ?? 0) : 0
  const oneMore = (counts: Partial<WrongCounts> | undefined): WrongCounts => ({
    day,
    wrong: ofDay(counts) + 1,
    failed: (counts?.failed ?? 0) + 1,
    failedMs: nowMs,
  })
  const wrongToday = ofDay(strangers) + ofDay(devices) + 1

  const atDevice = fillDevice(devices, deviceId, nowMs)
  if (atDevice && !isInSession) {
    if (atDevice.blockedMs > 0) return blocked(atDevice.blockedMs)
    const counted = { ...oneMore(devices), devices: atDevice.devices }
    return { kind: 'counted', devices: counted, wrongToday }
  }

  const asking = fillDevice(asker, askerDeviceId, nowMs)
  const sessions = fillSessions(strangers, nowMs)
  const outside = fill(strangers, strangersSize, nowMs)
  if (!atDevice && address && address.pendingUntilMs > nowMs) return { kind: 'pending' }
  const addressMs = address ? blockedForMs(address, nowMs) : 0
  const nameMs = hasName ? outside.blockedMs : 0
  const blockedMs = Math.max(
    isChangeOfPerson ? 0 : (asking?.blockedMs ?? 0),
    ...(atDevice ? [sessions.blockedMs] : [addressMs, nameMs]),
  )
  if (blockedMs > 0) return blocked(blockedMs)
  const counted = {
    ...oneMore(strangers),
    ...outside.bucket,
    ...(atDevice ? sessions.bucket : sessionsOf(strangers)),
  }
  return {
    kind: 'counted',
    ...(!atDevice && { address: withFailure(address, nowMs) }),
    ...(hasName && { strangers: counted }),
    ...(asking && { asker: { day: '', wrong: 0, ...asker, devices: asking.devices } }),
    wrongToday,
  }
}

const blocked = (blockedMs: number) => ({ kind: 'blocked', blockedMs }) as const

/** One more attempt at a device that counts as knowing the name; undefined for another. */
function fillDevice(
  counts: DevicesCounts | undefined,
  deviceId: string | undefined,
  nowMs: number,
) {
  const known = counts?.devices ?? []
  const device = deviceId === undefined ? undefined : entryOf(known, deviceId, nowMs)
  if (!device) return undefined
  const { blockedMs, bucket: filled } = fill(device, deviceSize, nowMs)
  const bucket = { ...filled, level: Math.min(filled.level, deviceSize.capacity) }
  const devices = withEntry(known, { ...device, ...bucket, hasReturned: true })
  return { blockedMs, devices }
}

const sessionsOf = ({
  sessionsLevel,
  sessionsLeakedMs,
}: Partial<StrangersCounts> = {}) =>
  sessionsLevel === undefined ? {} : { sessionsLevel, sessionsLeakedMs }

/** One more attempt from a session of another user at a device that knows the name. */
function fillSessions(strangers: Partial<StrangersCounts> | undefined, nowMs: number) {
  const { sessionsLevel: level = 0, sessionsLeakedMs: leakedMs = nowMs } = strangers ?? {}
  const { blockedMs, bucket } = fill({ level, leakedMs }, strangersSize, nowMs)
  return {
    blockedMs,
    bucket: { sessionsLevel: bucket.level, sessionsLeakedMs: bucket.leakedMs },
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

/**
 * Returns the rest of an address's block in ms; the whole block for a clock that is behind it.
 */
export const blockedForMs = (
  { blockedUntilMs, lastFailureMs }: Block,
  nowMs: number,
): number =>
  blockedUntilMs > nowMs ? blockedUntilMs - Math.max(nowMs, lastFailureMs) : 0

/** Returns the time when an address's failures are forgotten, in Unix ms. */
export const expiresAtMs = ({ lastFailureMs, blockedUntilMs }: Block): number =>
  Math.max(lastFailureMs + failuresExpireAfterMs, blockedUntilMs)

/** The number of failures that have no consequence. */
const freeFailures = 5
const maxBlockStep = 25

/** True if an address with this many failures is blocked. */
export const blocks = (failures: number): boolean => failures > freeFailures

/**
 * Returns the length of the block after the latest failure: 1, 1, 2, 3, 5, 8, 13 ...
 * minutes from the 6th on.
 */
export function blockMs(failures: number): number {
  let [last, next] = [0, 1]
  const step = Math.min(failures - freeFailures, maxBlockStep)
  for (let n = 1; n < step; n += 1) [last, next] = [next, last + next]
  return next * 60_000
}
