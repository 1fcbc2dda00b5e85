import { copyFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { type BuildOptions, buildSync, type Metafile } from 'esbuild'
import { logoFiles, rasterizerFiles } from '../../shared/paper/layout/rasterizer.ts'
import { buildPage, isBuiltPage } from '../built-pages.ts'

/**
 * esbuild options for the functions and the agent. The AWS SDK is bundled too: it loads
 * faster than the runtime's copy, and its version is the tested one.
 */
export const options = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  legalComments: 'none',
  // CommonJS dependencies load Node's built-in modules with require.
  banner: {
    js: "import{createRequire as __require}from'node:module';const require=__require(import.meta.url);",
  },
} as const satisfies BuildOptions

const root = join(import.meta.dirname, '../..')

/** Functions that load AWS clients at their first request, from files beside index.mjs. */
const lazyFunctions = new Set(['general', 'docs', 'office', 'till', 'kitchen'])

/** Functions that draw, with the files of the rasterizer that they need. */
const drawingFunctions = [
  ['printers', logoFiles],
  ['templates', [...new Set([...logoFiles, ...rasterizerFiles])]],
] as const

/** Bundles functions/<name>/handler.ts to <directory>/<name>/index.mjs for every name. */
export function bundle(names: readonly string[], directory: string): Metafile {
  const entry = (name: string) => `functions/${name}/handler.ts`
  const whole = names
    .filter((name) => !lazyFunctions.has(name))
    .map((name) => ({ in: entry(name), out: `${name}/index` }))
  const metafiles = [
    bundleEntries(whole, directory),
    ...names
      .filter((name) => lazyFunctions.has(name))
      .map((name) => bundleSplit(entry(name), join(directory, name))),
  ]
  if (names.includes('docs')) {
    copyPackageFiles(
      ['swagger-ui-dist/swagger-ui-bundle.js', 'swagger-ui-dist/swagger-ui.css'],
      join(directory, 'docs'),
    )
  }
  for (const [name, files] of drawingFunctions) {
    if (names.includes(name)) copyPackageFiles(files, join(directory, name))
  }
  for (const name of names.filter(isBuiltPage)) buildPage(name, join(directory, name))
  return {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
  }
}

/** Bundles a function so that its dynamic imports are separate files. */
function bundleSplit(entryPoint: string, directory: string): Metafile {
  // Their names change with their contents.
  rmSync(directory, { recursive: true, force: true })
  return bundleEntries([{ in: entryPoint, out: 'index' }], directory, { splitting: true })
}

/** Copies files of packages beside a function, which reads them when they are needed. */
function copyPackageFiles(files: readonly string[], directory: string): void {
  const { resolve } = createRequire(import.meta.url)
  for (const file of files) copyFileSync(resolve(file), join(directory, basename(file)))
}

/** Bundles entry points, given by their paths from the root or absolute ones. */
export function bundleEntries(
  entryPoints: { in: string; out: string }[],
  directory: string,
  { nodePaths = [], ...more }: BuildOptions = {},
): Metafile {
  const { metafile } = buildSync({
    ...options,
    ...more,
    absWorkingDir: root,
    entryPoints,
    outdir: directory,
    nodePaths: [join(root, 'node_modules'), ...nodePaths],
    metafile: true,
    logLevel: 'error',
  })
  return metafile
}
