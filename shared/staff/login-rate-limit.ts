import { randomUUID } from 'node:crypto'
import { hashed, type Item, type Key } from '../dynamodb/keys.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { read } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { deleteItem, type Update, update, upsert, type Write } from '../dynamodb/write.ts'
import { Failure, type FailureKind } from '../failure.ts'
import { networkPrefix } from '../ip-address.ts'
import {
  addFailure,
  blockMs,
  blocks,
  type Failures,
  noFailures,
  removeFailures,
} from './login-failures.ts'

/**
 * The login limiter: five plain failures of an address (an IPv6 line's whole network), then
 * each further one blocks it for a Fibonacci number of minutes.
 *
 * An attempt is counted before its PIN is hashed, as if it had failed, so guesses sent in
 * parallel all count. A success takes its own target's failures away and leaves those of
 * others: whoever knows one PIN could otherwise search another's between two logins.
 *
 *   reserve (count + 1) -> hash -> clear | fail | take back
 *
 * From the 6th on the reservation blocks the address at once, but for its own few
 * milliseconds the block is only pending: other attempts wait for its outcome, so a shop
 * whose tills all log in at opening time is not locked out by its own haste.
 *
 * The record stays small, however many names are tried: the 22nd failure's block is longer
 * than a day, and what is older than a day is forgotten.
 */
type LoginRateLimit = Item &
  Failures & {
    readonly blockedUntilMs: number
    /** Until then the block waits for the outcome of the attempt that made it. */
    readonly pendingUntilMs: number
    /** When a block began, if there is one. */
    readonly lastFailureMs: number
    /** The latest attempt: each builds only on the count it has seen. */
    readonly reservation: string
  }

/** Who guesses at what: a client's address, and the name or wallet that a success opens. */
export type Guess = { readonly ip: string; readonly target: string }

/** An attempt that is counted and not yet decided. */
export type Attempt = Guess &
  Failures & {
    readonly reservation: string
    /** When the address had failed before this attempt; 0 for never. */
    readonly failedBeforeMs: number
  }

const failuresExpireAfterMs = 24 * 60 * 60_000
/** More than a PIN takes to hash; a function that dies meanwhile leaves a block. */
const pendingMs = 3_000

const rateLimitKey = (ip: string): Key => ({
  pk: `LOGIN-LIMIT#${hashed(networkPrefix(ip))}`,
  sk: 'LIMIT',
})
const findRateLimit = (ip: string) => read<LoginRateLimit>(rateLimitKey(ip))

/**
 * What a login's body says. A malformed one counts nothing; yet a blocked address hears
 * that it is blocked, whatever it sent. Throws `invalid`, `tooManyAttempts`.
 */
export async function bodyUnlessBlocked<T>(body: () => T, ip: string): Promise<T> {
  try {
    return body()
  } catch (error) {
    const limit = await findRateLimit(ip)
    const nowMs = Date.now()
    if (limit && limit.pendingUntilMs < nowMs) throwIfBlocked(limit, nowMs)
    throw error
  }
}

/**
 * One guess, counted as failed while `read` reads what `decide` needs to know. `decide`
 * throws the answer of `fail`, or succeeds and calls `clear`; if it fails for another
 * reason, such as a missing role or a table in trouble, the attempt is taken back. Throws
 * `tooManyAttempts`, `conflict` when other attempts were in its way all the time, and what
 * the two throw.
 */
export async function withRateLimit<Known, T>(
  { ip, target }: Guess,
  read: () => Promise<Known>,
  decide: (attempt: Attempt, known: Known) => Promise<T>,
): Promise<T> {
  const reading = read()
  // Awaited below, unless the address is blocked
  reading.catch(() => {})
  const reserved = await reserveAttempt({ ip, target: hashed(target) })
  try {
    return await decide(reserved, await reading)
  } catch (error) {
    const isCounted = error instanceof Failure && counted.has(error.kind)
    if (!isCounted) await forgetFailures(reserved, 1)
    throw error
  }
}

const counted = new Set<FailureKind>(['invalidCredentials', 'tooManyAttempts'])

/** Counts an attempt as failed until it is decided. */
const reserveAttempt = (guess: Guess): Promise<Attempt> =>
  retryOnConflict(async () => {
    const seen = await findRateLimit(guess.ip)
    const nowMs = Date.now()
    if (seen && seen.pendingUntilMs > nowMs) throw new VersionConflict()
    if (seen) throwIfBlocked(seen, nowMs)
    const before = seen && isRemembered(seen, nowMs) ? seen : noFailures
    const attempt = {
      ...guess,
      ...addFailure(before, guess.target),
      reservation: randomUUID(),
      failedBeforeMs: seen?.lastFailureMs ?? 0,
    }
    await transact([upsertAttempt(attempt, seen, nowMs)], noResponse)
    return attempt
  })

