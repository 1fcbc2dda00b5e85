import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const supervisor = fileURLToPath(new URL('supervisor.ts', import.meta.url))

/** How a process ended: its exit code or signal, and the end of its standard error. */
export type ProcessExit = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The last 2,000 characters. */
  readonly stderrTail: string
}

/** A child process that never outlives this one. */
export type SupervisedProcess = {
  readonly exited: Promise<ProcessExit>
  /** Ends the process and waits until it is gone. */
  readonly close: () => Promise<void>
}

/** Starts a command under a supervisor. Its standard output goes to `onOutput`, or nowhere. */
export function startSupervised(
  command: string,
  args: readonly string[],
  onOutput?: (text: string) => void,
): SupervisedProcess {
  const child = spawn(process.execPath, [supervisor, command, ...args], {
    stdio: ['pipe', onOutput ? 'pipe' : 'ignore', 'pipe'],
    // In a process group of its own, so that Ctrl-C reaches only the parent.
    detached: true,
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
  const ended = exitOf(child)
  return {
    exited: ended,
    close: async () => {
      child.stdin?.end()
      await ended
    },
  }
}

const maxStderrCharacters = 2_000

async function exitOf(child: ChildProcess): Promise<ProcessExit> {
  let stderrTail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-maxStderrCharacters)
  })
  child.on('exit', () => endProcessGroup(child))
  const [code, signal] = await once(child, 'close')
  return { code, signal, stderrTail: stderrTail.trim() }
}

/** A supervisor killed with SIGKILL cannot end its command; its process group can be. */
function endProcessGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // The group is empty, as it usually is.
  }
}
