import { randomUUID } from 'node:crypto'
import { hashed, type Item, type Key } from '../dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
  VersionConflict,
} from '../dynamodb/optimistic-lock.ts'
import { read } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import type { Write } from '../dynamodb/write.ts'
import { Failure, type FailureKind } from '../failure.ts'
import { blockedForMs, decideAttempt } from './login-decision.ts'
import { blockMs, blocks, type Failures, removeFailures } from './login-failures.ts'
import {
  type AddressRecord,
  addressKey,
  decrementShared,
  type LoginAttempt,
  lockedInAddress,
  putKnownAddress,
  readLoginRecords,
  upsertAddress,
  upsertShared,
} from './login-limit-records.ts'

/**
 * The rate limit of logins and wallet passwords. An address (for IPv6 its /64 network) has
 * five free failures; each further one blocks it for a Fibonacci number of minutes.
 *
 * An attempt is counted as failed before its PIN is hashed, so guesses sent in parallel
 * all count. A success removes the failures of its own target only: if it removed all,
 * someone with one PIN could guess another's by logging in between the guesses.
 *
 *   reserveAttempt (count + 1) -> hash -> clearFailures | recordFailure | removeAttempts
 *
 * From the 6th attempt on the reservation blocks the address at once. While the PIN is
 * hashed, for some milliseconds, the block is only pending: other attempts wait for the
 * outcome, so a shop whose tills all log in at the same time does not lock itself out.
 *
 * An attacker with many addresses is stopped by two leaky buckets, of the name and of the wide
 * network (/48 or /24). An address where the name logged in within 30 days fills neither and
 * is stopped by neither, and one where any name did is not counted for its network, so
 * strangers cannot lock out a till.
 */

