import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file as a whole: after a crash it holds the old text or the new one.
 * The file is readable by its owner only.
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
  // Windows cannot open a folder to sync it; its renames are journalled by NTFS.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
