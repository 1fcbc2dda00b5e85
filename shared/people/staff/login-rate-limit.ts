import { randomUUID } from 'node:crypto'
import { Failure, isFailure } from '../../failure.ts'
import { logger } from '../../logger.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  unlessChanged,
  updateUnchanged,
  VersionConflict,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { update, type Write } from '../../platform/dynamodb/write.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { raiseGuessing } from './guessing-alert.ts'
import { withEntry, withLogin } from './known-devices.ts'
import {
  blockedForMs,
  blockMs,
  blocks,
  type DevicesCounts,
  decideAttempt,
} from './login-decision.ts'
import {
  type AddressRecord,
  addressKey,
  type DevicesRecord,
  devicesKey,
  type LoginAttempt,
  type LoginRecords,
  lockedInAddress,
  readLoginRecords,
  type StrangersRecord,
  strangersKey,
  upsertAddress,
  upsertDevices,
  upsertStrangers,
} from './login-limit-records.ts'
import { matchPin, type PinMatch } from './pins.ts'
import type { UserNameGuard } from './user-name-guard.ts'
import { findUser, type User } from './users.ts'

/**
 * The rate limit of PINs, passwords and the setup code.
 *
 * - An address (for IPv6 its /64 network) has five free failures; each further one blocks it
 *   for a Fibonacci number of minutes. Any success there clears its failures.
 * - A name has a leaky bucket for all devices that do not know it, and one for each device
 *   that does: where its user has logged in, by a signed cookie. Only time empties them.
 *
 * A PIN that is tried within a session of another user, as for an approval, counts among
 * strangers, and in the bucket of that user at the device.
 *
 * A device that knows the name is neither stopped by its address nor counted there, so
 * strangers lock nobody out. Clients without cookies are strangers.
 *
 * An attempt is counted as failed before its PIN is hashed, so guesses sent in parallel
 * all count; the outcome takes back what did not fail.
 *
 *   reserveAttempt (count + 1) -> hash -> clearFailures | recordFailure | removeAttempt
 *
 * From the 6th attempt on the reservation blocks the address at once. While the PIN is
 * hashed, for some milliseconds, the block is only pending: other attempts wait for the
 * outcome, so a shop whose tills all log in at the same time does not lock itself out.
 */

/** An attempt that is counted as failed and not yet decided. */
export type CountedAttempt = LoginAttempt & {
  readonly reservation: string
  /** As the attempt has left them at its address; undefined at a device that knows the name. */
  readonly failures: number | undefined
  /** Time of the address's last failure before this attempt; 0 for never. */
  readonly failedBeforeMs: number
  /** True if the address had a record. */
  readonly hasAddress: boolean
  /** The devices that know the name, with this attempt if it is from one of them. */
  readonly devices: DevicesRecord | undefined
  /** The devices of the session's user, with this attempt. */
  readonly askerDevices: DevicesRecord | undefined
  /** Records of the name before this attempt. */
  readonly before: Pick<LoginRecords, 'strangers' | 'devices'>
  /** Counts that the attempt fills: those of strangers, and those of other users' sessions. */
  readonly countedAs: { readonly stranger: boolean; readonly inSession: boolean }
  /** User with the name; undefined for an unknown name. */
  readonly guard: UserNameGuard | undefined
  /** Wrong PINs of the name today, with this attempt. */
  readonly wrongToday: number
}

/**
 * The parsed body of a login. A malformed body does not count as an attempt, but a blocked
 * address gets `tooManyAttempts` for it. Throws `invalid`, `tooManyAttempts`.
 */
export async function bodyUnlessBlocked<T>(body: () => T, ip: string): Promise<T> {
  try {
    return body()
  } catch (error) {
    const address = await findAddress(ip)
    const nowMs = Date.now()
    if (address && address.pendingUntilMs <= nowMs) {
      const blockedMs = blockedForMs(address, nowMs)
      if (blockedMs > 0) throw tooManyAttempts(blockedMs)
    }
    throw error
  }
}

