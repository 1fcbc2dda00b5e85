import { randomUUID } from 'node:crypto'
import {
  retryOnConflict,
  updateUnchanged,
  VersionConflict,
} from '../dynamodb/optimistic-lock.ts'
import { transact } from '../dynamodb/transact.ts'
import { Failure, isFailure } from '../failure.ts'
import { logger } from '../logger.ts'
import { blockedForMs, blockMs, blocks, decideAttempt } from './login-decision.ts'
import {
  devicesKey,
  type LoginAttempt,
  type LoginRecords,
  lockedInAddress,
  readLoginRecords,
  upsertAddress,
  upsertDevices,
  upsertStrangers,
} from './login-limit-records.ts'
import {
  type CountedAttempt,
  clearAddress,
  commitUnlessConflict,
  findAddress,
  recordOf,
  removeFromAddress,
  settleName,
} from './login-settlement.ts'

/**
 * The rate limit of PINs, passwords and the setup code.
 *
 * - An address (for IPv6 its /64 network) has five free failures; each further one blocks it
 *   for a Fibonacci number of minutes. Any success there clears its failures.
 * - A name has a leaky bucket for all devices that do not know it, and one for each device
 *   that does: where its user has logged in, by a signed cookie. Only time empties them.
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
const reserveAttempt = (attempt: LoginAttempt): Promise<CountedAttempt> =>
  retryOnConflict(async () => {
    const records = await readLoginRecords(attempt)
    const { ip, name = '' } = attempt
    const nowMs = Date.now()
    const hasName = attempt.name !== undefined
    const deviceId = deviceThatKnows(attempt, records)
    const decision = decideAttempt(records, { hasName, deviceId }, nowMs)
    if (decision.kind === 'pending') throw new VersionConflict()
    if (decision.kind === 'blocked') throw tooManyAttempts(decision.blockedMs)
    const reservation = randomUUID()
    const { address, strangers, devices, wrongToday } = decision
    await transact([
      ...(address
        ? [upsertAddress(ip, { ...address, reservation }, records.address)]
        : []),
      ...(strangers ? [upsertStrangers(name, strangers, records.strangers, nowMs)] : []),
      ...(devices ? [upsertDevices(name, devices, records.devices, nowMs)] : []),
    ])
    const version = (records.devices?.version ?? 0) + 1
    return {
      ...attempt,
      reservation,
      failures: address?.failures,
      failedBeforeMs: records.address?.lastFailureMs ?? 0,
      hasAddress: records.address !== undefined,
      devices: devices ? { ...devicesKey(name), ...devices, version } : records.devices,
      guard: records.guard,
      wrongToday,
    }
  })

/** The attempt's device, if the user who has the name has logged in there. */
const deviceThatKnows = ({ device }: LoginAttempt, { guard }: LoginRecords) =>
  device && guard && device.users.includes(guard.userId) ? device.id : undefined

/** So many wrong PINs of a name in a day are more than mistypes. */
const alertFrom = 200

/**
 * Records that an attempt has failed; from the 6th failure on its address is blocked from
 * now. Returns the failure to throw: `tooManyAttempts` if it is blocked, and else
 * `refusal`, also when an earlier attempt has succeeded meanwhile, so that this
 * one is not the 6th any more.
 */
export async function recordFailure(
  attempt: CountedAttempt,
  refusal: 'invalidCredentials' | 'invalidPin' = 'invalidCredentials',
): Promise<Failure> {
  const { failures, name, guard, wrongToday } = attempt
  if (name !== undefined && wrongToday >= alertFrom) {
    logger.error('many-wrong-pins', { userId: guard?.userId, wrongToday })
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
 * running there. After a login, its device knows the name.
 */
export async function clearFailures(
  attempt: CountedAttempt,
  loggedInDeviceId?: string,
): Promise<void> {
  await Promise.all([clearAddress(attempt), settleName(attempt, loggedInDeviceId)])
}

/** Takes an attempt out of the counts that neither failed nor succeeded. */
async function removeAttempt(attempt: CountedAttempt): Promise<void> {
  await Promise.all([removeFromAddress(attempt), settleName(attempt)])
}

const tooManyAttempts = (blockedMs: number) =>
  new Failure('tooManyAttempts', { retryAfter: Math.ceil(blockedMs / 1000) })
