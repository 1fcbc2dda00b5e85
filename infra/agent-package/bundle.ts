import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import { buildSync } from 'esbuild'
import packageJson from '../../package.json' with { type: 'json' }
import { rasterizerFiles } from '../../shared/paper/layout/rasterizer.ts'

const root = join(import.meta.dirname, '../..')

/** Version of an agent's build, and the key that signs its updates. */
type AgentRelease = {
  readonly version: string
  /** The public half of the release key as PEM; null makes a development build. */
  readonly releaseKey: string | null
}

export const developmentRelease: AgentRelease = {
  version: packageJson.version,
  releaseKey: null,
}

/** The files beside `agent.cjs`, by their names there, with where they come from. */
export function agentAssets(): ReadonlyMap<string, string> {
  const { resolve } = createRequire(import.meta.url)
  return new Map(rasterizerFiles.map((file) => [basename(file), resolve(file)]))
}

/**
 * Bundles the agent into a folder, as CommonJS (single executables need it) and not
 * minified, so that a crash's trace can be read. Returns the files in it, by their paths
 * in the repository.
 */
export function bundleAgent(folder: string, release = developmentRelease): string[] {
  mkdirSync(folder, { recursive: true })
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: { agent: 'print-agent/main.ts' },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'error',
    define: {
      BUILT_RELEASE: JSON.stringify(release),
      'import.meta.url': 'importMetaUrl',
    },
    banner: {
      js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;",
    },
  })
  for (const [name, path] of agentAssets()) copyFileSync(path, join(folder, name))
  const assets = [...agentAssets().values()].map((path) => relative(root, path))
  return [...Object.keys(metafile.inputs), ...assets]
}
