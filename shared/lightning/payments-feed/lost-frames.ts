import { logger } from '../../logger.ts'

/** The log events of frames that an open socket did not get. An alarm counts them. */
export const lostFrameEvents = [
  'watcher-not-reached',
  'frame-not-replayed',
  'replay-not-finished',
  'welcome-not-invoked',
  'welcome-not-sent',
] as const

/** Logs that an open socket lost a frame, and why. */
export const logLostFrame = (
  event: (typeof lostFrameEvents)[number],
  error: unknown,
): void => logger.error(event, { error: String(error) })
