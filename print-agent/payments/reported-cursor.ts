import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { ReceivedPayment } from '../../shared/agents/protocol/received-payment.ts'
import { replaceFile } from '../atomic-file.ts'

const INITIAL_LOOKBACK_MS = 24 * 60 * 60_000

/** The node may list a payment a little after one that completed later. */
const OVERLAP_MS = 60_000

// The key is older than the name of this file: agents in shops have it on their disks.
const CursorFile = z.object({ toldToMs: z.int().min(0) })
type CursorFile = z.infer<typeof CursorFile>

/**
 * Opens the cursor that says up to which completion time payments are reported to the
 * cloud. It is kept on disk, so it survives a restart. Without its file, payments of the
 * last 24 hours are reported again, and the cloud ignores those that it knows.
 */
export async function openReportedCursor(path: string) {
  let cursorMs = (await readCursor(path)) ?? Date.now() - INITIAL_LOOKBACK_MS
  const recent = new Map<string, number>()

  return {
    /** Payments completed before this are reported, in Unix ms of the node's clock. */
    fromMs: () => Math.max(0, cursorMs - OVERLAP_MS),
    isReported: ({ paymentHash }: ReceivedPayment) => recent.has(paymentHash),
    /** Records that the cloud knows these payments, given in order of completion. */
    advance: async (payments: readonly ReceivedPayment[]) => {
      for (const { paymentHash, completedAtMs } of payments) {
        recent.set(paymentHash, completedAtMs)
        cursorMs = Math.max(cursorMs, completedAtMs)
      }
      for (const [paymentHash, completedAtMs] of recent) {
        if (completedAtMs < cursorMs - OVERLAP_MS) recent.delete(paymentHash)
      }
      await replaceFile(path, JSON.stringify({ toldToMs: cursorMs } satisfies CursorFile))
    },
  }
}

async function readCursor(path: string): Promise<number | undefined> {
  try {
    return CursorFile.parse(JSON.parse(await readFile(path, 'utf8'))).toldToMs
  } catch {
    return undefined
  }
}
