import { resolve } from 'node:path'
import { DataDirInUse } from './data-lock.ts'
import { TableOfOtherEngine } from './engines/dynamodb.ts'
import { JavaMissing } from './engines/dynamodb-local.ts'
import { DynoxideMissing } from './engines/dynoxide.ts'
import { readSettings, type Settings } from './settings.ts'

/** Error codes of listening on an address that this machine does not have. */
const notLocalAddressCodes = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

/** Reads the settings from the environment. Exits with code 2 when one is wrong. */
export function settingsOrExit(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    console.error(`Wrong settings:\n${(error as Error).message}`)
    process.exit(2)
  }
}

/** Why the system did not start: one line that says what to do, else the whole stack. */
export function explainFailure(error: unknown, { dataDir, host }: Settings): string {
  if (
    error instanceof JavaMissing ||
    error instanceof DynoxideMissing ||
    error instanceof TableOfOtherEngine
  ) {
    return error.message
  }
  if (error instanceof DataDirInUse) {
    return `${error.message}: stop it, or choose another directory with POS_DATA_DIR.`
  }
  const { code, port, path } = error as { code?: string; port?: number; path?: string }
  if (code === 'ERR_SQLITE_ERROR') {
    return `POS_DATA_DIR: nothing is kept in ${dataDir}: ${(error as Error).message}`
  }
  if (path && isSameOrNested(path, resolve(dataDir))) {
    return `POS_DATA_DIR: ${(error as Error).message}`
  }
  if (code && notLocalAddressCodes.has(code)) {
    return `POS_HOST: ${host} is no address of this machine`
  }
  const another = 'choose another with POS_PORT or POS_NODE_PORT.'
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program: stop it, or ${another}`
  }
  if (code === 'EACCES' && port) {
    return `Port ${port} is not this user's to listen on: ${another}`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Whether a path is the directory, one of its parents, or inside it. */
const isSameOrNested = (path: string, directory: string) =>
  path.startsWith(directory) || directory.startsWith(path)
