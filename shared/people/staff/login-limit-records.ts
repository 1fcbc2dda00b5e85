import { networkPrefix } from '../../ip-address.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { hashed, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import {
  upsertUnchanged,
  upsertVersioned,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { put, type Write } from '../../platform/dynamodb/write.ts'
import { type Device, deviceSeconds } from './known-devices.ts'
import {
  type AddressCounts,
  type DevicesCounts,
  expiresAtMs,
  type LoginCounts,
  type StrangersCounts,
} from './login-decision.ts'
import { lostDeviceKey } from './lost-devices.ts'
import { type UserNameGuard, userNameKey } from './user-name-guard.ts'

/** An attempt to open something with a PIN, a password or a code. */
export type LoginAttempt = {
  /** The client's address. */
  readonly ip: string
  /** User whose PIN or password is tried; none for the setup code. */
  readonly name?: string
  /** User with the name, as far as the caller knows. */
  readonly userId?: string
  /** The client's device, by its cookie. */
  readonly device?: Device | undefined
  /** The other user in whose session the PIN is tried. */
  readonly asker?: { readonly id: string; readonly name: string } | undefined
  /** Session that a login would end, if any. Only another user's session is an asker's. */
  readonly loggedInId?: string | undefined
}

/** The record of an address. */
export type AddressRecord = Item &
  AddressCounts & {
    /** The id of the latest attempt. It serves as the version of the record. */
    readonly reservation: string
  }

/** The record of a name, of all devices that do not know it. */
export type StrangersRecord = Item & StrangersCounts

/** The record of a name with the devices that know it. */
export type DevicesRecord = Item & DevicesCounts & { readonly version: number }

/**
 * A bucket of strangers that is full is empty after 60 hours. That of a name that somebody has
 * stays as long as a device knows its users: it also says what failed since the last login.
 */
const strangersTtlMs = 61 * 60 * 60_000

/** Attributes of an address's record that must not have changed since they were read. */
export const lockedInAddress = ['reservation', 'failures'] as const

/** The partition of an address or a name; `of` is its hash. */
const countsPartition = (of: string) => `LOGIN-LIMIT#${of}`
const ofName = (name: string) => countsPartition(hashed(`PIN of ${name}`))

export const addressKey = (ip: string): Key => ({
  pk: countsPartition(hashed(networkPrefix(ip))),
  sk: 'LIMIT',
})
export const strangersKey = (name: string): Key => ({ pk: ofName(name), sk: 'SHARED' })
export const devicesKey = (name: string): Key => ({ pk: ofName(name), sk: 'DEVICES' })

/** Records about an attempt. */
export type LoginRecords = LoginCounts & {
  readonly address: AddressRecord | undefined
  readonly strangers: StrangersRecord | undefined
  readonly devices: DevicesRecord | undefined
  readonly asker: DevicesRecord | undefined
  /** User with the name. */
  readonly guard: UserNameGuard | undefined
  /** The device was lost with its till. */
  readonly isDeviceLost?: boolean
}

/** Reads them all in one round trip: as many for an unknown name as for a known one. */
export async function readLoginRecords({
  ip,
  name,
  asker: other,
  device,
}: LoginAttempt): Promise<LoginRecords> {
  const ofThatName =
    name === undefined ? [] : [strangersKey(name), devicesKey(name), userNameKey(name)]
  const ofOther = other ? [devicesKey(other.name)] : []
  // Devices are lost with tills
  const ofDevice = device && settings.tills() ? [lostDeviceKey(device.id)] : []
  const [address, ...read] = await readMany([
    addressKey(ip),
    ...ofDevice,
    ...ofOther,
    ...ofThatName,
  ])
  const [lost] = read.splice(0, ofDevice.length)
  const [asker] = other ? read.splice(0, 1) : []
  const [strangers, devices, guard] = read
  const isDeviceLost = lost !== undefined
  return { address, strangers, devices, asker, guard, isDeviceLost } as LoginRecords
}

/** The write that counts an attempt for its address. It fails when the record changed. */
export const upsertAddress = (
  ip: string,
  counts: AddressCounts & { readonly reservation: string },
  current: AddressRecord | undefined,
): Write =>
  upsertUnchanged(addressKey(ip), current, lockedInAddress, {
    ...counts,
    expiresAt: inSeconds(expiresAtMs(counts)),
  })

/** The write that counts an attempt among strangers. It fails when the record changed. */
export const upsertStrangers = (
  name: string,
  counts: StrangersCounts,
  current: StrangersRecord | undefined,
  { nowMs, isKnown }: { readonly nowMs: number; readonly isKnown: boolean },
): Write =>
  upsertUnchanged(strangersKey(name), current, ['level', 'leakedMs'], {
    ...counts,
    expiresAt: inSeconds(nowMs + (isKnown ? deviceSeconds * 1000 : strangersTtlMs)),
  })

/** The write that changes the devices of a name. It fails when the record changed. */
export function upsertDevices(
  name: string,
  { day, wrong, failed, failedMs, devices }: DevicesCounts,
  current: DevicesRecord | undefined,
  nowMs: number,
): Write {
  const expiresAt = inSeconds(nowMs + deviceSeconds * 1000)
  const counts = { day, wrong, failed, failedMs, devices, expiresAt }
  return upsertVersioned(devicesKey(name), current, counts)
}

const inSeconds = (ms: number) => Math.ceil(ms / 1000)

/**
 * The writes that move the counts of a name to a new one; none if it stays the same. An
 * attempt that has read the old ones then fails with VersionConflict, and so do the writes
 * if an attempt was counted in between.
 */
export async function prepareMoveOfCounts(
  from: string,
  to: string | undefined,
): Promise<Write[]> {
  if (to === undefined || to === from) return []
  const [strangers, devices] = (await readMany([
    strangersKey(from),
    devicesKey(from),
  ])) as [StrangersRecord | undefined, DevicesRecord | undefined]
  const nowMs = Date.now()
  const none = { day: '', wrong: 0, failed: 0 }
  const nobody = { ...none, level: 0, leakedMs: nowMs, sessionsLevel: 0 }
  return [
    upsertStrangers(from, nobody, strangers, { nowMs, isKnown: false }),
    upsertDevices(from, { ...none, devices: [] }, devices, nowMs),
    ...(strangers ? [put({ ...strangers, ...strangersKey(to) })] : []),
    ...(devices ? [put({ ...devices, ...devicesKey(to) })] : []),
  ]
}
