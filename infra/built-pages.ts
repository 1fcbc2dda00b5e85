import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { type BuiltPageName, builtPages } from '../shared/built-pages/built-pages.ts'

const root = join(import.meta.dirname, '..')

/**
 * Builds a page from functions/<name>/page/ into a folder: <name>.js, <name>.css, worker.js
 * where it has a service worker, and its icons.
 */
export function buildPage(name: BuiltPageName, directory: string): void {
  const folder = `functions/${name}/page`
  const worker = `${folder}/worker.ts`
  buildSync({
    absWorkingDir: root,
    entryPoints: [
      { in: `${folder}/main.tsx`, out: name },
      { in: `${folder}/style.css`, out: name },
      ...(existsSync(join(root, worker)) ? [{ in: worker, out: 'worker' }] : []),
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
  for (const icon of builtPages[name].icons) {
    copyFileSync(join(root, 'page-parts/icons', icon), join(directory, icon))
  }
}

export const isBuiltPage = (name: string): name is BuiltPageName =>
  Object.hasOwn(builtPages, name)
