import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { ofCatalog } from './explained/catalog.ts'
import { ofDoors } from './explained/doors.ts'
import { ofSales } from './explained/sales.ts'

/** A mutant that no test killed. */
export type Survivor = {
  readonly file: string
  /** The line on which it begins, from 1. */
  readonly line: number
  readonly code: string
  readonly to: string
  /** Why it is harmless, if somebody found out. */
  readonly why?: string
}

/** What the mutants of a room came to. */
export type RoomResult = {
  /** Percent of the mutants that were killed, of all that compile and are not left out. */
  readonly score: number
  readonly killed: number
  /** Of them those that no test's run reaches. */
  readonly alive: number
  readonly leftOut: number
  readonly survivors: readonly Survivor[]
}

/** Adds up the mutants of a room. */
export function resultOf(mutants: readonly MutantResult[], root: string): RoomResult {
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
      .filter(({ status }) => ['Survived', 'NoCoverage'].includes(status))
      .map((mutant) => survivorOf(mutant, root))
      .toSorted(
        (one, other) => one.file.localeCompare(other.file) || one.line - other.line,
      ),
  }
}

function survivorOf(
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
  return explained({ file, line: start.line, code, to }, root)
}

/** A survivor with the explanation that there is of it now. */
export function explained({ file, line, code, to }: Survivor, root: string): Survivor {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const text = lines[line - 1] ?? ''
  const explanation = [...ofCatalog, ...ofDoors, ...ofSales].find(
    (each) =>
      each.file === file &&
      text.includes(each.line) &&
      (each.to === undefined || each.to === to),
  )
  return { file, line, code, to, ...(explanation && { why: explanation.why }) }
}
