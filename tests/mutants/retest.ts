import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import {
  explained,
  isAlive,
  type RoomResult,
  type Survivor,
  survivorOf,
} from './results.ts'

/** A block or a list may end so many lines after the one on which it begins. */
const linesOfBlock = 12

/**
 * The lines of survivors as they are now, in Stryker's notation. A line that was changed has
 * none: its mutants are no more.
 */
export function linesOf(survivors: readonly Survivor[], root: string): string[] {
  const ranges = survivors.flatMap((survivor) => {
    const at = lineOf(survivor, root)
    if (at === undefined) return []
    const end = /[{([]$/.test(survivor.code) ? at + linesOfBlock : at
    return [`${survivor.file}:${at}-${end}`]
  })
  return [...new Set(ranges)]
}

/** The line that reads as the survivor's did, the nearest one if there are several. */
function lineOf({ file, line, text }: Survivor, root: string): number | undefined {
  const places = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((each, index) => (each.trim() === text ? [index + 1] : []))
  return places.toSorted((one, other) => Math.abs(one - line) - Math.abs(other - line))[0]
}

/** A room's result once the mutants of its survivors' lines were tested again. */
export function resultAfter<T extends RoomResult>(
  earlier: T,
  mutants: readonly MutantResult[],
  root: string,
): T {
  const before = new Set(earlier.survivors.map(nameOf))
  const tested = mutants.map((mutant) => ({
    isAlive: isAlive(mutant),
    survivor: survivorOf(mutant, root),
  }))
  const names = new Set(tested.map(({ survivor }) => nameOf(survivor)))
  const survivors = [
    ...tested.flatMap((each) => (each.isAlive ? [each.survivor] : [])),
    // Of a longer block than was tested
    ...earlier.survivors.filter(
      (each) => !names.has(nameOf(each)) && lineOf(each, root) !== undefined,
    ),
  ].map(explained)
  const killed =
    earlier.killed +
    tested.filter((each) => !each.isAlive && before.has(nameOf(each.survivor))).length
  const alive = survivors.length
  const score = Math.round((1000 * killed) / (killed + alive)) / 10
  return { ...earlier, score, killed, alive, survivors }
}

const nameOf = ({ file, text, code, to }: Survivor) => [file, text, code, to].join('\n')