/** An attempt that is counted as failed and not yet decided. */
export type CountedAttempt = LoginAttempt &
  Failures & {
    readonly reservation: string
    /** When the address had failed before this attempt; 0 for never. */
    readonly failedBeforeMs: number
    /** The buckets that it was counted in. */
    readonly sharedKeys: readonly Key[]
    readonly renewsKnown: boolean
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
 * Runs one attempt under the rate limit, for POST /auth/login, POST /wallet/auth and the
 * setup code. The attempt is counted as failed while `read` reads what `decide` needs;
 * `read` gets the records that it names `alongside`. `decide` throws the failure that
 * `recordFailure` returns, or succeeds and calls `clearFailures`. If it fails for another
 * reason, such as a missing role, the attempt does not count. Throws `tooManyAttempts`,
 * `conflict` when other attempts are in the way for 15 s, and what the two functions throw.
 */
export async function withRateLimit<Known, T>(
  attempt: LoginAttempt,
  read: (alongside: Promise<Found>) => Promise<Known>,
  decide: (counted: CountedAttempt, known: Known) => Promise<T>,
): Promise<T> {
  const alongside = Promise.withResolvers<Found>()
  const reading = read(alongside.promise)
  // Awaited below, unless the address is blocked
  reading.catch(() => {})
  const hashedAttempt = { ...attempt, target: hashed(attempt.target) }
  const counted = await reserveAttempt(hashedAttempt, alongside.resolve)
  try {
    return await decide(counted, await reading)
  } catch (error) {
    const isCounted = error instanceof Failure && countedFailures.has(error.kind)
    if (!isCounted) await removeAttempts(counted, 1)
    throw error
  }
}

/** Records in the order of the attempt's keys `alongside`. */
type Found = readonly (Item | undefined)[]

const countedFailures = new Set<FailureKind>(['invalidCredentials', 'tooManyAttempts'])

/** Counts an attempt as failed until it is decided. Throws `tooManyAttempts`, `conflict`. */
const reserveAttempt = (
  attempt: LoginAttempt,
  onRead: (alongside: Found) => void,
): Promise<CountedAttempt> =>
  retryOnConflict(async () => {
    const records = await readLoginRecords(attempt)
    onRead(records.alongside)
    const nowMs = Date.now()
    const decision = decideAttempt(records, attempt.target, nowMs)
    if (decision.kind === 'pending') throw new VersionConflict()
    if (decision.kind === 'blocked') throw tooManyAttempts(decision.blockedMs)
    const reservation = randomUUID()
    const counts = { ...decision.address, reservation }
    await transact(
      [
        upsertAddress(attempt.ip, counts, records.address),
        ...upsertShared(records, decision.shared),
      ],
      noResponse,
    )
    const { failures, failuresOf } = counts
    const failedBeforeMs = records.address?.lastFailureMs ?? 0
    const { sharedKeys, renewsKnown } = records
    return {
      ...attempt,
      failures,
      failuresOf,
      reservation,
      failedBeforeMs,
      sharedKeys,
      renewsKnown,
    }
  })

/**
 * Records that an attempt has failed; from the 6th failure on the address is blocked from
 * now. Returns the failure to throw: `tooManyAttempts` if it is blocked, and else
 * `invalidCredentials`, also when an earlier attempt has succeeded meanwhile, so that this
 * one is not the 6th any more.
 */
export async function recordFailure(attempt: CountedAttempt): Promise<Failure> {
  const invalidCredentials = new Failure('invalidCredentials')
  if (!blocks(attempt.failures)) return invalidCredentials
  const nowMs = Date.now()
  const forMs = blockMs(attempt.failures)
  const block = { blockedUntilMs: nowMs + forMs, lastFailureMs: nowMs }
  const isBlocked = await commitUnlessConflict([
    updateUnchanged(recordOf(attempt), lockedInAddress, {
      set: { ...block, pendingUntilMs: 0 },
    }),
  ])
  return isBlocked ? tooManyAttempts(forMs) : invalidCredentials
}

/**
 * Removes the address's failures at the target of a successful attempt, up to this attempt.
 * Later ones stay counted, and so do all at other targets. From now on the address is known
 * for the target.
 */
export const clearFailures = (attempt: CountedAttempt): Promise<void> =>
  removeAttempts(
    attempt,
    attempt.failuresOf[attempt.target] ?? 0,
    attempt.renewsKnown ? putKnownAddress(attempt, Date.now()) : [],
  )

/**
 * Removes so many failures of the address at the attempt's target, the block that is
 * pending, and this attempt from the buckets. A login that fails after its PIN was right
 * leaves the buckets twice, which helps no attacker without the PIN.
 */
async function removeAttempts(
  attempt: CountedAttempt,
  count: number,
  more: readonly Write[] = [],
): Promise<void> {
  const others = [...decrementShared(attempt.sharedKeys), ...more]
  const left = removeFailures(attempt, attempt.target, count)
  const set = { ...left, lastFailureMs: attempt.failedBeforeMs, ...unblocked }
  const write =
    left.failures === 0
      ? deleteUnchanged(recordOf(attempt), lockedInAddress)
      : updateUnchanged(recordOf(attempt), lockedInAddress, { set })
  const isAlone = await commitUnlessConflict([write, ...others])
  if (!isAlone) await removeAmongOthers(attempt, count, others)
}

/** The same when later attempts have been counted: they stay counted. */
const removeAmongOthers = (
  { ip, target }: LoginAttempt,
  count: number,
  others: readonly Write[],
): Promise<void> =>
  retryOnConflict(async () => {
    const current = await findAddress(ip)
    const set = {
      ...(current && removeFailures(current, target, count)),
      ...(current && current.pendingUntilMs > 0 && unblocked),
    }
    const writes = current ? [updateUnchanged(current, lockedInAddress, { set })] : []
    if (writes.length + others.length === 0) return
    await transact([...writes, ...others], noResponse)
  })

/** Commits writes; false when another attempt changed the record since it was read. */
async function commitUnlessConflict(writes: readonly Write[]): Promise<boolean> {
  try {
    await transact(writes, noResponse)
    return true
  } catch (error) {
    if (error instanceof VersionConflict) return false
    throw error
  }
}

const findAddress = (ip: string) => read<AddressRecord>(addressKey(ip))

const unblocked = { blockedUntilMs: 0, pendingUntilMs: 0 }

/** The record as the attempt has written it. */
const recordOf = ({ ip, reservation, failures }: CountedAttempt) => ({
  ...addressKey(ip),
  reservation,
  failures,
})

const tooManyAttempts = (blockedMs: number) =>
  new Failure('tooManyAttempts', { retryAfter: String(Math.ceil(blockedMs / 1000)) })
