import { inDeployment } from '../../current-shop.ts'
import { updateIfHolds } from './transact.ts'
import { upsert } from './write.ts'

/*
 * A rate that all instances of all functions share. Every instance has a token bucket for it,
 * which fills with a part of the rate that nobody else counts. An instance that needs more takes
 * as many tokens again from the count of all instances, with one write, until the rate of the
 * ten seconds that run is used. Then it asks no more until they are over. So what passes beyond
 * a rate is at most the part of one bucket for each instance.
 */

const windowMs = 10_000

/** The count of a window outlives it, for clocks that are behind. */
const keptSeconds = 60

/** A rate by its name, which names its owner. */
export type Rate = {
  readonly name: string
  /** Requests in ten seconds. */
  readonly perWindow: number
  /** The part of them that a bucket holds. */
  readonly bucketPart: number
}

type Bucket = {
  tokens: number
  filledAtMs: number
  emptyUntilMs: number
  taking?: Promise<void> | undefined
}

const buckets = new Map<string, Bucket>()

/** A flood from many addresses must not fill the memory. */
const maxBuckets = 10_000

/** Takes a request from a rate; else returns the seconds to wait, 1 or more. */
export async function takeFromRate(rate: Rate, nowMs: number): Promise<number> {
  const { name, perWindow, bucketPart } = rate
  const size = Math.ceil(perWindow * bucketPart)
  const full: Bucket = { tokens: size, filledAtMs: nowMs, emptyUntilMs: 0 }
  const bucket = buckets.get(name) ?? full
  if (buckets.size >= maxBuckets) buckets.clear()
  buckets.set(name, bucket)
  const filled = (size * Math.max(0, nowMs - bucket.filledAtMs)) / windowMs
  bucket.tokens = Math.min(size, bucket.tokens + filled)
  bucket.filledAtMs = nowMs
  while (bucket.tokens < 1) {
    if (nowMs < bucket.emptyUntilMs)
      return Math.ceil((bucket.emptyUntilMs - nowMs) / 1000)
    // On one machine, requests that run at the same time take tokens together
    bucket.taking ??= take(rate, bucket, size, nowMs).finally(() => {
      bucket.taking = undefined
    })
    await bucket.taking
  }
  bucket.tokens -= 1
  return 0
}

/**
 * Fills a bucket from what is left of the window. A request that finds nothing left still
 * passes.
 */
async function take(
  { name, perWindow }: Rate,
  bucket: Bucket,
  size: number,
  nowMs: number,
): Promise<void> {
  const window = Math.floor(nowMs / windowMs)
  const endMs = (window + 1) * windowMs
  const count = upsert(
    { pk: `RATE#${name}`, sk: String(window) },
    {
      set: { expiresAt: endMs / 1000 + keptSeconds },
      add: { requests: size },
      when: 'attribute_not_exists(#requests) OR #requests <= :most',
      values: { most: perWindow - size },
    },
  )
  const isTaken = await inDeployment(() => updateIfHolds(count))
  bucket.tokens += isTaken ? size : 1
  if (!isTaken) bucket.emptyUntilMs = endMs
}
