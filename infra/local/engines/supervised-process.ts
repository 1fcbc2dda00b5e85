import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const tether = fileURLToPath(new URL('tether.ts', import.meta.url))

/** How a process ended: its exit code or the signal, and its words on standard error. */
export type ProcessExit = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The last 2,000 characters. */
  readonly stderrTail: string
}

/** A process of its own that never outlives this one. */
export type SupervisedProcess = {
  readonly exited: Promise<ProcessExit>
  /** Ends the process and waits until it is gone. */
  readonly close: () => Promise<void>
}

/** Starts a command whose standard output goes to `onOutput`, or nowhere. */
export function startSupervised(
  command: string,
  args: readonly string[],
  onOutput?: (text: string) => void,
): SupervisedProcess {
  const child = spawn(process.execPath, [tether, command, ...args], {
    stdio: ['pipe', onOutput ? 'pipe' : 'ignore', 'pipe'],
    // Outside the terminal's process group, so that Ctrl-C is the parent's to handle.
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
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-maxStderrCharacters)
  })
  child.on('exit', () => endProcessGroup(child))
  const [code, signal] = await once(child, 'close')
  return { code, signal, stderrTail: words.trim() }
}

/** A tether that is killed outright cannot end its command, which is of its group. */
function endProcessGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // Nothing is left, as is usual.
  }
}
