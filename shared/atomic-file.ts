import { open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file atomically, also if the machine crashes. Only its owner can read it.
 */
export async function replaceFile(
  path: string,
  data: string | Uint8Array,
): Promise<void> {
  const next = `${path}.new`
  await writeFile(next, data, { mode: 0o600, flush: true })
  await rename(next, path)
  // Windows cannot sync a folder; NTFS journals its renames.
  if (process.platform === 'win32') return
  await using folder = await open(dirname(path), 'r')
  await folder.sync()
}
