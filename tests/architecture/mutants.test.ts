import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '../lab/mutants/modules.ts'
import { type Report, reportFile, withReport } from '../lab/mutants/report.ts'
import { explains, explanations, faultsOf } from '../lab/mutants/results.ts'

const root = join(import.meta.dirname, '../..')
const textIn = (path: string) => readFileSync(join(root, path), 'utf8')
const report = JSON.parse(textIn('tests/lab/mutants/scores.json')) as Report
const survivors = Object.values(report).flatMap((result) => result.survivors)

test('every mutant of the last run was killed or is explained', () => {
  expect(Object.keys(report).toSorted()).toEqual(Object.keys(modules).toSorted())
  expect(Object.values(report).flatMap(faultsOf)).toEqual([])
})

test('every explanation is of a survivor, and of a line that there still is', () => {
  const needless = explanations.filter(
    (each) =>
      !survivors.some((survivor) => explains(each, survivor)) ||
      !textIn(each.file).includes(each.line),
  )
  expect(needless).toEqual([])
})

test('docs/mutants.md is what the last run wrote, with marks of modules whose sources changed', () => {
  const page = readFileSync(reportFile, 'utf8')
  expect(page, 'to mend it: npm run mutants -- --report').toBe(withReport(page, report))
})
