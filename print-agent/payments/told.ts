import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { replaceFile } from '../atomic-file.ts'
import type { ReceivedPayment } from './received.ts'

const FIRST_LOOK_BACK_MS = 24 * 60 * 60_000

/** The node may list a payment a little after one that completed later. */
const OVERLAP_MS = 60_000

const Position = z.object({ toldToMs: z.int().min(0) })

export type Told = Awaited<ReturnType<typeof openTold>>

/**
 * Remembers which payments the cloud has been told, over a restart by the time of the
 * last one. After a loss of the file some are told again, which does no harm.
 */
export async function openTold(path: string) {
  let toldToMs = (await positionIn(path)) ?? Date.now() - FIRST_LOOK_BACK_MS
  const recent = new Map<string, number>()

  return {
    /** Since when payments may be untold, in Unix ms of the node's clock. */
    fromMs: () => Math.max(0, toldToMs - OVERLAP_MS),
    isTold: ({ paymentHash }: ReceivedPayment) => recent.has(paymentHash),
    /** Notes that the cloud knows of these, in order of their completion. */
    add: async (payments: readonly ReceivedPayment[]) => {
      for (const { paymentHash, completedAtMs } of payments) {
        recent.set(paymentHash, completedAtMs)
        toldToMs = Math.max(toldToMs, completedAtMs)
      }
      for (const [paymentHash, completedAtMs] of recent) {
        if (completedAtMs < toldToMs - OVERLAP_MS) recent.delete(paymentHash)
      }
      await replaceFile(path, JSON.stringify({ toldToMs } satisfies Position))
    },
  }
}

type Position = z.infer<typeof Position>

async function positionIn(path: string): Promise<number | undefined> {
  try {
    return Position.parse(JSON.parse(await readFile(path, 'utf8'))).toldToMs
  } catch {
    return undefined
  }
}
