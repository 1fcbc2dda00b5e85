import type { Frame } from '../../shared/lightning/notification.ts'
import { readFrames } from '../../shared/payments-feed/payment-events.ts'

/** Every recorded frame, in order. */
export async function framesOnRecord(): Promise<Frame[]> {
  const frames: Frame[] = []
  for await (const { frame } of readFrames({ sinceMs: 0, untilMs: Date.now() })) {
    frames.push(frame)
  }
  return frames
}
