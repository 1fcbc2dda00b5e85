import { randomUUID } from 'node:crypto'
import { hashed, type Item, type Key } from '../dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  unchanged,
  updateUnchanged,
  VersionConflict,
  versionConflict,
} from '../dynamodb/optimistic-lock.ts'
import { read } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { upsert, type Write } from '../dynamodb/write.ts'
import { Failure, type FailureKind } from '../failure.ts'
import { networkPrefix } from '../ip-address.ts'
import {
  addFailure,
  blockMs,
  blocks,
  type Failures,
  failuresIn,
  noFailures,
  removeFailures,
} from './login-failures.ts'

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
 * The record stays small, however many names are tried: the 22nd failure blocks for longer
 * than a day, and after a day without a failure the record expires.
 */
type LoginRateLimit = Item &
  Failures & {
    readonly blockedUntilMs: number
    /** Until then the block depends on the outcome of the attempt that caused it. */
    readonly pendingUntilMs: number
    /** When the latest attempt was counted; a block begins then. */
    readonly lastFailureMs: number
    /** The id of the latest attempt. It serves as the version of the record. */
    readonly reservation: string
  }

/** A client's address, and the name or wallet that it tries to open. */
export type Guess = { readonly ip: string; readonly target: string }

/** An attempt that is counted as failed and not yet decided. */
export type Attempt = Guess &
  Failures & {
    readonly reservation: string
    /** When the address had failed before this attempt; 0 for never. */
    readonly failedBeforeMs: number
  }

const failuresExpireAfterMs = 24 * 60 * 60_000
/** More than a PIN takes to hash. If the function dies meanwhile, the block remains. */
const pendingMs = 3_000

const rateLimitKey = (ip: string): Key => ({
  pk: `LOGIN-LIMIT#${hashed(networkPrefix(ip))}`,
  sk: 'LIMIT',
})
const findRateLimit = (ip: string) => read<LoginRateLimit>(rateLimitKey(ip))

/**
 * The parsed body of a login. A malformed body does not count as an attempt, but a blocked
 * address gets `tooManyAttempts` for it. Throws `invalid`, `tooManyAttempts`.
 */
export async function bodyUnlessBlocked<T>(body: () => T, ip: string): Promise<T> {
  try {
    return body()
  } catch (error) {
    const rateLimit = await findRateLimit(ip)
    const nowMs = Date.now()
    if (rateLimit && rateLimit.pendingUntilMs < nowMs) throwIfBlocked(rateLimit, nowMs)
    throw error
  }
}

/**
 * Runs one attempt under the rate limit, for POST /auth/login and POST /wallet/auth. The
 * attempt is counted as failed while `read` reads what `decide` needs. `decide` throws the
 * failure that `recordFailure` returns, or succeeds and calls `clearFailures`. If it fails
 * for another reason, such as a missing role, the attempt does not count. Throws
 * `tooManyAttempts`, `conflict` when other attempts are in the way for 15 s, and what the
 * two functions throw.
 */
export async function withRateLimit<Known, T>(
  { ip, target }: Guess,
  read: () => Promise<Known>,
  decide: (attempt: Attempt, known: Known) => Promise<T>,
): Promise<T> {
  const reading = read()
  // Awaited below, unless the address is blocked
  reading.catch(() => {})
  const attempt = await reserveAttempt({ ip, target: hashed(target) })
  try {
    return await decide(attempt, await reading)
  } catch (error) {
    const isCounted = error instanceof Failure && countedFailures.has(error.kind)
    if (!isCounted) await removeAttempts(attempt, 1)
    throw error
  }
}

const countedFailures = new Set<FailureKind>(['invalidCredentials', 'tooManyAttempts'])

/** Counts an attempt as failed until it is decided. Throws `tooManyAttempts`, `conflict`. */
const reserveAttempt = (guess: Guess): Promise<Attempt> =>
  retryOnConflict(async () => {
    const current = await findRateLimit(guess.ip)
    const nowMs = Date.now()
    if (current && current.pendingUntilMs > nowMs) throw new VersionConflict()
    if (current) throwIfBlocked(current, nowMs)
    const before =
      current && !isExpired(current, nowMs) ? failuresIn(current) : noFailures
    const attempt = {
      ...guess,
      ...addFailure(before, guess.target),
      reservation: randomUUID(),
      failedBeforeMs: current?.lastFailureMs ?? 0,
    }
    await transact([upsertAttempt(attempt, current, nowMs)], noResponse)
    return attempt
  })

