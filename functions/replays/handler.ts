import type { Replay } from '../../shared/lightning/payments-feed/replay.ts'
import {
  invokeReplay,
  releaseReplayClaim,
  renewReplayClaim,
} from '../../shared/lightning/payments-feed/replay-claims.ts'
import { sendReplay } from '../../shared/lightning/payments-feed/send-replay.ts'
import { inInvokersShop } from '../../shared/platform/deployment/invoke-async.ts'

/** Sends a part of a replay, and leaves the rest to another invocation. */
export const handler = (event: Replay): Promise<void> =>
  inInvokersShop(event, continueReplay)

async function continueReplay(replay: Replay): Promise<void> {
  const { connectionId, claim } = replay
  if (claim && !(await renewReplayClaim(connectionId, claim, Date.now()))) return
  const rest = await sendReplay(replay)
  if (rest) await invokeReplay(rest)
  else if (claim) await releaseReplayClaim(connectionId, claim)
}
