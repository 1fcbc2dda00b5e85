import { randomUUID } from 'node:crypto'
import { lineOf } from '../auth/ip-address.ts'
import { Failure, type FailureKind } from '../failure.ts'
import { commit } from './commit.ts'
import { hashed, type Item, type Key } from './keys.ts'
import { read } from './read.ts'
import { Stale, untilFresh } from './stale.ts'
import { type Change, change, changeOrCreate, remove, type Write } from './write.ts'

/**
 * The login limiter of open-areas, section 1: five plain failures, then each further one
 * blocks its address (an IPv6 line's whole network) for a Fibonacci number of minutes.
 *
 * An attempt is counted before its PIN is hashed, as if it had failed, and taken back when
 * it succeeds, so guesses sent in parallel all count:
 *
 *   reserve (count + 1) -> hash -> clear | fail | take back
 *
 * From the 6th on the reservation blocks the address at once, but for its own few
 * milliseconds the block is only pending: other attempts wait for its outcome, so a shop
 * whose tills all log in at opening time is not locked out by its own haste.
 */
type Limit = Item & {
  readonly failures: number
  readonly blockedUntilMs: number
  /** Until then the block waits for the outcome of the attempt that made it. */
  readonly pendingUntilMs: number
  readonly lastFailureMs: number
  /** The latest attempt: each builds only on the count it has seen. */
  readonly reservation: string
}

/** An attempt that is counted and not yet decided. */
export type Attempt = {
  readonly ip: string
  readonly reservation: string
  readonly failures: number
  /** When the address had failed before this attempt; 0 for never. */
  readonly failedBeforeMs: number
}

const plainFailures = 5
const longestBlock = 25
const forgottenAfterMs = 24 * 60 * 60_000
/** More than a PIN takes to hash; a function that dies meanwhile leaves a block. */
const pendingMs = 3_000

const limitKey = (ip: string): Key => ({
  pk: `LOGIN-LIMIT#${hashed(lineOf(ip))}`,
  sk: 'LIMIT',
})
const readLimit = (ip: string) => read<Limit>(limitKey(ip))

/**
 * What a login's body says. A malformed one counts nothing; yet a blocked address hears
 * that it is blocked, whatever it sent. Throws `invalid`, `tooManyAttempts`.
 */
export async function bodyUnlessBlocked<T>(
  body: () => T,
  ip: string,
  nowMs: number,
): Promise<T> {
  try {
    return body()
  } catch (error) {
    const limit = await readLimit(ip)
    if (limit && limit.pendingUntilMs < nowMs) throwIfBlocked(limit, nowMs)
    throw error
  }
}

/**
 * One attempt of an address, counted as failed while `read` reads what `decide` needs to
 * know. `decide` throws the answer of `fail`, or succeeds and calls `clear`; if it fails
 * for another reason, be it a missing role or a table in trouble, the attempt is taken
 * back. Throws `tooManyAttempts`, `conflict` when other attempts were in its way all the
 * time, and what the two throw.
 */
export async function attempt<Known, T>(
  ip: string,
  read: () => Promise<Known>,
  decide: (attempt: Attempt, known: Known) => Promise<T>,
): Promise<T> {
  const reading = read()
  // Awaited below, unless the address is blocked
  reading.catch(() => {})
  const reserved = await reserve(ip)
  try {
    return await decide(reserved, await reading)
  } catch (error) {
    const isCounted = error instanceof Failure && counted.has(error.kind)
    if (!isCounted) await takeBack(reserved)
    throw error
  }
}

const counted = new Set<FailureKind>(['invalidCredentials', 'tooManyAttempts'])

/** Counts an attempt as failed until it is decided. */
const reserve = (ip: string): Promise<Attempt> =>
  untilFresh(async () => {
    const nowMs = Date.now()
    const seen = await readLimit(ip)
    if (seen && seen.pendingUntilMs > nowMs) throw new Stale()
    if (seen) throwIfBlocked(seen, nowMs)
    const failures = seen && remembered(seen, nowMs) ? seen.failures + 1 : 1
    const failedBeforeMs = seen?.lastFailureMs ?? 0
    const attempt = { ip, reservation: randomUUID(), failures, failedBeforeMs }
    await commit([count(attempt, seen, nowMs)])
    return attempt
  })

