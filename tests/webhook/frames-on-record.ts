import type { Frame } from '../../shared/lightning/notification.ts'
import { recordedFrames } from '../../shared/payments-feed/payment-events.ts'

/** Every frame on record, in order. */
export async function framesOnRecord(): Promise<Frame[]> {
  const frames: Frame[] = []
  for await (const { frame } of recordedFrames({ sinceMs: 0, untilMs: Date.now() })) {
    frames.push(frame)
  }
  return frames
}
