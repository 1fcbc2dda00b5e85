/**
 * A leaky bucket, as in rate limits: each attempt fills it by one, and it leaks one after
 * each interval. A full bucket takes no attempt.
 */
export type LeakyBucket = {
  readonly level: number
  /** Time of the last leak, in Unix ms. */
  readonly leakedMs: number
}

/** Capacity of a bucket in attempts, and the time in which one leaks. */
export type BucketSize = { readonly capacity: number; readonly leaksOneInMs: number }

const minuteMs = 60_000

/**
 * Size of the bucket for a name's wrong PINs from all devices that do not know it: 60 at
 * once, and 24 a day; and for those that other users' sessions try at devices that do. A
 * smaller one would refuse a new shop whose staff mistype.
 */
export const strangersSize: BucketSize = { capacity: 60, leaksOneInMs: 60 * minuteMs }

/**
 * Wrong PINs of a name at one device that knows it. With six of them, the strangers and the
 * sessions of others, 10,000 PINs take 100 days.
 */
export const deviceSize: BucketSize = { capacity: 10, leaksOneInMs: 120 * minuteMs }

/** The bucket as it is now; an empty one if there is none. */
export function leak(
  bucket: LeakyBucket | undefined,
  { leaksOneInMs }: BucketSize,
  nowMs: number,
): LeakyBucket {
  if (!bucket) return { level: 0, leakedMs: nowMs }
  const { level, leakedMs } = bucket
  // Another instance's clock was ahead
  if (nowMs < leakedMs) return { level, leakedMs: nowMs }
  const leaked = Math.floor((nowMs - leakedMs) / leaksOneInMs)
  if (leaked >= level) return { level: 0, leakedMs: nowMs }
  return { level: level - leaked, leakedMs: leakedMs + leaked * leaksOneInMs }
}

/** Returns the time when a bucket has room, in Unix ms; 0 if it has room now. */
export const hasRoomAtMs = (
  { level, leakedMs }: LeakyBucket,
  { capacity, leaksOneInMs }: BucketSize,
): number => (level < capacity ? 0 : leakedMs + leaksOneInMs)
