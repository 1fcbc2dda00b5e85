import { copyFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'
import { assetNames } from '../print-agent/jobs/assets.ts'
import { options } from './cloud/bundling.ts'

/*
 * `npm run bundle-agent [-- <folder>]`: the on-site agent as a folder to copy to the shop,
 * one program with the rasterizer and the fonts that it draws pictures with. It needs Node
 * 24 there. The folder is dist/print-agent unless another is given.
 */
const root = join(import.meta.dirname, '..')
const [, , outdir = join(root, 'dist/print-agent')] = process.argv
buildSync({
  ...options,
  absWorkingDir: root,
  entryPoints: { agent: 'print-agent/main.ts' },
  outdir,
  logLevel: 'error',
})
const { resolve } = createRequire(import.meta.url)
for (const name of assetNames) copyFileSync(resolve(name), join(outdir, basename(name)))
console.log(`The agent is in ${outdir}: node agent.mjs agent.json`)
