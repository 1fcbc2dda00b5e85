import { globSync } from 'node:fs'
import { join } from 'node:path'
import {
  readArguments,
  refuseArguments,
  wholeNumber,
} from '../../support/command-line.ts'
import { modules } from './modules.ts'
import { explains, readExplanations, resultOf, scoreOf } from './results.ts'
import { runModule } from './run-module.ts'

/*
 * `npm run mutants -- money stock` tests the mutants of these modules, and without a name
 * those of all. `--fresh` forgets earlier results, `--concurrency 2` takes two processors.
 */
const { values, positionals } = readArguments({
  allowPositionals: true,
  options: {
    fresh: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '1' },
  },
})
const concurrency = wholeNumber('concurrency', values.concurrency)
const root = join(import.meta.dirname, '../../..')
process.chdir(root)

/** Percent of its mutants that each module's tests must kill. */
const lowestScore = 85

const names = positionals.length > 0 ? positionals : Object.keys(modules)
const unknown = names.filter((name) => !Object.hasOwn(modules, name))
if (unknown.length > 0) {
  refuseArguments(
    `no such module: ${unknown.join(', ')}; there are ${Object.keys(modules).join(', ')}`,
  )
}

const explanations = readExplanations()
for (const name of names) {
  const module = modules[name]
  if (!module) continue
  const result = resultOf(await runModule(name, module, concurrency, values.fresh), root)
  const { survivors, killed, alive, leftOut } = result
  const unexplained = survivors.filter(
    (survivor) => !explanations.some((each) => explains(each, survivor)),
  )
  const sources = globSync([...module.sources])
  const needless = explanations.filter(
    (each) =>
      sources.includes(each.file) && !survivors.some((one) => explains(each, one)),
  )
  const score = scoreOf(result)
  console.log(
    `${name}: ${score} %, ${killed} killed, ${alive} alive, ${leftOut} left out`,
  )
  const faults = [
    ...(score < lowestScore ? [`less than ${lowestScore} %`] : []),
    ...unexplained.map(
      ({ file, line, code, to }) => `no explanation of ${file}:${line} ${code} -> ${to}`,
    ),
    ...needless.map(({ file, line }) => `no survivor needs ${file}: ${line}`),
  ]
  for (const fault of faults) console.error(`${name}: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}
