import { toPrintable } from './cp850.ts'
import { formatPrice } from './price.ts'
import { wrap } from './wrap.ts'

/** A label on the left and an amount or a text on the right, in a row of all columns. */
export type Row = readonly [label: string, value: number | string]

/**
 * A row of two columns; a label that is too long is cut. Only a value wider than the paper
 * takes more than one row: digits are never cut off.
 */
export function twoColumns([label, value]: Row, columns: number): string[] {
  const right = typeof value === 'number' ? formatPrice(value) : toPrintable(value)
  const leftColumns = Math.max(0, columns - right.length)
  const fitting = toPrintable(label).slice(0, Math.max(0, leftColumns - 1))
  return wrap(fitting.padEnd(leftColumns) + right, columns)
}

/**
 * Labels with amounts in columns, aligned right under each other. Where they would leave a
 * label less than half of the paper, each label has a row of its own.
 */
export function table(
  rows: readonly (readonly [label: string, ...cells: string[]])[],
  columns: number,
): string[] {
  const widths = rows.reduce<number[]>(
    (widest, [, ...cells]) =>
      cells.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  )
  return rows.flatMap(([label, ...cells]) => {
    const right = cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')
    if (right.length <= columns / 2) return twoColumns([label, right], columns)
    return [
      ...wrap(toPrintable(label), columns),
      ...twoColumns(['', right.trim()], columns),
    ]
  })
}
