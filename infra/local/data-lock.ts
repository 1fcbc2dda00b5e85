import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process has locked the data directory. */
export class DataDirInUse extends Error {
  override name = 'DataInUse'
}

/** SQLITE_BUSY: another process has locked the file. */
const sqliteBusy = 5

/**
 * Locks a data directory for this process, and creates it if it does not exist. The
 * operating system releases the lock even when the process is killed with SIGKILL.
 * Throws DataDirInUse.
 */
export async function lockDataDir(
  dataDir: string,
): Promise<{ close: () => Promise<void> }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(dataDir, 'lock'))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new DataDirInUse(`Another system runs on ${dataDir}`)
  }
  return { close: () => Promise.resolve(lock.close()) }
}
