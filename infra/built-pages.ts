import { copyFileSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'
import {
  type BuiltPage,
  type BuiltPageName,
  builtPages,
} from '../shared/built-pages/built-pages.ts'

const root = join(import.meta.dirname, '..')

/**
 * Builds a page from functions/<name>/page/ into a folder: <name>.js, <name>.css, worker.js
 * where it has a service worker, its icons, and what it loads later.
 */
export function buildPage(name: BuiltPageName, directory: string): void {
  const folder = `functions/${name}/page`
  const worker = `${folder}/worker.ts`
  const { later, icons }: BuiltPage = builtPages[name]
  buildSync({
    absWorkingDir: root,
    entryPoints: [
      { in: `${folder}/main.tsx`, out: name },
      { in: `${folder}/style.css`, out: name },
      ...(later?.scripts ?? []).map((script) => ({
        in: `page-parts/later/${script}.ts`,
        out: script,
      })),
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
  for (const icon of icons) {
    copyFileSync(join(root, 'page-parts/icons', icon), join(directory, icon))
  }
  const { resolve } = createRequire(import.meta.url)
  for (const file of later?.files ?? []) {
    copyFileSync(resolve(file), join(directory, basename(file)))
  }
}

export const isBuiltPage = (name: string): name is BuiltPageName =>
  Object.hasOwn(builtPages, name)
