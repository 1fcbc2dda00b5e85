import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFile } from '../../print-agent/lock-file.ts'

/** Another process has locked the data directory. */
export class DataDirInUse extends Error {
  override name = 'DataInUse'
}

/**
 * Locks a data directory for this process, creates it if it does not exist, and closes it
 * to other users, who could read every secret of the shop in it. Throws DataDirInUse.
 */
export async function lockDataDir(
  dataDir: string,
): Promise<{ close: () => Promise<void> }> {
  const lock = await lockFile(join(dataDir, 'lock'))
  if (!lock) throw new DataDirInUse(`Another system runs on ${dataDir}`)
  await chmod(dataDir, 0o700)
  return { close: () => Promise.resolve(lock.release()) }
}
