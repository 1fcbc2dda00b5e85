import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { buildSync } from 'esbuild'
import {
  type BuiltPage,
  type BuiltPageName,
  builtPages,
  isCompressible,
} from '../shared/platform/built-pages/built-pages.ts'

const root = join(import.meta.dirname, '..')

/**
 * Builds a page from pages/<name>/ into a folder: <name>.js, <name>.css, worker.js if it has a
 * service worker, its icons, the files that it loads later, and chunk-<module>-<hash>.js if it
 * is split; each compressible file as Brotli, too, as <file>.br.
 */
export function buildPage(name: BuiltPageName, directory: string): void {
  const folder = `pages/${name}`
  const worker = `${folder}/worker.ts`
  const { later, icons, isSplit = false }: BuiltPage = builtPages[name]
  buildSync({
    absWorkingDir: root,
    entryPoints: [
      { in: `${folder}/main.tsx`, out: name },
      { in: `${folder}/style.css`, out: name },
      ...(later?.scripts ?? []).map((script) => ({
        in: `pages/parts/later/${script}.ts`,
        out: script,
      })),
      ...(existsSync(join(root, worker)) ? [{ in: worker, out: 'worker' }] : []),
    ],
    outdir: directory,
    bundle: true,
    splitting: isSplit,
    chunkNames: 'chunk-[name]-[hash]',
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
    copyFileSync(join(root, 'pages/parts/icons', icon), join(directory, icon))
  }
  const { resolve } = createRequire(import.meta.url)
  for (const file of later?.files ?? []) {
    copyFileSync(resolve(file), join(directory, basename(file)))
  }
  for (const file of readdirSync(directory).filter(isCompressible)) {
    const content = readFileSync(join(directory, file))
    writeFileSync(join(directory, `${file}.br`), brotliOf(content))
  }
}

/** Returns a file as Brotli, compressed once for each content. */
function brotliOf(content: Buffer): Buffer {
  const cache = join(root, 'node_modules/.cache/brotli')
  const kept = join(cache, createHash('sha256').update(content).digest('hex'))
  if (existsSync(kept)) return readFileSync(kept)
  // As far as it can: half a second for a page's script, many for the reader of barcodes
  const quality = content.length < 1_000_000 ? constants.BROTLI_MAX_QUALITY : 9
  const compressed = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality },
  })
  mkdirSync(cache, { recursive: true })
  // Other processes see all of it or nothing
  const own = `${kept}-${process.pid}`
  writeFileSync(own, compressed)
  renameSync(own, kept)
  return compressed
}

export const isBuiltPage = (name: string): name is BuiltPageName =>
  Object.hasOwn(builtPages, name)
