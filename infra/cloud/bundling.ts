import { copyFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, buildSync, type Metafile } from 'esbuild'

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

/** Bundles functions/<name>/handler.ts to <directory>/<name>/index.mjs for every name. */
export function bundle(names: readonly string[], directory: string): Metafile {
  const metafile = bundleEntries(
    names.map((name) => ({ in: `functions/${name}/handler.ts`, out: `${name}/index` })),
    directory,
  )
  if (names.includes('docs')) copyDocsPage(join(directory, 'docs'))
  return metafile
}

/** Copies the files of the docs page beside its function, which reads them when asked. */
function copyDocsPage(directory: string): void {
  const { resolve } = createRequire(import.meta.url)
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    copyFileSync(resolve(`swagger-ui-dist/${name}`), join(directory, name))
  }
}

/** Bundles entry points, given by their paths from the root or absolute ones. */
export function bundleEntries(
  entryPoints: { in: string; out: string }[],
  directory: string,
): Metafile {
  const { metafile } = buildSync({
    ...options,
    absWorkingDir: root,
    entryPoints,
    outdir: directory,
    nodePaths: [join(root, 'node_modules')],
    metafile: true,
    logLevel: 'error',
  })
  return metafile
}

/** Bytes of each function's bundle, without its source map. */
export function bundleSizes({ outputs }: Metafile): Map<string, number> {
  const sizes = Object.entries(outputs).flatMap(([file, { bytes }]) => {
    const [, name] = /([^/]+)\/index\.mjs$/.exec(file) ?? []
    return name === undefined ? [] : [[name, bytes] as const]
  })
  return new Map(sizes)
}
