import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** State, clock, chance, environment, or something outside of the process. */
const keepsState =
  /^(export )?let |new (Map|Set)\(\)|new AsyncLocalStorage|limitConcurrency\(|Date\.now|new Date\(\)|Math\.random|process\.env|setTimeout|AbortSignal|fetch\(|import\.meta/m

/**
 * Sources of a bundle that keep no state, and whose imports keep none; from the root, as the
 * entry points are.
 */
export function statelessModules(root: string, entryPoints: readonly string[]): string[] {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir: 'nowhere',
    bundle: true,
    platform: 'node',
    packages: 'external',
    write: false,
    metafile: true,
    format: 'esm',
  })
  const { inputs } = metafile
  const stateful = new Set(
    Object.keys(inputs).filter((file) =>
      keepsState.test(readFileSync(join(root, file), 'utf8')),
    ),
  )
  const harmless = new Set(['zod', 'node:util', 'node:path', 'node:buffer'])
  const isStateful = (path: string, isExternal = false) =>
    isExternal ? !harmless.has(path) : stateful.has(path)
  for (let size = -1; size < stateful.size; ) {
    size = stateful.size
    for (const [file, { imports }] of Object.entries(inputs)) {
      if (imports.some((each) => isStateful(each.path, each.external))) stateful.add(file)
    }
  }
  return Object.keys(inputs).filter((file) => !stateful.has(file))
}
