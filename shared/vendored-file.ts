import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Reads a package's file, such as `swagger-ui-dist/swagger-ui.css`, or a font of ours, such as
 * `#fonts/unifont.bin`. Bundles have a copy of it beside them; without a bundle it is read
 * where it is.
 */
export function readVendoredFile(name: string): Promise<Buffer> {
  const beside = fileURLToPath(new URL(basename(name), import.meta.url))
  return readFile(
    existsSync(beside) ? beside : createRequire(import.meta.url).resolve(name),
  )
}
