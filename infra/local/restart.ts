import { pause } from '../../print-agent/pause.ts'
import { type BackoffLimits, backoffMs } from '../../shared/backoff.ts'
import type { ProcessExit, SupervisedProcess } from './engines/supervised-process.ts'

/** A process that ran this long counts as stable: its next failure is the first again. */
const stableAfterMs = 60_000

/**
 * Starts a process, and restarts it with backoff whenever it exits and `shouldRestart`
 * agrees. `onExit` gets each exit and the milliseconds until the restart, null for never.
 */
export function keepRunning({
  start,
  shouldRestart,
  onExit,
  backoff = { baseMs: 2_000, capMs: 60_000 },
}: {
  start: () => SupervisedProcess
  shouldRestart: (exit: ProcessExit) => boolean
  onExit: (exit: ProcessExit, restartInMs: number | null) => void
  backoff?: BackoffLimits
}): { close: () => Promise<void> } {
  const closing = new AbortController()
  let running = start()
  const restarts = restartLoop()

  async function restartLoop(): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      const startMs = performance.now()
      const exit = await running.exited
      if (closing.signal.aborted) return
      if (performance.now() - startMs > stableAfterMs) failures = 0
      const restartInMs = shouldRestart(exit) ? backoffMs(failures, backoff) : null
      onExit(exit, restartInMs)
      if (restartInMs === null) return
      await pause(restartInMs, closing.signal)
      if (closing.signal.aborted) return
      running = start()
    }
  }

  return {
    close: async () => {
      closing.abort()
      await running.close()
      await restarts
    },
  }
}
