import * as z from 'zod'
import type { EventRange } from './payment-events.ts'

/** A client's frame that asks for a replay; `since` is Unix ms of the server's clock. */
export const ReplayRequest = z.object({ action: z.literal('replay'), since: z.number() })

/** Recorded frames to be sent to one socket: the event of the replays worker. */
export type Replay = EventRange & {
  readonly connectionId: string
  /**
   * The claim of a replay that the client asked for; a socket has one at a time. Absent
   * for the replay that follows the welcome.
   */
  readonly claim?: string | undefined
}
