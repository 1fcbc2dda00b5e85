import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { suites } from './suites.ts'

/*
 * `npm run test:long -- --minutes 5`: repeats the suites that prove by mass, with larger
 * crowds and new random cases, and divides the minutes among them. Each suite runs at
 * least once; a round that would not fit its share is not begun.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0')

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
const config = join(import.meta.dirname, '../vitest.config.ts')

/** Runs a suite's files once; returns how many tests passed and failed. */
function runRound(files: readonly string[]): { passed: number; failed: number } {
  const directory = mkdtempSync(join(tmpdir(), 'pos-long-'))
  const report = join(directory, 'report.json')
  const { status } = spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      '--config',
      config,
      ...files,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, POS_TEST_LONG: 'true', POS_TEST_MINUTES: String(minutes) },
    },
  )
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  rmSync(directory, { recursive: true })
  return { passed, failed: status === 0 ? failed : Math.max(1, failed) }
}

const shareMs = (minutes * 60_000) / suites.length
const rows = suites.map(({ name, files }) => {
  const startMs = performance.now()
  let [rounds, passed, failed, roundMs] = [0, 0, 0, 0]
  while (
    failed === 0 &&
    (rounds === 0 || performance.now() - startMs + roundMs < shareMs)
  ) {
    const roundStartMs = performance.now()
    const round = runRound(files)
    rounds += 1
    passed += round.passed
    failed += round.failed
    roundMs = performance.now() - roundStartMs
  }
  const seconds = Math.round((performance.now() - startMs) / 1_000)
  return { suite: name, rounds, passed, failed, seconds }
})
console.table(rows)
if (rows.some(({ failed }) => failed > 0)) process.exit(1)
