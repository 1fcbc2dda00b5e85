import { truncate } from '../lightning/limits.ts'
import type { Frame } from '../lightning/notification.ts'

/** API Gateway posts at most 32 KB to a socket in one WebSocket frame. */
const maxFrameBytes = 32 * 1024

/** The frame with its payer's note cut so that it fits one WebSocket frame as JSON. */
export function withinFrameLimit(frame: Frame): Frame {
  const { payerNote } = frame
  if (payerNote === undefined || jsonBytes(frame) <= maxFrameBytes) return frame
  const withNote = (length: number) => ({
    ...frame,
    payerNote: truncate(payerNote, length),
  })
  let [fits, tooLong] = [0, payerNote.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (jsonBytes(withNote(middle)) <= maxFrameBytes) fits = middle
    else tooLong = middle
  }
  return withNote(fits)
}

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
