import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
  VersionConflict,
} from '../dynamodb/optimistic-lock.ts'
import { read } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import { update, type Write } from '../dynamodb/write.ts'
import { withEntry, withLogin } from './known-devices.ts'
import {
  type AddressRecord,
  addressKey,
  type DevicesRecord,
  devicesKey,
  type LoginAttempt,
  lockedInAddress,
  strangersKey,
  upsertDevices,
} from './login-limit-records.ts'
import type { UserNameGuard } from './users.ts'

/** An attempt that is counted as failed and not yet decided. */
export type CountedAttempt = LoginAttempt & {
  readonly reservation: string
  /** As the attempt has left them at its address; undefined at a device that knows the name. */
  readonly failures: number | undefined
  /** When the address had failed before this attempt; 0 for never. */
  readonly failedBeforeMs: number
  /** Whether the address had anything on record. */
  readonly hasAddress: boolean
  /** The devices that know the name, with this attempt if it is from one of them. */
  readonly devices: DevicesRecord | undefined
  /** Who has the name; undefined for an unknown name. */
  readonly guard: UserNameGuard | undefined
  /** Wrong PINs of the name today, with this attempt. */
  readonly wrongToday: number
}

/** Clears the failures of an attempt's address, unless a block is running there. */
export async function clearAddress(attempt: CountedAttempt): Promise<void> {
  const { ip, failures, hasAddress } = attempt
  if (failures === undefined && !hasAddress) return
  if (failures !== undefined) {
    const record = recordOf(attempt, failures)
    if (await commitUnlessConflict([deleteUnchanged(record, lockedInAddress)])) return
  }
  await retryOnConflict(async () => {
    const current = await findAddress(ip)
    const nowMs = Date.now()
    const isBlocked =
      current && current.pendingUntilMs <= nowMs && current.blockedUntilMs > nowMs
    if (!current || isBlocked) return
    await transact([deleteUnchanged(current, lockedInAddress)])
  })
}

/** Takes an attempt out of the failures of its address. */
export async function removeFromAddress(attempt: CountedAttempt): Promise<void> {
  const { ip, failures, failedBeforeMs } = attempt
  if (failures === undefined) return
  const record = recordOf(attempt, failures)
  const left = { failures: failures - 1, lastFailureMs: failedBeforeMs, ...unblocked }
  const write =
    left.failures === 0
      ? deleteUnchanged(record, lockedInAddress)
      : updateUnchanged(record, lockedInAddress, { set: left })
  if (await commitUnlessConflict([write])) return
  // Later attempts have been counted: they stay counted
  await retryOnConflict(async () => {
    const current = await findAddress(ip)
    if (!current || current.failures === 0) return
    const set = {
      failures: current.failures - 1,
      ...(current.pendingUntilMs > 0 && unblocked),
    }
    await transact([updateUnchanged(current, lockedInAddress, { set })])
  })
}

/** Takes the attempt out of the name's counts, and notes a login on its device. */
export async function settleName(
  attempt: CountedAttempt,
  loggedInDeviceId?: string,
): Promise<void> {
  const { name, device, failures } = attempt
  if (name === undefined) return
  const isStranger = failures !== undefined
  const removed = isStranger
    ? [update(strangersKey(name), { add: { level: -1, wrong: -1 } })]
    : []
  let current = attempt.devices
  let isRead = true
  await retryOnConflict(async () => {
    if (!isRead) current = await read<DevicesRecord>(devicesKey(name))
    isRead = false
    const nowMs = Date.now()
    const { day = '', wrong = 0, devices = [] } = current ?? {}
    const own = isStranger ? undefined : devices.find(({ id }) => id === device?.id)
    const before = own ? withEntry(devices, { ...own, level: own.level - 1 }) : devices
    const after =
      loggedInDeviceId === undefined
        ? before
        : withLogin(before, loggedInDeviceId, device !== undefined, nowMs)
    const counts = { day, wrong: own ? wrong - 1 : wrong, devices: after }
    const changed = after === devices ? [] : [upsertDevices(name, counts, current, nowMs)]
    if (removed.length + changed.length === 0) return
    await transact([...removed, ...changed])
  })
}

/** Commits writes; false when another attempt changed the record since it was read. */
export async function commitUnlessConflict(writes: readonly Write[]): Promise<boolean> {
  try {
    await transact(writes)
    return true
  } catch (error) {
    if (error instanceof VersionConflict) return false
    throw error
  }
}

/** What is counted for an address. */
export const findAddress = (ip: string) => read<AddressRecord>(addressKey(ip))

const unblocked = { blockedUntilMs: 0, pendingUntilMs: 0 }

/** The address's record as the attempt has written it. */
export const recordOf = ({ ip, reservation }: CountedAttempt, failures: number) => ({
  ...addressKey(ip),
  reservation,
  failures,
})
