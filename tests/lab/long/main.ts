import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import {
  positiveNumber,
  readArguments,
  refuseArguments,
} from '../../support/command-line.ts'
import { wholeMinutes } from '../../support/scale.ts'
import { addTotals, type SimulatedMeta, totalsText } from '../simulation/totals.ts'
import { type Suite, suites } from './suites.ts'

/*
 * `npm run test:long -- --minutes 5`: runs the stress and randomized tests, and again while
 * the minutes allow another round. The first round is run whole in any case. With less than
 * 48 minutes it draws a share of the cases, and a quarter of the files beside the laboratory's. A
 * word picks the suites whose files have it, whole: `npm run test:long -- attacks`.
 */
const { values, positionals } = readArguments({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: String(wholeMinutes) } },
})
const minutes = positiveNumber('minutes', values.minutes)
const chosen = suites.filter(
  ({ files }) =>
    positionals.length === 0 ||
    files.some((file) => positionals.some((word) => file.includes(word))),
)
if (chosen.length === 0) refuseArguments(`no suite has files like ${positionals.join()}`)

const root = join(import.meta.dirname, '../../..')

/** A test file in the output of Vitest's JSON reporter; moments are Unix ms. */
type FileResult = {
  readonly name: string
  readonly status: string
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly {
    readonly status: string
    readonly meta: SimulatedMeta
  }[]
}

const runsEveryFile = minutes >= wholeMinutes || positionals.length > 0

/** The test files of a round. */
function filesOf(drawSeed: string): string[] {
  const isDrawn = (file: string) =>
    createHash('sha256').update(`${drawSeed} ${file}`).digest().readUInt8() < 64
  return globSync('tests/**/*.test.ts', { cwd: root })
    .filter((file) =>
      chosen.some(({ files }) => files.some((start) => file.startsWith(start))),
    )
    .filter((file) => runsEveryFile || file.startsWith('tests/lab/') || isDrawn(file))
}

type Round = { readonly isGreen: boolean; readonly files: readonly FileResult[] }

/**
 * Runs the suites once, and by themselves the files that failed, at most eight: a moment of a busy
 * machine passes, a fault does not. Throws when Vitest leaves no report.
 */
function runRound(): Round {
  const first = process.env.POS_DRAW_SEED ?? String(Date.now())
  const drawSeed = rounds === 0 ? first : `${first} ${rounds}`
  console.log(`A round with POS_DRAW_SEED='${drawSeed}'`)
  const round = runFiles(filesOf(drawSeed), drawSeed)
  const failed = round.files.filter(({ status }) => status === 'failed')
  if (round.isGreen || failed.length === 0 || failed.length > 8) return round
  const names = failed.map(({ name }) => relative(root, name))
  console.log(`Failed once, and is run again: ${names.join(', ')}`)
  const again = runFiles(names, drawSeed)
  const others = round.files.filter((file) => !failed.includes(file))
  return { isGreen: again.isGreen, files: [...others, ...again.files] }
}

function runFiles(files: readonly string[], drawSeed: string): Round {
  const directory = mkdtempSync(join(tmpdir(), 'pos-long-'))
  const report = join(directory, 'report.json')
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      `--config=${join(root, 'tests/vitest.config.ts')}`,
      ...files,
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
console.log(`${rounds} rounds`)
const simulated = results
  .flatMap(({ assertionResults }) => assertionResults)
  .flatMap(({ meta }) => meta.simulated ?? [])
if (simulated.length > 0) console.log(totalsText(simulated.reduce(addTotals)))
console.table(chosen.map((suite) => rowOf(suite, results)))
if (!isGreen) process.exit(1)
