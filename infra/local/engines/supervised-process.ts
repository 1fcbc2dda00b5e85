import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type BackoffLimits, backoffMs } from '../../../shared/backoff.ts'
import { pause } from '../../../shared/pause.ts'

const supervisor = fileURLToPath(new URL('supervisor.ts', import.meta.url))

/** End of a process: its exit code or signal, and the end of its standard error. */
export type ProcessExit = Awaited<ReturnType<typeof exitOf>>

/** A child process that never outlives this one. */
export type SupervisedProcess = ReturnType<typeof startSupervised>

/** Starts a command under a supervisor. Its standard output goes to `onOutput`, or nowhere. */
export function startSupervised(
  command: string,
  args: readonly string[],
  onOutput?: (text: string) => void,
) {
  const child = spawn(process.execPath, [supervisor, command, ...args], {
    stdio: ['pipe', onOutput ? 'pipe' : 'ignore', 'pipe'],
    // In its own process group, so that Ctrl-C reaches only the parent.
    detached: true,
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
  const ended = exitOf(child)
  return {
    exited: ended,
    /** Ends the process and waits until it is gone. */
    close: async (): Promise<void> => {
      child.stdin?.end()
      await ended
    },
  }
}

const maxStderrCharacters = 2_000

async function exitOf(child: ChildProcess) {
  let stderrTail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-maxStderrCharacters)
  })
  child.on('exit', () => {
    try {
      // A supervisor killed with SIGKILL cannot end its command; its process group can be.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    } catch {
      // The group is empty, as it usually is.
    }
  })
  await once(child, 'close')
  const { exitCode: code, signalCode: signal } = child
  return { code, signal, stderrTail: stderrTail.trim() }
}

/** A process that ran this long counts as stable: its next failure is the first again. */
const stableAfterMs = 60_000

/**
 * Runs a process, restarted with backoff while `shouldRestart` agrees. `onExit` gets each
 * exit and the milliseconds until the restart, null for never.
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

const maxCharacters = 300

/**
 * Returns the reason of a process's end on one line: `SIGKILL`, or `exit code 1: Error:
 * no space left`.
 */
export function exitReason({ code, signal, stderrTail }: ProcessExit): string {
  return [signal ?? `exit code ${code}`, errorLine(stderrTail)].filter(Boolean).join(': ')
}

/** The line of a stack trace that names the error; any other text as a whole. */
function errorLine(text: string): string {
  const error = text.split('\n').findLast((line) => /error\b[^:]*: /i.test(line))
  return (error ?? text).replace(/\s+/g, ' ').trim().slice(0, maxCharacters)
}
