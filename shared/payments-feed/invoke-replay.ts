import { invokeAsync } from '../deployment/invoke-async.ts'
import { resources } from '../deployment/resources.ts'
import type { EventRange } from './payment-events.ts'

/** Recorded frames that a socket is to be sent. */
export type Replay = EventRange & {
  readonly connectionId: string
  /** The claim of a replay that the socket asked for; it has one of them at a time. */
  readonly claim?: string | undefined
}

/** Has frames replayed by the worker for it, and so never at the cost of other events. */
export const invokeReplay = (replay: Replay): Promise<void> =>
  invokeAsync(resources.replaysFunction(), replay)