/**
 * The answer to a failed attempt: `invalidCredentials`, from the 6th on a block from now.
 * Where an earlier attempt has turned out well meanwhile, it is the 6th no longer.
 */
export async function fail(attempt: Attempt): Promise<Failure> {
  const plain = new Failure('invalidCredentials')
  if (attempt.failures <= plainFailures) return plain
  const nowMs = Date.now()
  const blockedUntilMs = nowMs + blockMs(attempt.failures)
  const settled = { blockedUntilMs, pendingUntilMs: 0, lastFailureMs: nowMs }
  const isBlocked = await succeeds(ifUnchanged(attempt, { set: settled }))
  return isBlocked ? blocked(blockedUntilMs, nowMs) : plain
}

/** Forgets the address's failures up to a success; later attempts stay counted. */
export async function clear(attempt: Attempt): Promise<void> {
  const forgotten = remove(limitKey(attempt.ip), unchanged(attempt), stale)
  if (!(await succeeds(forgotten))) await forget(attempt.ip, attempt.failures)
}

async function takeBack(attempt: Attempt): Promise<void> {
  const failures = attempt.failures - 1
  const asBefore = { failures, lastFailureMs: attempt.failedBeforeMs, ...unblocked }
  if (!(await succeeds(ifUnchanged(attempt, { set: asBefore })))) {
    await forget(attempt.ip, 1)
  }
}

/** Forgets so many failures of an address, and a block that is only pending on them. */
const forget = (ip: string, some: number): Promise<void> =>
  untilFresh(async () => {
    const limit = await readLimit(ip)
    if (!limit) return
    const failures = Math.max(0, limit.failures - some)
    const set = { failures, ...(limit.pendingUntilMs > 0 && unblocked) }
    await commit([ifUnchanged({ ...limit, ip }, { set })])
  })

/** Another attempt wrote the record since it was read. */
const stale = () => new Stale()

async function succeeds(write: Write): Promise<boolean> {
  try {
    await commit([write])
    return true
  } catch (error) {
    if (error instanceof Stale) return false
    throw error
  }
}

const unblocked = { blockedUntilMs: 0, pendingUntilMs: 0 }

type Seen = { readonly reservation: string; readonly failures: number }

const unchanged = ({ reservation, failures }: Seen) => ({
  when: '#reservation = :seen AND #failures = :counted',
  values: { seen: reservation, counted: failures },
})

const ifUnchanged = ({ ip, ...seen }: Seen & { ip: string }, wanted: Change): Write =>
  change(limitKey(ip), { ...wanted, ...unchanged(seen) }, stale)

function count(attempt: Attempt, seen: Limit | undefined, nowMs: number): Write {
  const { ip, failures, reservation } = attempt
  const blockedUntilMs = failures > plainFailures ? nowMs + blockMs(failures) : 0
  const set = {
    failures,
    blockedUntilMs,
    pendingUntilMs: blockedUntilMs > 0 ? nowMs + pendingMs : 0,
    reservation,
    lastFailureMs: nowMs,
    expiresAt: Math.ceil(Math.max(nowMs + forgottenAfterMs, blockedUntilMs) / 1000),
  }
  return changeOrCreate(
    limitKey(ip),
    { set, ...(seen ? unchanged(seen) : { when: 'attribute_not_exists(pk)' }) },
    stale,
  )
}

const remembered = ({ lastFailureMs, blockedUntilMs }: Limit, nowMs: number) =>
  nowMs < Math.max(lastFailureMs + forgottenAfterMs, blockedUntilMs)

/** 1, 1, 2, 3, 5, 8, 13 ... minutes from the 6th failure on. */
function blockMs(failures: number): number {
  let [last, next] = [0, 1]
  const place = Math.min(failures - plainFailures, longestBlock)
  for (let n = 1; n < place; n += 1) [last, next] = [next, last + next]
  return next * 60_000
}

function throwIfBlocked({ blockedUntilMs }: Limit, nowMs: number): void {
  if (blockedUntilMs > nowMs) throw blocked(blockedUntilMs, nowMs)
}

const blocked = (untilMs: number, nowMs: number) =>
  new Failure('tooManyAttempts', {
    retryAfter: String(Math.max(1, Math.ceil((untilMs - nowMs) / 1000))),
  })
