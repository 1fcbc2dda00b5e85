import type { Page } from './paper.ts'
import { wrapped } from './paragraph.ts'
import { formatPrice } from './price.ts'
import { toPrintable } from './printable.ts'
import { fittingEnd, padEnd, textColumns } from './text-columns.ts'
import { visualOrder } from './visual-order.ts'
import { wrap } from './wrap.ts'

/** A label on the left and an amount or a text on the right, in a row of all columns. */
export type Row = readonly [label: string, value: number | string]

/**
 * A row of two columns; a label that is too long is cut. Only a value wider than the paper
 * takes more than one row: digits are never cut off.
 */
export function twoColumns([label, value]: Row, { columns, codePage }: Page): string[] {
  const text = typeof value === 'number' ? formatPrice(value) : value
  const right = toPrintable(text, codePage)
  const leftColumns = Math.max(0, columns - textColumns(right))
  const left = toPrintable(label, codePage)
  const fitting = left.slice(0, fittingEnd(left, Math.max(0, leftColumns - 1)))
  return wrap(padEnd(visualOrder(fitting), leftColumns) + visualOrder(right), columns)
}

/**
 * Labels with amounts in columns, aligned right under each other. Where they would leave a
 * label less than half of the paper, each label has a row of its own.
 */
export function table(
  rows: readonly (readonly [label: string, ...cells: string[]])[],
  page: Page,
): string[] {
  const { columns } = page
  const widths = rows.reduce<number[]>(
    (widest, [, ...cells]) =>
      cells.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  )
  return rows.flatMap(([label, ...cells]) => {
    const right = cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')
    if (right.length <= columns / 2) return twoColumns([label, right], page)
    return [...wrapped(label, page), ...twoColumns(['', right.trim()], page)]
  })
}
