import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** sqliteBusy: another process has locked the file. */
const sqliteBusy = 5

/**
 * Locks a file, created if needed, for this process; the system releases it even after
 * SIGKILL. Undefined when another process has it.
 */
export async function lockFile(
  path: string,
): Promise<{ release: () => void } | undefined> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(path)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    return undefined
  }
  return { release: () => lock.close() }
}

/** The lock of the agent that runs on a state directory. */
export const stateLock = (stateDir: string): string => join(stateDir, 'lock')

/** True while an agent runs on a state directory. */
export async function isRunning(stateDir: string): Promise<boolean> {
  const path = stateLock(stateDir)
  // Made by root, the file would keep the agent's own user out.
  if (!existsSync(path)) return false
  const lock = await lockFile(path)
  lock?.release()
  return lock === undefined
}
