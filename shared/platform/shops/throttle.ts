import { type CurrentShop, inShop } from '../../current-shop.ts'
import { readCookies } from '../../people/auth/cookies.ts'
import { verifyAccess, verifyDevice, verifyRefresh } from '../../people/auth/tokens.ts'
import { settings } from '../deployment/settings.ts'
import { takeFromRate } from '../dynamodb/rate-limit.ts'

/** The part of a shop's rate that requests without a token have, beside it. */
const strangersPart = 1 / 4

const secondsOfWindow = 10

/**
 * Takes a request from a shop's rate; else returns the seconds to wait, 1 or more. Requests
 * without a valid token have a rate of their own beside it, so that strangers stop no till.
 */
export function secondsToWait(
  shop: CurrentShop,
  nowMs: number,
  isSignedIn: boolean,
): Promise<number> {
  const part = isSignedIn ? 1 : strangersPart
  const name = isSignedIn ? shop.id : `${shop.id}#strangers`
  const perSecond = part * inShop(shop, settings.shopRate)
  const perWindow = Math.ceil(perSecond * secondsOfWindow)
  return takeFromRate({ name, perWindow, bucketPart: 1 / 50 }, nowMs)
}

/**
 * True if a request or a socket shows a valid token of its shop, or of a device at which
 * somebody has logged in; reads no table.
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
