import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file atomically, also if the machine crashes. Only its owner can read it.
 */
export async function replaceFile(
  path: string,
  data: string | Uint8Array,
): Promise<void> {
  const next = `${path}.new`
  const file = await open(next, 'w', 0o600)
  try {
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(next, path)
  await syncFolder(dirname(path))
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot sync a folder; NTFS journals its renames.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
