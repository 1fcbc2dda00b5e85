import { pause } from '../../print-agent/pause.ts'
import { type BackoffLimits, backoffMs } from '../../shared/backoff.ts'
import type { ProcessExit, SupervisedProcess } from './engines/supervised-process.ts'

/** A process that ran this long did work: its next failure counts as the first. */
const stableAfterMs = 60_000

/**
 * Starts a process, and again whenever it ends, with backoff; unless a restart cannot
 * mend how it ended. `onEnd` hears of each end and in how many milliseconds the process
 * is started again, null for never.
 */
export function keepRunning({
  start,
  shouldRestart,
  onExit,
  backoff = { baseMs: 2_000, capMs: 60_000 },
}: {
  start: () => SupervisedProcess
  shouldRestart: (ending: ProcessExit) => boolean
  onExit: (ending: ProcessExit, restartsInMs: number | null) => void
  backoff?: BackoffLimits
}): { close: () => Promise<void> } {
  const closing = new AbortController()
  let running = start()
  const kept = keep()

  async function keep(): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      const startMs = performance.now()
      const ending = await running.exited
      if (closing.signal.aborted) return
      if (performance.now() - startMs > stableAfterMs) failures = 0
      const restartsInMs = shouldRestart(ending) ? backoffMs(failures, backoff) : null
      onExit(ending, restartsInMs)
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
