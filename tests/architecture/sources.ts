import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { buildSync } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** Paths of the sources that match, from the root, sorted. */
export const sources = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root }).sort()

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** One import or re-export of a source, types included. */
export type Import = { readonly statement: string; readonly from: string }

/** Imports as the formatter leaves them: a quoted path ends a statement or is in a call. */
const importing =
  /^(?:import|export)\b(?:[^'";=(]*?from)? '(?<from>[^']+)'|\bimport\(\s*['"](?<lazy>[^'"]+)['"]/gm

/** All that a source imports: files by their path from the root, packages by name. */
export function importsOf(path: string): Import[] {
  return [...textOf(path).matchAll(importing)].map(({ 0: statement, groups = {} }) => {
    const from = groups.from ?? groups.lazy ?? ''
    return {
      statement,
      from: from.startsWith('.') ? relative(root, join(root, dirname(path), from)) : from,
    }
  })
}

/**
 * Lists the modules that run when a source is loaded: the files and packages its values
 * come from, and unless `atStart`, its later imports.
 */
export function loadedBy(path: string, { atStart = false } = {}): string[] {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [path],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    write: false,
    metafile: true,
    outdir: 'unwritten',
  })
  const found = new Set<string>()
  const follow = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const { path: imported, kind } of metafile.inputs[file]?.imports ?? []) {
      if (!atStart || kind !== 'dynamic-import') follow(imported)
    }
  }
  follow(path)
  return [...found]
}

/** The folder of functions/ that a path lies in, if any. */
export const groupOf = (path: string): string | undefined =>
  /^functions\/([^/]+)\//.exec(path)?.[1]

/** The module of shared/ that a path lies in, if any: `catalog`, or in a wing `selling/sales`. */
export const moduleOf = (path: string): string | undefined =>
  /^shared\/(agents|catalog|client|[^/]+\/[^/]+)\//.exec(path)?.[1]
