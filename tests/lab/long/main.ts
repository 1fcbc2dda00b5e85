import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { positiveNumber, readArguments } from '../../support/command-line.ts'
import { type AttackMeta, printAttacks } from '../attacks/counts.ts'
import type { SimulatedMeta } from '../simulation/reporter.ts'
import { addTotals, totalsText } from '../simulation/totals.ts'
import { type Suite, suites } from './suites.ts'

/*
 * `npm run test:long -- --minutes 5`: runs the suites that prove by mass, with larger crowds
 * and more cases, and again while the minutes allow another round. The first round is run
 * whole in any case. Less than 24 minutes draw a share of the cases.
 */
const { values } = readArguments({
  options: { minutes: { type: 'string', default: '30' } },
})
const minutes = positiveNumber('minutes', values.minutes)

const root = join(import.meta.dirname, '../../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const config = join(root, 'tests/vitest.config.ts')

/** What Vitest's JSON reporter tells of a test file; moments are Unix ms. */
type FileResult = {
  readonly name: string
  readonly status: string
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly {
    readonly status: string
    readonly meta: AttackMeta & SimulatedMeta
  }[]
}

/** Runs all suites once. Throws when Vitest leaves no report. */
function runRound(): { readonly isGreen: boolean; readonly files: FileResult[] } {
  const directory = mkdtempSync(join(tmpdir(), 'pos-long-'))
  const report = join(directory, 'report.json')
  const drawSeed = process.env.POS_DRAW_SEED ?? String(Date.now())
  console.log(`A round with POS_DRAW_SEED=${drawSeed}`)
  const { status } = spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      '--config',
      config,
      ...suites.flatMap(({ files }) => files),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        POS_TEST_LONG: 'true',
        POS_TEST_MINUTES: String(minutes),
        POS_DRAW_SEED: drawSeed,
      },
    },
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(directory, { recursive: true })
  return { isGreen: status === 0, files: testResults }
}

/** The sums of a suite over all rounds; `seconds` are those of its files together. */
function rowOf({ name, files }: Suite, results: readonly FileResult[]) {
  const own = results.filter((result) =>
    files.some((file) => relative(root, result.name).startsWith(file)),
  )
  const tests = own.flatMap(({ assertionResults }) => assertionResults)
  const count = (status: string) => tests.filter((test) => test.status === status).length
  const ms = own.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0)
  return {
    suite: name,
    passed: count('passed'),
    failed: count('failed'),
    seconds: Math.round(ms / 1_000),
  }
}

const startMs = performance.now()
const results: FileResult[] = []
let [rounds, roundMs, isGreen] = [0, 0, true]
while (isGreen && performance.now() - startMs + roundMs < minutes * 60_000) {
  const roundStartMs = performance.now()
  const round = runRound()
  results.push(...round.files)
  rounds += 1
  isGreen = round.isGreen
  roundMs = performance.now() - roundStartMs
}
console.log(`${rounds} rounds of all suites`)
const simulated = results
  .flatMap(({ assertionResults }) => assertionResults)
  .flatMap(({ meta }) => meta.simulated ?? [])
if (simulated.length > 0) console.log(totalsText(simulated.reduce(addTotals)))
console.table(suites.map((suite) => rowOf(suite, results)))
printAttacks(
  results.flatMap(({ assertionResults }) => assertionResults.map(({ meta }) => meta)),
)
if (!isGreen) process.exit(1)
