import { pause } from '../../print-agent/pause.ts'
import { type BackoffLimits, backoffMs } from '../../shared/backoff.ts'
import type { Ending, Tethered } from './engines/tethered.ts'

/** A process that ran this long did work: its next failure counts as the first. */
const settledAfterMs = 60_000

/**
 * Starts a process, and again whenever it ends, with backoff; unless a restart cannot
 * mend how it ended. `onEnd` hears of each end and in how many milliseconds the process
 * is started again, null for never.
 */
export function keepRunning({
  start,
  canMend,
  onEnd,
  backoff = { baseMs: 2_000, capMs: 60_000 },
}: {
  start: () => Tethered
  canMend: (ending: Ending) => boolean
  onEnd: (ending: Ending, restartsInMs: number | null) => void
  backoff?: BackoffLimits
}): { close: () => Promise<void> } {
  const closing = new AbortController()
  let running = start()
  const kept = keep()

  async function keep(): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      const startMs = performance.now()
      const ending = await running.ended
      if (closing.signal.aborted) return
      if (performance.now() - startMs > settledAfterMs) failures = 0
      const restartsInMs = canMend(ending) ? backoffMs(failures, backoff) : null
      onEnd(ending, restartsInMs)
      if (restartsInMs === null) return
      await pause(restartsInMs, closing.signal)
      if (closing.signal.aborted) return
      running = start()
    }
  }

  return {
    close: async () => {
      closing.abort()
      await running.close()
      await kept
    },
  }
}