/**
 * Records that an attempt has failed; from the 6th failure on the address is blocked from
 * now. Returns the failure to throw: `tooManyAttempts` if it is blocked, and else
 * `invalidCredentials`, also when an earlier attempt has succeeded meanwhile, so that this
 * one is not the 6th any more.
 */
export async function recordFailure(attempt: Attempt): Promise<Failure> {
  const invalidCredentials = new Failure('invalidCredentials')
  if (!blocks(attempt.failures)) return invalidCredentials
  const nowMs = Date.now()
  const block = {
    blockedUntilMs: nowMs + blockMs(attempt.failures),
    lastFailureMs: nowMs,
  }
  const isBlocked = await commitUnlessConflict(
    updateUnchanged(recordOf(attempt), locked, { set: { ...block, pendingUntilMs: 0 } }),
  )
  return isBlocked ? tooManyAttempts(block, nowMs) : invalidCredentials
}

/**
 * Removes the address's failures at the target of a successful attempt, up to this attempt.
 * Later ones stay counted, and so do all at other targets.
 */
export const clearFailures = (attempt: Attempt): Promise<void> =>
  removeAttempts(attempt, attempt.failuresOf[attempt.target] ?? 0)

/** Removes so many failures at the attempt's target, and the block that is pending. */
async function removeAttempts(attempt: Attempt, count: number): Promise<void> {
  const left = removeFailures(attempt, attempt.target, count)
  const set = { ...left, lastFailureMs: attempt.failedBeforeMs, ...unblocked }
  const write =
    left.failures === 0
      ? deleteUnchanged(recordOf(attempt), locked)
      : updateUnchanged(recordOf(attempt), locked, { set })
  if (!(await commitUnlessConflict(write))) await removeAmongOthers(attempt, count)
}

/** The same when later attempts have been counted: they stay counted. */
const removeAmongOthers = ({ ip, target }: Guess, count: number): Promise<void> =>
  retryOnConflict(async () => {
    const current = await findRateLimit(ip)
    if (!current) return
    const set = {
      ...removeFailures(current, target, count),
      ...(current.pendingUntilMs > 0 && unblocked),
    }
    await transact([updateUnchanged(current, locked, { set })], noResponse)
  })

/** Commits a write; false when another attempt changed the record since it was read. */
async function commitUnlessConflict(write: Write): Promise<boolean> {
  try {
    await transact([write], noResponse)
    return true
  } catch (error) {
    if (error instanceof VersionConflict) return false
    throw error
  }
}

const unblocked = { blockedUntilMs: 0, pendingUntilMs: 0 }

/** What a change of the record must find as it was read. */
const locked = ['reservation', 'failures'] as const

/** The record as the attempt has written it. */
const recordOf = ({ ip, reservation, failures }: Attempt) => ({
  ...rateLimitKey(ip),
  reservation,
  failures,
})

function upsertAttempt(
  attempt: Attempt,
  current: LoginRateLimit | undefined,
  nowMs: number,
): Write {
  const { ip, failures, failuresOf, reservation } = attempt
  const blockedUntilMs = blocks(failures) ? nowMs + blockMs(failures) : 0
  const expiresAtMs = Math.max(nowMs + failuresExpireAfterMs, blockedUntilMs)
  const set = {
    failures,
    failuresOf,
    blockedUntilMs,
    pendingUntilMs: blockedUntilMs > 0 ? nowMs + pendingMs : 0,
    reservation,
    lastFailureMs: nowMs,
    expiresAt: Math.ceil(expiresAtMs / 1000),
  }
  const condition = current
    ? unchanged(current, locked)
    : { when: 'attribute_not_exists(pk)' }
  return upsert(rateLimitKey(ip), { set, ...condition }, versionConflict)
}

const isExpired = ({ lastFailureMs, blockedUntilMs }: LoginRateLimit, nowMs: number) =>
  nowMs >= Math.max(lastFailureMs + failuresExpireAfterMs, blockedUntilMs)

type Block = Pick<LoginRateLimit, 'blockedUntilMs' | 'lastFailureMs'>

function throwIfBlocked(block: Block, nowMs: number): void {
  if (block.blockedUntilMs > nowMs) throw tooManyAttempts(block, nowMs)
}

/** With the rest of the block; all of it for a clock that is behind the block's start. */
const tooManyAttempts = ({ blockedUntilMs, lastFailureMs }: Block, nowMs: number) =>
  new Failure('tooManyAttempts', {
    retryAfter: String(
      Math.ceil((blockedUntilMs - Math.max(nowMs, lastFailureMs)) / 1000),
    ),
  })
