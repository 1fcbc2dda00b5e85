/**
 * A leaky bucket, as in rate limits: each attempt fills it by one, and one leaks out every
 * ten minutes. A full bucket takes no attempt.
 */
export type LeakyBucket = {
  readonly level: number
  /** When it leaked last. */
  readonly leakedMs: number
}

/**
 * So many attempts at once, and 144 a day: 10,000 PINs take 68 days. Less at once would
 * refuse a new shop whose staff mistype; a faster leak would let the PINs be searched.
 */
const capacity = 100
const leaksOneInMs = 10 * 60_000

/** The bucket as it is now; an empty one if there is none. */
export function leak(bucket: LeakyBucket | undefined, nowMs: number): LeakyBucket {
  if (!bucket) return { level: 0, leakedMs: nowMs }
  const { level, leakedMs } = bucket
  // Another instance's clock was ahead
  if (nowMs < leakedMs) return { level, leakedMs: nowMs }
  const leaked = Math.floor((nowMs - leakedMs) / leaksOneInMs)
  if (leaked >= level) return { level: 0, leakedMs: nowMs }
  return { level: level - leaked, leakedMs: leakedMs + leaked * leaksOneInMs }
}

/** A bucket that has leaked until now, with one attempt more. */
export const addOne = ({ level, leakedMs }: LeakyBucket): LeakyBucket => ({
  level: level + 1,
  leakedMs,
})

/** When a bucket has room, in Unix ms; 0 if it has room now. */
export const hasRoomAtMs = ({ level, leakedMs }: LeakyBucket): number =>
  level < capacity ? 0 : leakedMs + leaksOneInMs

/** When a bucket is empty, in Unix ms. */
export const isEmptyAtMs = ({ level, leakedMs }: LeakyBucket): number =>
  leakedMs + level * leaksOneInMs
