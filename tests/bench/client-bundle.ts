import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'

/** Kilobytes that a page may load of the typed client, gzipped. */
export const clientBudgetKb = 20

/** What a page loads of the typed client: its bundle for browsers, in bytes. */
export function clientBundleBytes(): { minified: number; gzipped: number } {
  const { outputFiles } = buildSync({
    absWorkingDir: join(import.meta.dirname, '../..'),
    entryPoints: ['shared/client/connect.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles
  return { minified: contents.length, gzipped: gzipSync(contents).length }
}
