import { parse } from 'csv-parse/browser/esm/sync'
import type { Column } from './columns.ts'

export type Row = {
  /** Its row of the file; the header is 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export type FileTable = {
  readonly header: readonly string[]
  readonly rows: readonly Row[]
}

/** The table of a CSV, without blank rows. Throws where quotes are not closed and the like. */
export function readTable(text: string): FileTable {
  const [header = [], ...rows] = parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
  })
  const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
  return {
    header: header.map((name) => name.trim()),
    rows: rows
      .map((cells, at) => ({ line: at + 2, cells }))
      .filter(({ cells }) => !isBlank(cells)),
  }
}

/** Returns the character that separates the cells of the first line. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1)
  const often = (delimiter: string) => first.split(delimiter).length
  return [';', '\t'].find((each) => often(each) > often(',')) ?? ','
}

/** A part has at most 500 KB and 25,000 rows; letters with accents take two bytes. */
const mostCharacters = 200_000
const mostRows = 5_000

export type Part = { readonly body: string; readonly rows: readonly Row[] }

/** The rows of a table in parts, a JSON object a row with the API's names of the columns. */
export function partsOf(
  { rows }: FileTable,
  columns: readonly (Column | undefined)[],
): Part[] {
  const parts: { lines: string[]; rows: Row[] }[] = []
  let size = 0
  for (const row of rows) {
    const named = columns.flatMap((column, at) =>
      column ? [[column, row.cells[at] ?? ''] as const] : [],
    )
    const line = JSON.stringify(Object.fromEntries(named))
    const last = parts.at(-1)
    size += line.length
    if (last && last.rows.length < mostRows && size <= mostCharacters) {
      last.lines.push(line)
      last.rows.push(row)
    } else {
      parts.push({ lines: [line], rows: [row] })
      size = line.length
    }
  }
  return parts.map((part) => ({ body: part.lines.join('\n'), rows: part.rows }))
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
