import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'postject'
import { agentAssets } from './bundle.ts'
import { type Architecture, packagedNode } from './packaged-node.ts'

/** Node's mark of the place that says whether it is a single executable. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Writes the files of every single executable, for any architecture, to `content`. */
export function prepareContent(bundleFolder: string, content: string): void {
  const program = join(bundleFolder, 'agent.cjs')
  const config = `${content}.json`
  writeFileSync(
    config,
    JSON.stringify({
      main: program,
      output: content,
      disableExperimentalSEAWarning: true,
      assets: { 'agent.cjs': program, ...Object.fromEntries(agentAssets()) },
    }),
  )
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' })
  rmSync(config)
}

/** Makes a single executable at `path`: Node for the architecture, with the content in it. */
export async function buildExecutable(
  path: string,
  architecture: Architecture,
  content: string,
): Promise<void> {
  copyFileSync(join(packagedNode(architecture), 'bin/node'), path)
  chmodSync(path, 0o755)
  await inject(path, 'NODE_SEA_BLOB', readFileSync(content), { sentinelFuse: fuse })
}
