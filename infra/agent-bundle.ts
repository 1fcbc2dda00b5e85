import { copyFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'
import { rasterizerFiles } from '../shared/printing/rasterizer-files.ts'
import { options } from './cloud/bundling.ts'

/*
 * `npm run bundle-agent [-- <folder>]`: bundles the on-site agent into a folder to copy to
 * the shop's computer: one program, with the rasterizer and fonts that draw the tickets. It
 * needs Node 24. The folder is dist/print-agent by default.
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
for (const name of rasterizerFiles)
  copyFileSync(resolve(name), join(outdir, basename(name)))
console.log(`The agent is in ${outdir}: node agent.mjs agent.json`)
