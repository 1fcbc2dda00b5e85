import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { groups, socketApis } from '../../functions/all.ts'
import { bundle } from '../../infra/cloud/bundling.ts'
import { bundleSizes } from '../support/bundle-sizes.ts'
import { bundleBareHandlers } from './bare-handlers.ts'
import { initMs } from './init.ts'

/** A function's bundle: its size and the CPU time of its initialization. */
export type BundleFigures = {
  readonly name: string
  readonly kilobytes: number
  /** CPU time until the bundle is loaded, median. */
  readonly initMs: number
  /** Time of a minimal handler with the same AWS clients. */
  readonly bareMs: number
}

/** Bundles every function as for the cloud and loads each bundle in new processes. */
export function measureBundles(): BundleFigures[] {
  const directory = mkdtempSync(join(tmpdir(), 'pos-bundles-'))
  try {
    const names = [...groups, ...socketApis].map(({ name }) => name).concat('fallback')
    const metafile = bundle(names, directory)
    const sizes = bundleSizes(metafile)
    const clients = new Map(names.map((name) => [name, clientsIn(metafile, name)]))
    const bareFiles = bundleBareHandlers([...clients.values()], directory)
    const bareMs = new Map([...bareFiles].map(([key, file]) => [key, initMs(file)]))
    return names.map((name) => ({
      name,
      kilobytes: Math.round((sizes.get(name) ?? 0) / 1024),
      initMs: initMs(join(directory, name, 'index.mjs')),
      bareMs: bareMs.get((clients.get(name) ?? []).join()) ?? Number.NaN,
    }))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The AWS clients in a function's bundle, sorted. */
function clientsIn({ outputs }: Metafile, name: string): string[] {
  const [, output] =
    Object.entries(outputs).find(([file]) => file.endsWith(`${name}/index.mjs`)) ?? []
  const inputs = Object.entries(output?.inputs ?? {})
  const names = inputs.flatMap(([file, { bytesInOutput }]) => {
    const client = /@aws-sdk\/((?:client|lib)-[\w-]+)\//.exec(file)?.[1]
    return client && bytesInOutput > 0 ? [`@aws-sdk/${client}`] : []
  })
  return [...new Set(names)].sort()
}
