/** A printed table: its title, its rows, and the same figures unrounded. */
export type Section = {
  readonly title: string
  readonly rows: readonly Row[]
  readonly figures: readonly object[]
  /** Lines of the summary: a measured thing, and its figure. */
  readonly summary: readonly Line[]
  /** Figures over a budget that does not depend on the machine; the bench fails then. */
  readonly overBudget?: readonly string[]
}

/** Line of the summary: a measured thing, and its figure. */
export type Line = readonly [what: string, figure: string]

/** A row by its columns. */
export type Row = Readonly<Record<string, string | number>>

/** A section of figures, each shown as a row. */
export const sectionOf = <Figure extends object>(
  title: string,
  figures: readonly Figure[],
  row: (figure: Figure) => Row,
  summary: (figures: readonly Figure[]) => readonly Line[] = () => [],
): Section => ({ title, figures, rows: figures.map(row), summary: summary(figures) })

/** Rows as a table of Markdown, whose columns are aligned to be read as they are. */
export function markdownTable(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const cells = [columns, ...rows.map((row) => columns.map((name) => String(row[name])))]
  const widths = columns.map((_, at) =>
    Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = cells
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(head), rule, ...body.map(line)].join('\n')
}

/** The share of times, sorted, that take no longer. In the unit of the times. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