/**
 * Runs one attempt under the rate limit. The attempt is counted as failed before `decide`,
 * which throws the failure that `recordFailure` returns, or succeeds and calls
 * `clearFailures`. If it fails for another reason, such as a missing role, the attempt does
 * not count. Throws `tooManyAttempts`, `conflict` when other attempts are in the way for
 * 15 s, and what `decide` throws.
 */
export async function withRateLimit<T>(
  attempt: LoginAttempt,
  decide: (counted: CountedAttempt) => Promise<T>,
): Promise<T> {
  const counted = await reserveAttempt(attempt)
  try {
    return await decide(counted)
  } catch (error) {
    if (!isFailure(error, ...countedFailures)) await removeAttempt(counted)
    throw error
  }
}

const countedFailures = ['invalidCredentials', 'invalidPin', 'tooManyAttempts'] as const

/** Counts an attempt as failed until it is decided. Throws `tooManyAttempts`, `conflict`. */
const reserveAttempt = (asked: LoginAttempt): Promise<CountedAttempt> =>
  retryOnConflict(async () => {
    const found = await readLoginRecords(asked)
    const attempt = found.isDeviceLost ? { ...asked, device: undefined } : asked
    const { ip, name = '', userId } = attempt
    const changed = await readChangeOfPerson(attempt, found)
    const asker = attempt.asker ?? changed?.asker
    const records = { ...found, ...changed?.records }
    // Renamed in between: the counts have moved to the new name
    if (userId !== undefined && records.guard?.userId !== userId)
      throw new Failure('conflict')
    const nowMs = Date.now()
    const hasName = attempt.name !== undefined
    const deviceId = deviceThatKnows(attempt, records)
    const attempter = { hasName, deviceId, ...askerIn({ ...attempt, asker }) }
    const decision = decideAttempt(records, attempter, nowMs)
    if (decision.kind === 'pending') throw new VersionConflict()
    if (decision.kind === 'blocked') throw tooManyAttempts(decision.blockedMs)
    const reservation = randomUUID()
    const { address, strangers, devices, asker: asking, wrongToday } = decision
    const isKnown = records.guard !== undefined
    await transact([
      address && upsertAddress(ip, { ...address, reservation }, records.address),
      strangers &&
        upsertStrangers(name, strangers, records.strangers, { nowMs, isKnown }),
      devices && upsertDevices(name, devices, records.devices, nowMs),
      asking && asker && upsertDevices(asker.name, asking, records.asker, nowMs),
    ])
    return {
      ...attempt,
      asker,
      reservation,
      failures: address?.failures,
      failedBeforeMs: records.address?.lastFailureMs ?? 0,
      hasAddress: records.address !== undefined,
      devices: written(name, devices, records.devices),
      askerDevices: asker && asking && written(asker.name, asking, records.asker),
      before: records,
      countedAs: {
        stranger: strangers !== undefined,
        inSession: strangers !== undefined && address === undefined,
      },
      guard: records.guard,
      wrongToday,
    }
  })

/**
 * Reads the logged-in user and that user's devices when somebody else logs in; otherwise
 * undefined.
 */
async function readChangeOfPerson(
  { loggedInId }: LoginAttempt,
  { guard }: LoginRecords,
): Promise<{ asker: User; records: { asker: DevicesRecord | undefined } } | undefined> {
  if (loggedInId === undefined || guard?.userId === loggedInId) return
  const asker = await findUser(loggedInId)
  if (!asker) return
  return { asker, records: { asker: await read<DevicesRecord>(devicesKey(asker.name)) } }
}

/** The record of a name's devices as an attempt has left it. */
const written = (
  name: string,
  counts: DevicesCounts | undefined,
  current: DevicesRecord | undefined,
): DevicesRecord | undefined =>
  counts
    ? { ...devicesKey(name), ...counts, version: (current?.version ?? 0) + 1 }
    : current

