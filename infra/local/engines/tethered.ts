import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const tether = fileURLToPath(new URL('tether.ts', import.meta.url))

/** A process of its own that never outlives this one. */
export type Tethered = {
  /** Resolves with the exit code and the last words on standard error. */
  readonly ended: Promise<{ code: number; words: string }>
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

async function endOf(child: ChildProcess) {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-keptCharacters)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, words: words.trim() }
}
