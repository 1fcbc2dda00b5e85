/** A part has at most 500 KB and 25,000 rows; letters with accents take two bytes. */
const mostCharacters = 200_000
const mostRows = 5_000

/** A table in parts, each with the header. None where it has no rows. */
export function partsOf(table: string): string[] {
  const [header = '', ...rows] = rowsOf(table)
  const parts: string[][] = []
  let size = 0
  for (const row of rows) {
    const last = parts.at(-1)
    if (!last || last.length >= mostRows || size + row.length > mostCharacters) {
      parts.push([row])
      size = row.length
    } else {
      last.push(row)
      size += row.length
    }
  }
  return parts.map((part) => [header, ...part].join('\n'))
}

/** The rows of a CSV; a cell in quotes may have line breaks. */
function rowsOf(table: string): string[] {
  const rows: string[] = []
  let open: string | undefined
  for (const line of table.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    const row = open === undefined ? line : `${open}\n${line}`
    const quotes = row.split('"').length - 1
    open = quotes % 2 === 0 ? undefined : row
    if (open === undefined && row.trim() !== '') rows.push(row)
  }
  return open === undefined ? rows : [...rows, open]
}

/** The text of a file, also of one as older spreadsheets save it. */
export async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
