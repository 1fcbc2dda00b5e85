import { open } from 'node:fs/promises'
import { replaceFile } from './atomic-file.ts'

/** Lines added before the file is written anew. */
const MOST_ADDED = 2_000

/**
 * Opens a file to which lines are added in the order of the calls, each on the disk before
 * its call returns. At opening, and when it has grown long, the file is replaced by the
 * lines that still count: `current`.
 */
export async function openLineFile(
  path: string,
  current: () => readonly string[],
): Promise<(line: string) => Promise<void>> {
  const replace = () => replaceFile(path, current().map(ended).join(''))
  const reopen = () => open(path, 'a', 0o600)
  await replace()
  let file = await reopen()
  let added = 0
  let isTorn = false

  const shorten = async () => {
    // Windows replaces no open file
    await file.close()
    try {
      await replace()
      added = 0
    } finally {
      file = await reopen()
    }
  }

  const write = async (line: string) => {
    // A disk too full for a second file may still take a line
    if (added >= MOST_ADDED) await shorten().catch(() => undefined)
    const wasTorn = isTorn
    isTorn = true
    await file.appendFile(wasTorn ? `\n${ended(line)}` : ended(line))
    await file.datasync()
    isTorn = false
    added += 1
  }

  let last: Promise<void> = Promise.resolve()
  return (line) => {
    const written = last.then(() => write(line))
    last = written.catch(() => undefined)
    return written
  }
}

const ended = (line: string) => `${line}\n`
