import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import {
  readArguments,
  refuseArguments,
  wholeNumber,
} from '../../support/command-line.ts'
import { modules } from './modules.ts'
import { type Report, reportFile, withReport } from './report.ts'
import { explained, faultsOf, inOneLine, resultOf } from './results.ts'
import { forget, runModule } from './run-module.ts'
import { sourcesHash } from './sources-hash.ts'

/*
 * `npm run mutants -- money stock` tests the mutants of these modules, without a name of all.
 * Ctrl-C keeps what is known so far, and the next run goes on from there. `--fresh` forgets
 * earlier results, `--concurrency 2` takes two processors. `--report` tests nothing: it writes
 * the page from scores.json, with the explanations of now and marks of modules whose sources have
 * changed. The command fails while a survivor has no explanation, or a module too low a score.
 */
const { values, positionals } = readArguments({
  allowPositionals: true,
  options: {
    fresh: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '1' },
    report: { type: 'boolean', default: false },
  },
})
const concurrency = wholeNumber('concurrency', values.concurrency)
const root = join(import.meta.dirname, '../../..')
process.chdir(root)
const stateFile = join(import.meta.dirname, 'scores.json')

const names = positionals.length > 0 ? positionals : Object.keys(modules)
const unknown = names.filter((name) => !Object.hasOwn(modules, name))
if (unknown.length > 0) {
  refuseArguments(
    `no such module: ${unknown.join(', ')}; there are ${Object.keys(modules).join(', ')}`,
  )
}

if (values.report) {
  const report = JSON.parse(readFileSync(stateFile, 'utf8')) as Report
  for (const [name, result] of Object.entries(report)) {
    report[name] = { ...result, survivors: result.survivors.map(explained) }
  }
  write(report)
  check(Object.keys(modules), report)
  process.exit()
}

for (const name of names) {
  const module = modules[name]
  if (!module) continue
  if (values.fresh) forget(name)
  const hash = sourcesHash(module)
  const startMs = performance.now()
  const mutants = await runModule(name, module, concurrency)
  const minutes = (performance.now() - startMs) / 60_000
  const report = JSON.parse(readFileSync(stateFile, 'utf8')) as Report
  report[name] = {
    ...resultOf(mutants, root),
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    minutes: Math.ceil(minutes),
    sourcesHash: hash,
  }
  write(report)
  console.log(`${name}: ${report[name].score} %, ${report[name].alive} alive`)
  for (const survivor of report[name].survivors) {
    console.log(`  ${inOneLine(survivor)}${survivor.why ? ` (${survivor.why})` : ''}`)
  }
  check([name], report)
}

/** Prints what is wrong with the results of these modules, and lets the command fail for it. */
function check(some: readonly string[], report: Report): void {
  for (const name of some) {
    const result = report[name]
    for (const fault of result ? faultsOf(result) : ['has no result']) {
      console.error(`${name}: ${fault}`)
      process.exitCode = 1
    }
  }
}

function write(report: Report): void {
  writeFileSync(stateFile, `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(reportFile, withReport(readFileSync(reportFile, 'utf8'), report))
}
