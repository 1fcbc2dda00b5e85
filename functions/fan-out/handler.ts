import { inInvokersShop } from '../../shared/deployment/invoke-async.ts'
import { type FanOut, fanOut } from '../../shared/payments-feed/fan-out.ts'

/** Fans a frame out, or finishes a fan-out, without a deadline. */
export const handler = (event: FanOut): Promise<void> =>
  inInvokersShop(event, async (rest) => {
    await fanOut(rest)
  })
