import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'

/** A mutant that no test killed. */
export type Survivor = {
  readonly file: string
  /** The line on which it begins, from 1, and the text of that line. */
  readonly line: number
  readonly text: string
  readonly code: string
  readonly to: string
}

/** Results of a module's mutants. */
export type ModuleResult = {
  readonly killed: number
  /** Mutants that no test's run reaches are alive, too. */
  readonly alive: number
  readonly leftOut: number
  readonly survivors: readonly Survivor[]
}

/** Counts the mutants of a module. */
export function resultOf(mutants: readonly MutantResult[], root: string): ModuleResult {
  const those = (...statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status))
  const alive = those('Survived', 'NoCoverage')
  return {
    killed: those('Killed', 'Timeout').length,
    alive: alive.length,
    leftOut: those('Ignored').length,
    survivors: alive
      .map((mutant) => survivorOf(mutant, root))
      .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line),
  }
}

function survivorOf(
  { fileName, location: { start, end }, replacement }: MutantResult,
  root: string,
): Survivor {
  const line = readFileSync(fileName, 'utf8').split('\n')[start.line - 1] ?? ''
  const to = start.line === end.line ? end.column - 1 : undefined
  return {
    file: relative(root, fileName),
    line: start.line,
    text: line.trim(),
    code: line.slice(start.column - 1, to),
    to: replacement.replaceAll(/\s+/g, ' '),
  }
}

/** Percent of the mutants that were tested. */
export const scoreOf = ({ killed, alive }: ModuleResult): number =>
  Math.round((1_000 * killed) / (killed + alive)) / 10

/** Reason why a survivor is harmless. */
export type Explanation = {
  readonly why: string
  readonly file: string
  /** A part of the line on which the mutant begins. */
  readonly line: string
  /** Replacement of the code; undefined for every mutant of the line. */
  readonly to: string | undefined
}

/** Every explanation, of harmless.txt: a reason, and below it the mutants that it is about. */
export function readExplanations(): Explanation[] {
  let why = ''
  return readFileSync(join(import.meta.dirname, 'harmless.txt'), 'utf8')
    .split('\n')
    .flatMap((text) => {
      const [, file = '', line = '', to] =
        /^ {2}(\S+): (.+?)(?: {2}=> {2}(.*))?$/.exec(text) ?? []
      if (file) return { why, file, line, to }
      why = text
      return []
    })
}

/** True if an explanation is about this survivor. */
export const explains = ({ file, line, to }: Explanation, survivor: Survivor): boolean =>
  file === survivor.file &&
  survivor.text.includes(line) &&
  (to === undefined || to === survivor.to)
