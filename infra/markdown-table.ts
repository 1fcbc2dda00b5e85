export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells, at) => (at === 1 ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`))
    .join('\n')

/** Rows as lines of a terminal, whose columns are as wide as their longest cell. */
export function alignedColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** A page with tables anew, found by their header lines. Throws when one is missing. */
export function withTables(page: string, tables: readonly string[]): string {
  const paragraphs = page.split('\n\n')
  for (const table of tables) {
    const [head = ''] = table.split('\n')
    const at = paragraphs.findIndex((paragraph) => paragraph.startsWith(head))
    if (at === -1) throw new Error(`the page has no table that begins ${head}`)
    paragraphs[at] = table
  }
  return paragraphs.join('\n\n')
}
