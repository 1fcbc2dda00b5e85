import { type CurrentShop, inDeployment, inShop } from '../current-shop.ts'
import { settings } from '../deployment/settings.ts'
import { updateIfHolds } from '../dynamodb/transact.ts'
import { upsert } from '../dynamodb/write.ts'

/*
 * The rate of each shop. Every instance of a function has a token bucket for each shop. It
 * fills with 2% of the shop's rate, which nobody else counts; an instance that needs more takes as many
 * tokens again from the count of all instances, with one write, until the shop has used the rate of
 * the ten seconds that run. Then it takes none and asks no more until they are over.
 */

const windowMs = 10_000

/** The part of a window's requests that a bucket holds. */
const bucketPart = 1 / 50

/** The count of a window outlives it, for clocks that are behind. */
const keptSeconds = 60

type Bucket = {
  tokens: number
  filledAtMs: number
  emptyUntilMs: number
  taking?: Promise<void> | undefined
}

const buckets = new Map<string, Bucket>()

/** Takes a request from a shop's rate; else returns the seconds to wait, 1 or more. */
export async function secondsToWait(shop: CurrentShop, nowMs: number): Promise<number> {
  const perWindow = (inShop(shop, settings.shopRate) * windowMs) / 1000
  const size = Math.ceil(perWindow * bucketPart)
  const full: Bucket = { tokens: size, filledAtMs: nowMs, emptyUntilMs: 0 }
  const bucket = buckets.get(shop.id) ?? full
  buckets.set(shop.id, bucket)
  const filled = (size * Math.max(0, nowMs - bucket.filledAtMs)) / windowMs
  bucket.tokens = Math.min(size, bucket.tokens + filled)
  bucket.filledAtMs = nowMs
  while (bucket.tokens < 1) {
    if (nowMs < bucket.emptyUntilMs)
      return Math.ceil((bucket.emptyUntilMs - nowMs) / 1000)
    // On one machine, requests that run at the same time take tokens together
    bucket.taking ??= take(shop, bucket, size, perWindow, nowMs).finally(() => {
      bucket.taking = undefined
    })
    await bucket.taking
  }
  bucket.tokens -= 1
  return 0
}

/** Fills a bucket from what is left of the window; a request that finds nothing left still passes. */
async function take(
  shop: CurrentShop,
  bucket: Bucket,
  size: number,
  perWindow: number,
  nowMs: number,
): Promise<void> {
  const window = Math.floor(nowMs / windowMs)
  const endMs = (window + 1) * windowMs
  const count = upsert(
    { pk: `RATE#${shop.id}`, sk: String(window) },
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
