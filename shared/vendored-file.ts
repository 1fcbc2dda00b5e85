import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { getAsset, isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'

/**
 * Reads a package's file, such as `swagger-ui-dist/swagger-ui.css`, or a font of ours,
 * such as `#fonts/unifont.bin`. A single executable has a copy inside, a bundle has it
 * beside itself; without a bundle it is read in its own place.
 */
export async function readVendoredFile(name: string): Promise<Buffer> {
  if (isSea()) return Buffer.from(getAsset(basename(name)))
  const beside = fileURLToPath(new URL(basename(name), import.meta.url))
  return readFile(
    existsSync(beside) ? beside : createRequire(import.meta.url).resolve(name),
  )
}
