import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useDrawnRows } from './drawn-rows.ts'

export type Column<Row> = {
  readonly heading: string
  /** Figures stand below each other at the right. */
  readonly isFigure?: boolean
  /** True if a phone has no room for the column. */
  readonly isWideOnly?: boolean
  readonly cell: (row: Row) => ComponentChildren
}

type Props<Row> = {
  /** Name of the table for people who do not see it. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[]
}

/** A table of any length: of a long one only the rows that are seen are drawn. */
export function Table<Row>({ label, rows, keyOf, columns }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { from, to, before, after, measure } = useDrawnRows(rows.length, body)
  const classOf = ({ isFigure, isWideOnly }: Column<Row>) =>
    `${isFigure ? 'figure' : ''} ${isWideOnly ? 'on-wide' : ''}`
  return (
    <table class="list" aria-label={label} aria-rowcount={rows.length + 1}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.heading} scope="col" class={classOf(column)}>
              {column.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Space height={before} />
        {rows.slice(from, to).map((row, at) => (
          <tr
            key={keyOf(row)}
            ref={measure}
            data-index={from + at}
            aria-rowindex={from + at + 2}
          >
            {columns.map((column, place) =>
              place === 0 ? (
                <th key={column.heading} scope="row" class={classOf(column)}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.heading} class={classOf(column)}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
        <Space height={after} />
      </tbody>
    </table>
  )
}

/** The room of rows that are not drawn. */
const Space = ({ height }: { readonly height: number }) =>
  height > 0 ? (
    <tr class="space">
      <td style={{ height: `${height}px` }} />
    </tr>
  ) : null
