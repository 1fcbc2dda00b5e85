import { type Replay, replayLater } from '../../shared/sockets/replay-later.ts'
import { endReplay, renewReplay } from '../../shared/table/replay-claims.ts'
import { sendFrames } from './send-frames.ts'

/** Sends a part of a replay and hands on the rest, or ends it. */
export async function handler(replay: Replay): Promise<void> {
  const { connectionId, claim } = replay
  if (claim && !(await renewReplay(connectionId, claim, Date.now()))) return
  const rest = await sendFrames(replay)
  if (rest) await replayLater(rest)
  else if (claim) await endReplay(connectionId, claim)
}
