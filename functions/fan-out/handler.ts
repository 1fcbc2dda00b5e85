import { inInvokersShop } from '../../shared/deployment/invoke-async.ts'
import { type FanOut, fanOut } from '../../shared/payments-feed/fan-out.ts'

/** Finishes a fan-out, without a deadline. */
export const handler = (event: FanOut): Promise<void> =>
  inInvokersShop(event, async (rest) => {
    await fanOut(rest)
  })
