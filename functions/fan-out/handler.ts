import {
  type DueStock,
  sendDueStock,
} from '../../shared/events/event-frames/stock-frames.ts'
import { type FanOut, fanOut } from '../../shared/lightning/payments-feed/fan-out.ts'
import { inInvokersShop } from '../../shared/platform/deployment/invoke-async.ts'

/** Fans a frame out, or finishes a fan-out, without a deadline; tells stock when it is due. */
export const handler = (event: FanOut | DueStock): Promise<void> =>
  inInvokersShop(event, async (rest) => {
    if ('stockDueMs' in rest) await sendDueStock(rest)
    else await fanOut(rest)
  })
