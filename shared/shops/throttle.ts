import { readCookies } from '../auth/cookies.ts'
import { verifyAccess, verifyDevice, verifyRefresh } from '../auth/tokens.ts'
import { type CurrentShop, inDeployment, inShop } from '../current-shop.ts'
import { settings } from '../deployment/settings.ts'
import { updateIfHolds } from '../dynamodb/transact.ts'
import { upsert } from '../dynamodb/write.ts'

/*
 * The rate of each shop. Every instance of a function has a token bucket for each shop. It
 * fills with 2% of the shop's rate, which nobody else counts. An instance that needs more takes
 * as many tokens again from the count of all instances, with one write, until the shop has used
 * the rate of the ten seconds that run. Then it asks no more until they are over. Requests
 * without a valid token have a rate of their own beside it, so that strangers stop no till.
 */

const windowMs = 10_000

/** The part of a window's requests that a bucket holds. */
const bucketPart = 1 / 50

/** The part of a shop's rate that requests without a token have, beside it. */
const strangersPart = 1 / 4

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
export async function secondsToWait(
  shop: CurrentShop,
  nowMs: number,
  isSignedIn: boolean,
): Promise<number> {
  const part = isSignedIn ? 1 : strangersPart
  const perWindow = Math.ceil((part * inShop(shop, settings.shopRate) * windowMs) / 1000)
  const size = Math.ceil(perWindow * bucketPart)
  const full: Bucket = { tokens: size, filledAtMs: nowMs, emptyUntilMs: 0 }
  const name = isSignedIn ? shop.id : `${shop.id}#strangers`
  const bucket = buckets.get(name) ?? full
  buckets.set(name, bucket)
  const filled = (size * Math.max(0, nowMs - bucket.filledAtMs)) / windowMs
  bucket.tokens = Math.min(size, bucket.tokens + filled)
  bucket.filledAtMs = nowMs
  while (bucket.tokens < 1) {
    if (nowMs < bucket.emptyUntilMs)
      return Math.ceil((bucket.emptyUntilMs - nowMs) / 1000)
    // On one machine, requests that run at the same time take tokens together
    bucket.taking ??= take(name, bucket, size, perWindow, nowMs).finally(() => {
      bucket.taking = undefined
    })
    await bucket.taking
  }
  bucket.tokens -= 1
  return 0
}

/**
 * Whether a request or a socket shows a valid token of its shop, or a device that somebody has
 * logged in at; reads no table.
 */
export const showsToken = async (shop: CurrentShop, cookies: readonly string[]) => {
  const tokens = readCookies(cookies)
  return inShop(
    shop,
    async () =>
      ((await verifyAccess(tokens.get('accessToken'))) ??
        (await verifyRefresh(tokens.get('refreshToken'))) ??
        (await verifyDevice(tokens.get('device')))) !== undefined,
  )
}

/**
 * Fills a bucket from what is left of the window. A request that finds nothing left still
 * passes.
 */
async function take(
  name: string,
  bucket: Bucket,
  size: number,
  perWindow: number,
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
