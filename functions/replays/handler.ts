import { invokeReplay } from '../../shared/payments-feed/invoke-replay.ts'
import type { Replay } from '../../shared/payments-feed/replay.ts'
import {
  releaseReplayClaim,
  renewReplayClaim,
} from '../../shared/payments-feed/replay-claims.ts'
import { sendReplay } from '../../shared/payments-feed/send-replay.ts'

/** Sends a part of a replay, and leaves the rest to another invocation. */
export async function handler(replay: Replay): Promise<void> {
  const { connectionId, claim } = replay
  if (claim && !(await renewReplayClaim(connectionId, claim, Date.now()))) return
  const rest = await sendReplay(replay)
  if (rest) await invokeReplay(rest)
  else if (claim) await releaseReplayClaim(connectionId, claim)
}
