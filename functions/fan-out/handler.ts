import { type FanOut, fanOut } from '../../shared/lightning/payments-feed/fan-out.ts'
import { inInvokersShop } from '../../shared/platform/deployment/invoke-async.ts'

/** Fans a frame out, or finishes a fan-out, without a deadline. */
export const handler = (event: FanOut): Promise<void> =>
  inInvokersShop(event, async (rest) => {
    await fanOut(rest)
  })
