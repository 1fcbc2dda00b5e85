/**
 * Downloads a table as a CSV that spreadsheets open. They separate cells by semicolons where the
 * comma stands before decimals.
 */
export function downloadTable(
  name: string,
  rows: readonly (readonly (string | number)[])[],
  decimalSign: string,
): void {
  const separator = decimalSign === ',' ? ';' : ','
  const text = rows.map((row) => row.map(cell).join(separator)).join('\r\n')
  // Spreadsheets know UTF-8 by its mark
  const url = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

/** A cell of a table that no spreadsheet takes for a formula. */
function cell(value: string | number): string {
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
