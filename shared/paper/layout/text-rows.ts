import bidiModule from 'bidi-js'
import { formatPrice, type NumberForm } from './language.ts'
import type { Page } from './paper.ts'
import { maxMarks, toPrintable } from './printable.ts'
import { wideRanges } from './wide-ranges.ts'

/**
 * A text in rows of at most the page's columns. A longer line is wrapped and not cut off: an
 * address or an invoice without its end is useless. A line break at the end of the text adds
 * no row.
 */
export function paragraph(value: string, page: Page): string[] {
  const paragraphs = value.replace(/(\r\n|[\n\r])$/, '').split(/\r\n|[\n\r]/)
  return paragraphs.flatMap((text) => wrapped(text, page))
}

/** A text in such rows; its line breaks count as blanks. */
export const wrapped = (text: string, page: Page): string[] =>
  visualLines(wrap(toPrintable(text, page), page.columns))

/** A label on the left and an amount or a text on the right, in a row of all columns. */
export type Row = readonly [label: string, value: number | string]

export const amountText = (value: number | string, form?: NumberForm): string =>
  typeof value === 'number' ? formatPrice(value, form) : value

/** Units per character, with room for marks; a label's cut end is not looked at. */
const maxUnitsPerColumn = 2 + maxMarks

/**
 * A row of two columns; a label that is too long is cut. Only a value wider than the paper
 * takes more than one row: digits are never cut off.
 */
export function twoColumns([label, value]: Row, page: Page): string[] {
  const { columns, form } = page
  const right = toPrintable(amountText(value, form), page)
  const leftColumns = Math.max(0, columns - textColumns(right))
  const left = toPrintable(label.slice(0, columns * maxUnitsPerColumn), page)
  const fitting = left.slice(0, fittingEnd(left, Math.max(0, leftColumns - 1)))
  return wrap(padEnd(visualOrder(fitting), leftColumns) + visualOrder(right), columns)
}

const indent = '   '

/**
 * Lays a label and its value out in two columns. A label that is too long is broken at blanks;
 * the value is in the last row, or below the label if a word leaves no room for it.
 */
export function labelled([label, value]: Row, page: Page): string[] {
  const right = toPrintable(amountText(value, page.form), page)
  const labelColumns = page.columns - textColumns(right) - 1
  const words = toPrintable(label, page)
  if (textColumns(words) <= labelColumns) return twoColumns([label, right], page)
  const longest = Math.max(...words.split(' ').map(textColumns))
  if (longest > labelColumns - indent.length) {
    return [...hanging(label, page), ...twoColumns(['', right], page)]
  }
  const rows = hanging(label, { ...page, columns: labelColumns })
  const last = rows.pop() ?? ''
  return [...rows, padEnd(last, labelColumns + 1) + visualOrder(right)]
}

/** A text in rows, all but the first of which are indented. */
export function hanging(
  text: string,
  page: Page,
  before = '',
  beforeOthers = indent,
): string[] {
  const [first = '', ...others] = wrapped(text, {
    ...page,
    columns: page.columns - beforeOthers.length,
  })
  return [before + first, ...others.map((row) => beforeOthers + row)]
}

type LabelledCells = readonly [label: string, ...cells: string[]]

/** The characters of the widest cell in each column of a table. */
export const cellWidths = (rows: readonly LabelledCells[]): number[] =>
  rows.reduce<number[]>(
    (widest, [, ...cells]) =>
      cells.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  )

/**
 * Labels with amounts in columns, aligned right under each other. Where they would leave a
 * label less than half of the paper, each label has its own row. Other long labels are cut, or
 * broken over rows.
 */
export function table(
  rows: readonly LabelledCells[],
  page: Page,
  { breaksLabels = false } = {},
): string[] {
  const widths = cellWidths(rows)
  return rows.flatMap(([label, ...cells]) => {
    const right = cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')
    if (right.length <= page.columns / 2) {
      return (breaksLabels ? labelled : twoColumns)([label, right], page)
    }
    return [...wrapped(label, page), ...twoColumns(['', right.trim()], page)]
  })
}

/**
 * Breaks printable text into lines of at most `columns` columns, at blanks and beside wide
 * characters where possible. Text that fits keeps all its blanks: templates align columns
 * with them.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let rest = text
  for (;;) {
    const fitting = fittingEnd(rest, columns)
    if (fitting === rest.length) return [...lines, rest]
    const end = breakBefore(rest, fitting)
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trim()
    if (rest === '') return lines
  }
}

/** The last place up to `fitting` where a line may end; `fitting` when there is none. */
function breakBefore(text: string, fitting: number): number {
  const firstWord = text.search(/\S/)
  for (let at = fitting; at > firstWord && at > 0; at--) {
    if (text[at] === ' ' || isBesideWide(text, at)) return at
  }
  return fitting
}

function isBesideWide(text: string, at: number): boolean {
  const [after = ' '] = text.slice(at, at + 2)
  const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ' '
  const isWithinCharacter = /[\udc00-\udfff]/u.test(after)
  if (isWithinCharacter || characterColumns(after) === 0) return false
  return characterColumns(after) === 2 || characterColumns(before) === 2
}

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

// Its types take the function for a module with the function as default.
const createBidi = bidiModule as unknown as typeof bidiModule.default

type Bidi = ReturnType<typeof createBidi>

let bidi: Bidi | undefined

/** A line by itself in this order. */
export const visualOrder = (text: string): string => visualLines([text]).join('')

/**
 * The lines of one printable text in the order in which they appear on paper, from the left, by
 * the Unicode Bidirectional Algorithm, in the direction of the text's first letter. Marks stay
 * behind their letter.
 */
function visualLines(lines: string[]): string[] {
  const text = lines.join(' ')
  if (!rightToLeft.test(text)) return lines
  bidi ??= createBidi()
  const algorithm = bidi
  const direction = directionOf(text, algorithm)
  return lines.map((line) => reordered(line, direction, algorithm))
}

/** The direction of a text's first letter; the algorithm itself takes a square of its length. */
function directionOf(text: string, bidi: Bidi): 'ltr' | 'rtl' {
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character)
    if (type === 'L') return 'ltr'
    if (type === 'R' || type === 'AL') return 'rtl'
  }
  return 'ltr'
}

function reordered(text: string, direction: 'ltr' | 'rtl', bidi: Bidi): string {
  const levels = bidi.getEmbeddingLevels(text, direction)
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels)
  const letters = new Map(
    [...text.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)].map(({ index, 0: letter }) => {
      const mirror = mirrored.get(index)
      return [index, mirror ? mirror + letter.slice(1) : letter]
    }),
  )
  const order = bidi.getReorderedIndices(text, levels)
  return order.map((index) => letters.get(index) ?? '').join('')
}

// Code points at which characters of two columns begin and, in turn, end: a place at an
// odd index is one after the end of a range.
let turns: readonly number[] | undefined

function readTurns(): number[] {
  let last = 0
  return wideRanges.split(' ').map((distance, at) => {
    last += Number.parseInt(distance, 36)
    return at % 2 === 0 ? last : last + 1
  })
}

/** True if a character is wide: an odd number of range bounds is at or below its code point. */
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

/** The index of the first character that does not fit the columns. */
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

/** A printable text, padded with blanks to the number of columns. */
const padEnd = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - textColumns(text)))
