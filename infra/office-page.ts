import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** Builds the owner's page from office/ into a folder: office.js and office.css. */
export function buildOfficePage(directory: string): void {
  buildSync({
    absWorkingDir: join(import.meta.dirname, '..'),
    entryPoints: [
      { in: 'office/main.tsx', out: 'office' },
      { in: 'office/style.css', out: 'office' },
    ],
    outdir: directory,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    // The first browsers with light-dark(), by which the styles tell the themes apart.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'error',
  })
}
