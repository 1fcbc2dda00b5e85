import { invokeAsync } from '../deployment/invoke-async.ts'
import { resources } from '../deployment/resources.ts'
import type { Replay } from './replay.ts'

/**
 * Invokes the replays worker. Replays have a function of their own so that they never
 * delay a socket's first frame.
 */
export const invokeReplay = (replay: Replay): Promise<void> =>
  invokeAsync(resources.replaysFunction(), replay)
