import { addOne, hasRoomAtMs, type LeakyBucket, leak } from './leaky-bucket.ts'
import {
  addFailure,
  blockMs,
  blocks,
  type Failures,
  failuresIn,
  noFailures,
} from './login-failures.ts'

/** What is counted for one address. */
export type AddressCounts = Failures & {
  readonly blockedUntilMs: number
  /** Until then the block depends on the outcome of the attempt that caused it. */
  readonly pendingUntilMs: number
  /** When the latest attempt was counted; a block begins then. */
  readonly lastFailureMs: number
}

/** What is counted when an attempt arrives. */
export type LoginCounts = {
  readonly address: AddressCounts | undefined
  /** Buckets that addresses share: of the name and of the wide network. */
  readonly shared: readonly (LeakyBucket | undefined)[]
}

export type LoginDecision =
  /** Another attempt must be decided first. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'blocked'; readonly blockedMs: number }
  | {
      readonly kind: 'counted'
      readonly address: AddressCounts
      readonly shared: readonly LeakyBucket[]
    }

const failuresExpireAfterMs = 24 * 60 * 60_000
/** More than a PIN takes to hash. If the function dies meanwhile, the block remains. */
const pendingMs = 3_000

/** Decides whether an attempt may go on, and counts it as failed if so. */
export function decideAttempt(
  { address, shared }: LoginCounts,
  target: string,
  nowMs: number,
): LoginDecision {
  if (address && address.pendingUntilMs > nowMs) return { kind: 'pending' }
  const leaked = shared.map((bucket) => leak(bucket, nowMs))
  const blockedMs = Math.max(
    address ? blockedForMs(address, nowMs) : 0,
    ...leaked.map((bucket) => hasRoomAtMs(bucket) - nowMs),
  )
  if (blockedMs > 0) return { kind: 'blocked', blockedMs }
  const before = address && !isExpired(address, nowMs) ? failuresIn(address) : noFailures
  const failures = addFailure(before, target)
  const isBlocking = blocks(failures.failures)
  return {
    kind: 'counted',
    address: {
      ...failures,
      blockedUntilMs: isBlocking ? nowMs + blockMs(failures.failures) : 0,
      pendingUntilMs: isBlocking ? nowMs + pendingMs : 0,
      lastFailureMs: nowMs,
    },
    shared: leaked.map(addOne),
  }
}

/** How much longer an address is blocked; the whole block for a clock that is behind it. */
export const blockedForMs = (
  {
    blockedUntilMs,
    lastFailureMs,
  }: Pick<AddressCounts, 'blockedUntilMs' | 'lastFailureMs'>,
  nowMs: number,
): number =>
  blockedUntilMs > nowMs ? blockedUntilMs - Math.max(nowMs, lastFailureMs) : 0

const isExpired = (address: AddressCounts, nowMs: number) => nowMs >= expiresAtMs(address)

/** When an address's failures are forgotten, in Unix ms. */
export const expiresAtMs = ({
  lastFailureMs,
  blockedUntilMs,
}: Pick<AddressCounts, 'blockedUntilMs' | 'lastFailureMs'>): number =>
  Math.max(lastFailureMs + failuresExpireAfterMs, blockedUntilMs)