/** Returns the facts by which an attempt within another user's session is counted. */
function askerIn({ asker, device, loggedInId }: LoginAttempt) {
  if (!asker) return {}
  const askerDeviceId = device?.users.includes(asker.id) ? device.id : undefined
  return { isInSession: true, askerDeviceId, isChangeOfPerson: loggedInId !== undefined }
}

/** The attempt's device, if the user who has the name has logged in there. */
const deviceThatKnows = ({ device }: LoginAttempt, { guard }: LoginRecords) =>
  device && guard && device.users.includes(guard.userId) ? device.id : undefined

/**
 * Matches the PIN of an attempt at a user's name. A PIN that was lost with a device matches only at
 * devices that know the user.
 */
export async function matchUserPin(
  pin: string,
  user: User | undefined,
  { failures }: CountedAttempt,
): Promise<PinMatch | undefined> {
  const match = await matchPin(pin, user?.pin ?? null)
  const isKnownThere = failures === undefined
  return user?.isPinLost && !isKnownThere ? undefined : match
}

/** From this number on, wrong PINs of a name in a day are more than mistypes. */
const alertFrom = 20

/**
 * Records a failed attempt; from the 6th failure on its address is blocked from now.
 * Returns the failure to throw: `tooManyAttempts` if it is blocked, otherwise `refusal`,
 * even if an earlier attempt has since succeeded, so that this is no longer the 6th.
 */
export async function recordFailure(
  attempt: CountedAttempt,
  refusal: 'invalidCredentials' | 'invalidPin' = 'invalidCredentials',
): Promise<Failure> {
  const { failures, name, guard, wrongToday } = attempt
  if (name !== undefined && wrongToday >= alertFrom) {
    logger.error('many-wrong-pins', { userId: guard?.userId, wrongToday })
    if (guard) await raiseGuessing({ id: guard.userId, name }, Date.now())
  }
  const refused = new Failure(refusal)
  if (failures === undefined || !blocks(failures)) return refused
  const nowMs = Date.now()
  const forMs = blockMs(failures)
  const block = { blockedUntilMs: nowMs + forMs, lastFailureMs: nowMs }
  const isBlocked = await commitUnlessConflict([
    updateUnchanged(recordOf(attempt, failures), lockedInAddress, {
      set: { ...block, pendingUntilMs: 0 },
    }),
  ])
  return isBlocked ? tooManyAttempts(forMs) : refused
}

/**
 * Takes a successful attempt out of the counts and clears its address, unless a block is
 * running there. After a login, its device knows the name, and nothing has failed since.
 */
export async function clearFailures(
  attempt: CountedAttempt,
  loggedInDeviceId?: string,
): Promise<void> {
  await Promise.all([
    clearAddress(attempt),
    settleName(attempt, loggedInDeviceId),
    settleAsker(attempt),
  ])
}

/** The wrong PINs of an attempt's name since its last login, this attempt left out. */
export function failedSince({ before: { strangers, devices } }: CountedAttempt) {
  const failed = [strangers, devices].filter((counts) => (counts?.failed ?? 0) > 0)
  const lastMs = Math.max(0, ...failed.map((counts) => counts?.failedMs ?? 0))
  return {
    count: failed.reduce((sum, counts) => sum + (counts?.failed ?? 0), 0),
    lastAt: lastMs > 0 ? isoSeconds(lastMs) : null,
  }
}

/** Uncounts an attempt that neither failed nor succeeded. */
async function removeAttempt(attempt: CountedAttempt): Promise<void> {
  await Promise.all([
    removeFromAddress(attempt),
    settleName(attempt),
    settleAsker(attempt),
  ])
}

const tooManyAttempts = (blockedMs: number) =>
  new Failure('tooManyAttempts', { retryAfter: Math.ceil(blockedMs / 1000) })

