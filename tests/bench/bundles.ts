import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groups, socketApis } from '../../functions/all.ts'
import { bundle, bundleSizes } from '../../infra/cloud/bundling.ts'

/** A function's bundle: its size and how long Node takes to load it, median of five. */
export type BundleFigures = {
  readonly name: string
  readonly kilobytes: number
  readonly initMs: number
}

/** Bundles every function as for the cloud and loads each in processes of its own. */
export function measureBundles(): BundleFigures[] {
  const directory = mkdtempSync(join(tmpdir(), 'pos-bundles-'))
  try {
    const names = [...groups, ...socketApis].map(({ name }) => name)
    const sizes = bundleSizes(bundle([...names, 'fallback'], directory))
    return [...sizes].map(([name, bytes]) => ({
      name,
      kilobytes: Math.round(bytes / 1024),
      initMs: loadingMs(join(directory, name, 'index.mjs')),
    }))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function loadingMs(file: string): number {
  const program = `const from = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - from)`
  const times = Array.from({ length: 5 }, () =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        env: { ...process.env, AWS_REGION: 'us-east-1', TABLE_NAME: 'bench' },
        encoding: 'utf8',
      }),
    ),
  )
  return times.sort((one, other) => one - other)[2] ?? Number.NaN
}
