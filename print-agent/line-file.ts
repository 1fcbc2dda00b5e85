import { type FileHandle, open } from 'node:fs/promises'
import { replaceFile } from '../shared/atomic-file.ts'
import { log } from './log.ts'

/** Lines appended before the file is compacted. */
const maxAppended = 2_000

/** Delay until lines that the disk did not take are tried again. */
const retryMs = 15_000

/**
 * Opens a file of lines, compacted to `current()` now and when it grows long, and returns
 * the function that appends one, synced. While the disk is full, lines are kept and tried
 * again.
 */
export async function openLineFile(
  path: string,
  current: () => readonly string[],
): Promise<(line: string) => Promise<void>> {
  let file: FileHandle | undefined
  let appended = 0
  let unwritten: string[] = []
  let isTorn = true
  let retries: NodeJS.Timeout | undefined

  const compact = async () => {
    const lines = current()
    const included = unwritten.length
    // Windows cannot replace an open file
    await file?.close()
    file = undefined
    await replaceFile(path, lines.map(ended).join(''))
    unwritten = unwritten.slice(included)
    appended = 0
    isTorn = false
  }

  const writeAll = async () => {
    // A disk too full for a second file may still have room for a line
    if (appended + unwritten.length > maxAppended) await compact().catch(() => undefined)
    const lines = unwritten
    if (lines.length === 0) return
    file ??= await open(path, 'a', 0o600)
    const wasTorn = isTorn
    isTorn = true
    await file.appendFile((wasTorn ? '\n' : '') + lines.map(ended).join(''))
    await file.datasync()
    isTorn = false
    appended += lines.length
    unwritten = unwritten.slice(lines.length)
  }

  /** Never rejects: the agent goes on without its disk. */
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
      if (retries) log('disk-works', { path })
      clearInterval(retries)
      retries = undefined
    } catch (error) {
      if (!retries) log('disk-failed', { path, error })
      retries ??= setInterval(() => void enqueue(writeAll), retryMs).unref()
    }
  }

  let last: Promise<void> = Promise.resolve()
  const enqueue = (work: () => Promise<void>) => {
    last = last.then(() => attempt(work))
    return last
  }

  await enqueue(compact)
  return (line) => {
    unwritten = [...unwritten, line]
    return enqueue(writeAll)
  }
}

const ended = (line: string) => `${line}\n`
