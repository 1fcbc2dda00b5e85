import { wideRanges } from './wide-ranges.ts'

// Where characters of two columns begin and, in turn, end: a place at an odd index is one
// after the end of a range.
let turns: readonly number[] | undefined

function readTurns(): number[] {
  let last = 0
  return wideRanges.split(' ').map((distance, at) => {
    last += Number.parseInt(distance, 36)
    return at % 2 === 0 ? last : last + 1
  })
}

/** How many turns there are up to a code point: odd within a range. */
function isWide(codePoint: number): boolean {
  turns ??= readTurns()
  let [from, to] = [0, turns.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((turns[middle] ?? 0) <= codePoint) from = middle + 1
    else to = middle
  }
  return from % 2 === 1
}

/** The columns of one printable character: 0 for a mark on the one before it, 1 or 2. */
export function characterColumns(character: string): 0 | 1 | 2 {
  if (character < '\u0300') return 1
  if (/\p{M}/u.test(character)) return 0
  return isWide(character.codePointAt(0) ?? 0) ? 2 : 1
}

/** The columns of a printable text. */
export function textColumns(text: string): number {
  let columns = 0
  for (const character of text) columns += characterColumns(character)
  return columns
}

/** The index in a printable text of what no longer fits so many columns. */
export function fittingEnd(text: string, columns: number): number {
  let end = 0
  let left = columns
  for (const character of text) {
    left -= characterColumns(character)
    if (left < 0) break
    end += character.length
  }
  return end
}

/** A printable text with blanks after it up to so many columns. */
export const padEnd = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - textColumns(text)))