/** Clears the failures of an attempt's address, unless a block is running there. */
async function clearAddress(attempt: CountedAttempt): Promise<void> {
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
async function removeFromAddress(attempt: CountedAttempt): Promise<void> {
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
async function settleName(
  attempt: CountedAttempt,
  loggedInDeviceId?: string,
): Promise<void> {
  const { name, device, before: seen } = attempt
  if (name === undefined) return
  const isLogin = loggedInDeviceId !== undefined
  const failedNow = (seen.strangers?.failed ?? 0) + (attempt.countedAs.stranger ? 1 : 0)
  let removed = updateStrangersWithout(name, attempt, isLogin, failedNow)
  let current = attempt.devices
  let isRead = true
  await retryOnConflict(async () => {
    if (!isRead) {
      const again = await readMany<[StrangersRecord, DevicesRecord]>([
        strangersKey(name),
        devicesKey(name),
      ])
      removed = updateStrangersWithout(name, attempt, isLogin, again[0]?.failed)
      current = again[1]
    }
    isRead = false
    const nowMs = Date.now()
    const { day = '', wrong = 0, failed = 0, failedMs, devices = [] } = current ?? {}
    const own = attempt.countedAs.stranger
      ? undefined
      : devices.find(({ id }) => id === device?.id)
    const before = own ? withEntry(devices, { ...own, level: own.level - 1 }) : devices
    const after = isLogin
      ? withLogin(before, loggedInDeviceId, device !== undefined, nowMs)
      : before
    const told = (own ? 1 : 0) + (isLogin ? (seen.devices?.failed ?? 0) : 0)
    const counts = {
      day,
      wrong: own ? wrong - 1 : wrong,
      failed: Math.max(0, failed - told),
      failedMs: own ? seen.devices?.failedMs : failedMs,
      devices: after,
    }
    const changed = after === devices ? [] : [upsertDevices(name, counts, current, nowMs)]
    if (removed.length + changed.length === 0) return
    await transact([...removed, ...changed])
  })
}

/**
 * Takes the attempt out of strangers' counts and, after a login, the failures that the
 * login has shown. Another login may have shown the same ones: the write fails with a
 * version conflict unless `failed` is as read.
 */
function updateStrangersWithout(
  name: string,
  { countedAs: { stranger, inSession }, before: { strangers } }: CountedAttempt,
  isLogin: boolean,
  failed: number | undefined,
): Write[] {
  const told = (isLogin ? (strangers?.failed ?? 0) : 0) + (stranger ? 1 : 0)
  if (told === 0 || failed === undefined) return []
  const add = stranger
    ? { level: -1, wrong: -1, ...(inSession && { sessionsLevel: -1 }) }
    : {}
  const set = {
    failed: Math.max(0, failed - told),
    ...(stranger && { failedMs: strangers?.failedMs }),
  }
  const unchanged = { when: '#failed = :seenFailed', values: { seenFailed: failed } }
  return [update(strangersKey(name), { set, add, ...unchanged }, versionConflict)]
}

/** Takes the attempt out of the bucket of the user in whose session it was. */
async function settleAsker({ asker, device, askerDevices }: CountedAttempt) {
  if (!asker || !askerDevices) return
  let current: DevicesRecord | undefined = askerDevices
  await retryOnConflict(async () => {
    const own = current?.devices.find(({ id }) => id === device?.id)
    try {
      if (!current || !own) return
      const devices = withEntry(current.devices, { ...own, level: own.level - 1 })
      const counts = { ...current, devices }
      await transact([upsertDevices(asker.name, counts, current, Date.now())])
    } catch (error) {
      current = await read<DevicesRecord>(devicesKey(asker.name))
      throw error
    }
  })
}

/** Commits writes; false when another attempt changed the record since it was read. */
const commitUnlessConflict = (writes: readonly Write[]) =>
  unlessChanged(() => transact(writes))

const findAddress = (ip: string) => read<AddressRecord>(addressKey(ip))

const unblocked = { blockedUntilMs: 0, pendingUntilMs: 0 }

/** The address's record as the attempt has written it. */
const recordOf = ({ ip, reservation }: CountedAttempt, failures: number) => ({
  ...addressKey(ip),
  reservation,
  failures,
})
