import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildOfficePage } from '../../infra/office-page.ts'

/** Kilobytes of the owner's page, gzipped: framework, plots, typed client, words and style. */
export const officeBudgetKb = 60

/** What a browser loads of the owner's page, in bytes. */
export function officeBundleBytes(): { minified: number; gzipped: number } {
  const directory = mkdtempSync(join(tmpdir(), 'pos-office-'))
  try {
    buildOfficePage(directory)
    const files = readdirSync(directory).map((name) =>
      readFileSync(join(directory, name)),
    )
    const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
    return {
      minified: sum(files.map(({ length }) => length)),
      gzipped: sum(files.map((file) => gzipSync(file).length)),
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}
