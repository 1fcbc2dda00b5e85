import { open } from 'node:fs/promises'
import { replaceFile } from './atomic-file.ts'

/** Lines appended before the file is compacted. */
const MAX_APPENDED = 2_000

/**
 * Opens an append-only file of lines and returns the function that appends one. Lines are
 * written in the order of the calls, and each is on disk before its call returns. When the
 * file is opened, and when it has grown long, it is compacted: replaced by `current()`.
 */
export async function openLineFile(
  path: string,
  current: () => readonly string[],
): Promise<(line: string) => Promise<void>> {
  const replace = () => replaceFile(path, current().map(ended).join(''))
  const reopen = () => open(path, 'a', 0o600)
  await replace()
  let file = await reopen()
  let appended = 0
  let isTorn = false

  const compact = async () => {
    // Windows cannot replace an open file
    await file.close()
    try {
      await replace()
      appended = 0
    } finally {
      file = await reopen()
    }
  }

  const write = async (line: string) => {
    // A disk too full for a second file may still have room for a line
    if (appended >= MAX_APPENDED) await compact().catch(() => undefined)
    const wasTorn = isTorn
    isTorn = true
    await file.appendFile(wasTorn ? `\n${ended(line)}` : ended(line))
    await file.datasync()
    isTorn = false
    appended += 1
  }

  let last: Promise<void> = Promise.resolve()
  return (line) => {
    const written = last.then(() => write(line))
    last = written.catch(() => undefined)
    return written
  }
}

const ended = (line: string) => `${line}\n`
