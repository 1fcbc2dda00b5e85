import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readArguments, refuseArguments, wholeNumber } from '../support/command-line.ts'
import { keyFigures, replaceTable } from './documents.ts'
import { machine, machineLine } from './machine.ts'
import { markdownTable, type Section } from './section.ts'

/**
 * `npm run bench`: what requests cost at the table, and how long they take here. `--json FILE` also writes the figures unrounded; `--docs` also writes them into docs/generated.
 * `--part NAME` measures one part alone, `--shops 200` a deployment with further shops.
 */
const { json, docs, part, shops } = readArguments({
  options: {
    json: { type: 'string' },
    docs: { type: 'boolean' },
    part: { type: 'string', multiple: true },
    shops: { type: 'string' },
  },
}).values

const shopCount = wholeNumber('shops', shops ?? '200')
const run = promisify(execFile)
const parts = readdirSync(join(import.meta.dirname, 'parts')).map((file) =>
  file.replace('.ts', ''),
)
const unknown = part?.filter((name) => !parts.includes(name)) ?? []
if (unknown.length > 0) {
  refuseArguments(
    `no such part: ${unknown.join(', ')}; there are ${parts.sort().join(', ')}`,
  )
}
const usual = [
  'counted',
  'endpoints',
  'engines',
  'timed',
  'contention',
  'tunnel',
  'watchers',
  'changes',
  'loading',
]
const measured = new Map<string, readonly Section[]>()
console.log(`Measured ${machineLine()}`)
for (const name of part ?? (shops ? ['shops'] : usual)) {
  console.error(`Measuring: ${name}`)
  const sections = await sectionsOf(name)
  measured.set(name, sections)
  for (const { title, rows, overBudget = [] } of sections) {
    console.log(`\n${title}\n\n${markdownTable(rows)}`)
    for (const what of overBudget) console.error(`Over budget: ${what}`)
    if (overBudget.length > 0) process.exitCode = 1
  }
}
if (usual.every((name) => measured.has(name))) {
  const table = keyFigures([...measured.values()].flat())
  console.log(`\nThe table of figures\n\n${table}`)
  if (docs) replaceTable('figures', table, `Measured ${machineLine()}.`)
}
if (docs) {
  const [section] = measured.get('endpoints') ?? []
  if (section) {
    replaceTable('endpoints', markdownTable(section.rows), `Measured ${machineLine()}.`)
  }
}
if (json !== undefined) writeJson(json)

/** Each part has its own process, because clients of AWS keep the address they first call. */
async function sectionsOf(name: string): Promise<Section[]> {
  const program = join(import.meta.dirname, 'run-part.ts')
  const { stdout } = await run(process.execPath, [program, name, String(shopCount)], {
    maxBuffer: 64 * 1024 ** 2,
  })
  return JSON.parse(stdout)
}

function writeJson(file: string): void {
  const figures = [...measured].map(([name, sections]) => [
    name,
    sections.map(({ title, figures }) => ({ title, figures })),
  ])
  const all = { ...machine(), parts: Object.fromEntries(figures) }
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`)
}
