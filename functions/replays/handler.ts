import { invokeReplay, type Replay } from '../../shared/payments-feed/invoke-replay.ts'
import { endReplay, renewReplay } from '../../shared/payments-feed/replay-claims.ts'
import { sendFrames } from '../../shared/payments-feed/send-frames.ts'

/** Sends a part of a replay and hands on the rest, or ends it. */
export async function handler(replay: Replay): Promise<void> {
  const { connectionId, claim } = replay
  if (claim && !(await renewReplay(connectionId, claim, Date.now()))) return
  const rest = await sendFrames(replay)
  if (rest) await invokeReplay(rest)
  else if (claim) await endReplay(connectionId, claim)
}
