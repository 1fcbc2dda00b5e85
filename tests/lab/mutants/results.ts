import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { ofCatalog } from './explained/catalog.ts'
import { ofDoors } from './explained/doors.ts'
import type { Explanation } from './explained/explanation.ts'
import { ofSales } from './explained/sales.ts'

/** A mutant that no test killed. */
export type Survivor = {
  readonly file: string
  /** The line on which it begins, from 1, and the text of that line. */
  readonly line: number
  readonly text: string
  readonly code: string
  readonly to: string
  /** Why it is harmless, if somebody found out. */
  readonly why?: string
}

/** What the mutants of a module came to. */
export type ModuleResult = {
  /** Percent of the mutants that were killed, of all that compile and are not left out. */
  readonly score: number
  readonly killed: number
  /** Of them those that no test's run reaches. */
  readonly alive: number
  readonly leftOut: number
  readonly survivors: readonly Survivor[]
}

/** Adds up the mutants of a module. */
export function resultOf(mutants: readonly MutantResult[], root: string): ModuleResult {
  const count = (...statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length
  const killed = count('Killed', 'Timeout')
  const alive = count('Survived', 'NoCoverage')
  return {
    score: Math.round((1000 * killed) / (killed + alive)) / 10,
    killed,
    alive,
    leftOut: count('Ignored'),
    survivors: mutants
      .filter(isAlive)
      .map((mutant) => explained(survivorOf(mutant, root)))
      .toSorted(
        (one, other) => one.file.localeCompare(other.file) || one.line - other.line,
      ),
  }
}

/** Whether no test killed a mutant. */
export const isAlive = ({ status }: MutantResult): boolean =>
  status === 'Survived' || status === 'NoCoverage'

/** Where a mutant is, and what it changes. */
export function survivorOf(
  { fileName, location: { start, end }, replacement }: MutantResult,
  root: string,
): Survivor {
  const file = relative(root, fileName)
  const lines = readFileSync(fileName, 'utf8').split('\n')
  const line = lines[start.line - 1] ?? ''
  const code =
    start.line === end.line
      ? line.slice(start.column - 1, end.column - 1)
      : line.slice(start.column - 1)
  const to = replacement.replaceAll(/\s+/g, ' ')
  return { file, line: start.line, text: line.trim(), code, to }
}

/** Every explanation there is. */
export const explanations = [...ofCatalog, ...ofDoors, ...ofSales]

/** Whether an explanation is about this survivor. */
export const explains = (
  { file, line, to }: Explanation,
  survivor: Omit<Survivor, 'why'>,
): boolean =>
  file === survivor.file &&
  survivor.text.includes(line) &&
  (to === undefined || to === survivor.to)

/** A survivor with the explanation that there is of it now. */
export function explained({ file, line, text, code, to }: Survivor): Survivor {
  const survivor = { file, line, text, code, to }
  const explanation = explanations.find((each) => explains(each, survivor))
  return { ...survivor, ...(explanation && { why: explanation.why }) }
}

/** Percent of its mutants that each module's tests kill at least. */
export const lowestScore = 85

/** Where a mutant is and what it changes, in a line. */
export const inOneLine = ({ file, line, code, to }: Survivor): string =>
  `${file}:${line} ${code} -> ${to}`

/** What is wrong with a module's result: a low score, or survivors without an explanation. */
export function faultsOf({ score, survivors }: ModuleResult): string[] {
  return [
    ...(score < lowestScore ? [`${score} % is less than ${lowestScore} %`] : []),
    ...survivors
      .filter(({ why }) => why === undefined)
      .map((survivor) => `no explanation of ${inOneLine(survivor)}`),
  ]
}
