import { randomUUID } from 'node:crypto'
import type { LeakyBucket } from './leaky-bucket.ts'

/** A client's device, by its signed cookie. */
export type Device = {
  readonly id: string
  /** Ids of users who have logged in there, the latest first. */
  readonly users: readonly string[]
}

/** Lifetime of a device's knowledge of its users, and of its cookie: 400 days. */
export const deviceSeconds = 400 * 24 * 60 * 60

const maxUsers = 50

/** The device after a login of this user; a new one if the client sent no cookie. */
export const withUser = (device: Device | undefined, userId: string): Device => ({
  id: device?.id ?? randomUUID(),
  users: [userId, ...(device?.users ?? []).filter((id) => id !== userId)].slice(
    0,
    maxUsers,
  ),
})

/** A device that knows a name, with the wrong PINs of the name at this device. */
export type KnownDevice = LeakyBucket & {
  readonly id: string
  readonly loggedInMs: number
  /** It has sent its cookie back. A program that ignores cookies never does. */
  readonly hasReturned: boolean
}

/** The most devices that count as knowing a name, so that the wrong PINs at all have a bound. */
const maxDevices = 6

/**
 * The entry of a device whose cookie names the user; undefined when six others have taken
 * its place. While there is room it gets one, as after a rename.
 */
export const entryOf = (
  devices: readonly KnownDevice[],
  id: string,
  nowMs: number,
): KnownDevice | undefined =>
  devices.find((each) => each.id === id) ??
  (devices.length < maxDevices
    ? { id, level: 0, leakedMs: nowMs, loggedInMs: nowMs, hasReturned: false }
    : undefined)

/** The devices with a changed or new entry. */
export const withEntry = (
  devices: readonly KnownDevice[],
  entry: KnownDevice,
): readonly KnownDevice[] => [...devices.filter(({ id }) => id !== entry.id), entry]

/**
 * Returns the devices after a login at one of them. A seventh replaces the device with
 * the oldest login, first one that never returned, so that a program without cookies does
 * not replace tills. The new device takes over the replaced one's bucket: a thief who
 * deletes a till's cookie again and again gets no more attempts.
 */
export function withLogin(
  devices: readonly KnownDevice[],
  id: string,
  hasReturned: boolean,
  nowMs: number,
): readonly KnownDevice[] {
  const loggedIn = { id, loggedInMs: nowMs, hasReturned }
  const entry = entryOf(devices, id, nowMs)
  if (entry) return withEntry(devices, { ...entry, ...loggedIn })
  const [replaced, ...others] = devices.toSorted(
    (one, other) =>
      Number(one.hasReturned) - Number(other.hasReturned) ||
      one.loggedInMs - other.loggedInMs,
  )
  if (!replaced) return devices
  return [...others, { ...replaced, ...loggedIn }]
}