/**
 * The answer to a failed attempt: `invalidCredentials`, from the 6th on a block from now.
 * Where an earlier attempt has turned out well meanwhile, it is the 6th no longer.
 */
export async function recordFailure(attempt: Attempt): Promise<Failure> {
  const plain = new Failure('invalidCredentials')
  if (!blocks(attempt.failures)) return plain
  const nowMs = Date.now()
  const block = {
    blockedUntilMs: nowMs + blockMs(attempt.failures),
    lastFailureMs: nowMs,
  }
  const settled = { ...block, pendingUntilMs: 0 }
  const isBlocked = await hasCommitted(updateIfUnchanged(attempt, { set: settled }))
  return isBlocked ? blocked(block, nowMs) : plain
}

/**
 * Forgets the address's failures at the target of a success, up to that one: later ones
 * stay counted, and so do all at other targets.
 */
export const clearFailures = (attempt: Attempt): Promise<void> =>
  forgetFailures(attempt, attempt.failuresOf[attempt.target] ?? 0)

/** Forgets so many failures at the attempt's target, with a block that waits for them. */
async function forgetFailures(attempt: Attempt, some: number): Promise<void> {
  const left = removeFailures(attempt, attempt.target, some)
  const set = { ...left, lastFailureMs: attempt.failedBeforeMs, ...unblocked }
  const asBefore =
    left.failures === 0
      ? deleteItem(rateLimitKey(attempt.ip), unchanged(attempt), stale)
      : updateIfUnchanged(attempt, { set })
  if (!(await hasCommitted(asBefore))) await retryForgetFailures(attempt, some)
}

/** The same where attempts have been counted since: what they wrote stays. */
const retryForgetFailures = ({ ip, target }: Guess, some: number): Promise<void> =>
  retryOnConflict(async () => {
    const limit = await findRateLimit(ip)
    if (!limit) return
    const set = {
      ...removeFailures(limit, target, some),
      ...(limit.pendingUntilMs > 0 && unblocked),
    }
    await transact([updateIfUnchanged({ ...limit, ip }, { set })], noResponse)
  })

/** Another attempt wrote the record since it was read. */
const stale = () => new VersionConflict()

async function hasCommitted(write: Write): Promise<boolean> {
  try {
    await transact([write], noResponse)
    return true
  } catch (error) {
    if (error instanceof VersionConflict) return false
    throw error
  }
}

const unblocked = { blockedUntilMs: 0, pendingUntilMs: 0 }

type Seen = { readonly reservation: string; readonly failures: number }

const unchanged = ({ reservation, failures }: Seen) => ({
  when: '#reservation = :seen AND #failures = :counted',
  values: { seen: reservation, counted: failures },
})

const updateIfUnchanged = (
  { ip, ...seen }: Seen & { ip: string },
  wanted: Update,
): Write => update(rateLimitKey(ip), { ...wanted, ...unchanged(seen) }, stale)

function upsertAttempt(
  attempt: Attempt,
  seen: LoginRateLimit | undefined,
  nowMs: number,
): Write {
  const { ip, failures, failuresOf, reservation } = attempt
  const blockedUntilMs = blocks(failures) ? nowMs + blockMs(failures) : 0
  const set = {
    failures,
    failuresOf,
    blockedUntilMs,
    pendingUntilMs: blockedUntilMs > 0 ? nowMs + pendingMs : 0,
    reservation,
    lastFailureMs: nowMs,
    expiresAt: Math.ceil(Math.max(nowMs + failuresExpireAfterMs, blockedUntilMs) / 1000),
  }
  return upsert(
    rateLimitKey(ip),
    { set, ...(seen ? unchanged(seen) : { when: 'attribute_not_exists(pk)' }) },
    stale,
  )
}

const isRemembered = ({ lastFailureMs, blockedUntilMs }: LoginRateLimit, nowMs: number) =>
  nowMs < Math.max(lastFailureMs + failuresExpireAfterMs, blockedUntilMs)

type Block = Pick<LoginRateLimit, 'blockedUntilMs' | 'lastFailureMs'>

function throwIfBlocked(block: Block, nowMs: number): void {
  if (block.blockedUntilMs > nowMs) throw blocked(block, nowMs)
}

/** Says what is left of a block; before its beginning, on another clock, all of it. */
const blocked = ({ blockedUntilMs, lastFailureMs }: Block, nowMs: number) =>
  new Failure('tooManyAttempts', {
    retryAfter: String(
      Math.ceil((blockedUntilMs - Math.max(nowMs, lastFailureMs)) / 1000),
    ),
  })
