/** A cell of a table: a text, a number, a number by its digits such as 2.50, or nothing. */
export type CsvCell = string | number | { readonly digits: string } | null

/**
 * Rows as comma-separated values with a header (RFC 4180). A text that a spreadsheet may
 * run as a formula gets an apostrophe before it; numbers stay as they are.
 */
export const csvOf = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, CsvCell>>[],
): string =>
  [
    columns.map(csvCell).join(','),
    ...rows.map((row) => columns.map((column) => csvCell(row[column])).join(',')),
    '',
  ].join('\r\n')

/**
 * The start of a text that a spreadsheet may run as a formula. Spreadsheets may skip
 * blanks before a formula, split a cell at a tab or a line break, and read full-width signs. One
 * that takes semicolons or tabs for separators makes cells of their own of what follows them.
 */
const formulaStart = /^[\t\r\n]|(?:^|[;,\t\r\n|])["'\s]*[=+\-@＝＋－＠]/

function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return value.digits
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
