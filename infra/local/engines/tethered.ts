import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const tether = fileURLToPath(new URL('tether.ts', import.meta.url))

/** How a process ended: its exit code or the signal, and its words on standard error. */
export type Ending = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The last 2,000 characters. */
  readonly words: string
}

/** A process of its own that never outlives this one. */
export type Tethered = {
  readonly ended: Promise<Ending>
  /** Ends the process and waits until it is gone. */
  readonly close: () => Promise<void>
}

/** Starts a command whose standard output goes to `onOutput`, or nowhere. */
export function startTethered(
  command: string,
  args: readonly string[],
  onOutput?: (text: string) => void,
): Tethered {
  const child = spawn(process.execPath, [tether, command, ...args], {
    stdio: ['pipe', onOutput ? 'pipe' : 'ignore', 'pipe'],
    // Outside the terminal's process group, so that Ctrl-C is the parent's to handle.
    detached: true,
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
  const ended = endOf(child)
  return {
    ended,
    close: async () => {
      child.stdin?.end()
      await ended
    },
  }
}

const keptCharacters = 2_000

async function endOf(child: ChildProcess): Promise<Ending> {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-keptCharacters)
  })
  child.on('exit', () => endWhatIsLeft(child))
  const [code, signal] = await once(child, 'close')
  return { code, signal, words: words.trim() }
}

/** A tether that is killed outright cannot end its command, which is of its group. */
function endWhatIsLeft({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // Nothing is left, as is usual.
  }
}
