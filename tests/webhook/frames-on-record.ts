import type { Frame } from '../../shared/lightning/node/notification.ts'
import { readFrames } from '../../shared/lightning/payments-feed/payment-events.ts'

/** Every recorded frame, in order. */
export async function framesOnRecord(): Promise<Frame[]> {
  const frames: Frame[] = []
  for await (const { frame } of readFrames({ sinceMs: 0, untilMs: Date.now() })) {
    frames.push(frame)
  }
  return frames
}
