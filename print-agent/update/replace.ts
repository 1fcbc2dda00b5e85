import { copyFile, link, open, rename, rm } from 'node:fs/promises'

const nextTo = (executable: string) => `${executable}.next`

/** The executable before the last update. */
const previousOf = (executable: string): string => `${executable}.previous`

/**
 * Copies a release next to the executable, on its file system, where it can be checked and
 * does not change any more. Returns its path.
 */
export async function bring(release: string, executable: string): Promise<string> {
  const next = nextTo(executable)
  await rm(next, { force: true })
  await copyFile(release, next)
  const file = await open(next, 'r+')
  try {
    await file.chmod(0o755)
    await file.sync()
  } finally {
    await file.close()
  }
  return next
}

/** Replaces the executable atomically and keeps the one before as previous. */
export async function replaceExecutable(next: string, executable: string): Promise<void> {
  const previous = previousOf(executable)
  await rm(previous, { force: true })
  await link(executable, previous)
  await rename(next, executable)
}

/** Puts the previous executable back, atomically. Throws ENOENT where there is none. */
export const restorePrevious = (executable: string): Promise<void> =>
  rename(previousOf(executable), executable)
