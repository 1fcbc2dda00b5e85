/** A text, a whole number, or a decimal number as text with a point, such as -12.50. */
export type Cell = string | number | { readonly decimal: string }

/**
 * Downloads a table as a CSV that spreadsheets open. They separate cells by semicolons where the
 * comma stands before decimals.
 */
export function downloadTable(
  name: string,
  rows: readonly (readonly Cell[])[],
  decimalSign: string,
): void {
  const separator = decimalSign === ',' ? ';' : ','
  const line = (row: readonly Cell[]) =>
    row.map((each) => cell(each, decimalSign)).join(separator)
  const text = rows.map(line).join('\r\n')
  // Spreadsheets know UTF-8 by its mark
  downloadFile(`${name}.csv`, new Blob([`\ufeff${text}`], { type: 'text/csv' }))
}

/** Gives the browser a file to keep. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** A cell of a table that no spreadsheet takes for a formula. */
function cell(value: Cell, decimalSign: string): string {
  if (typeof value === 'object') return `"${value.decimal.replace('.', decimalSign)}"`
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** An amount of money for a cell. */
export function amountCell(cents: number): Cell {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const sign = cents < 0 ? '-' : ''
  return { decimal: `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` }
}
