import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** Builds the owner's page from functions/office/page/ into a folder: office.js and office.css. */
export function buildOfficePage(directory: string): void {
  buildSync({
    absWorkingDir: join(import.meta.dirname, '..'),
    entryPoints: [
      { in: 'functions/office/page/main.tsx', out: 'office' },
      { in: 'functions/office/page/style.css', out: 'office' },
    ],
    outdir: directory,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    // The first browsers with light-dark(): the styles need it for the two themes.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'error',
  })
}
