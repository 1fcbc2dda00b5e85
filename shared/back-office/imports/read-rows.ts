import { CsvError, parse } from 'csv-parse/sync'
import { Failure } from '../../failure.ts'
import { isObject } from '../../platform/validation/fields.ts'

/** A row of a part: its values by column, or why it could not be read. */
export type Row = {
  /** Its line of the table, from 1; a CSV's header is line 1. */
  readonly row: number
  readonly values?: Readonly<Record<string, unknown>>
  readonly fault?: string
}

/**
 * Most columns: more than any kind has, as the cost of a part grows with its rows times
 * its columns.
 */
const maxColumns = 100

const maxRows = 25_000

/** Of a column's name, which each of its cells is stored with. */
const maxName = 100

/** Of the names of all columns in all rows, as they are stored. */
const maxNames = 5_000_000

/**
 * Reads a part: NDJSON if it begins with `{`, else CSV with a header, separated by commas,
 * semicolons or tabs. Throws `invalid` for bytes that are not UTF-8, for a CSV that is not a
 * table, and for more than 25,000 rows, blank ones included, or 100 columns.
 */
export function readRows(bytes: Uint8Array): Row[] {
  const text = textOf(bytes)
  return /^\s*\{/.test(text) ? jsonRows(text) : csvRows(text)
}

/** Rows are counted before they are read: to find a fault in each takes long. */
function refuseManyRows(rows: number): void {
  if (rows <= maxRows) return
  throw new Failure('invalid', { fault: `has more than ${maxRows} rows` })
}

const tooMany = (what: string, given: number, most: number) =>
  new Failure('invalid', { fault: `has ${given} ${what}, and may have ${most}` })

const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Failure('invalid', { fault: 'the part is not UTF-8' })
  }
}

function jsonRows(text: string): Row[] {
  const lines = text.trimEnd().split('\n')
  refuseManyRows(lines.length)
  return lines.flatMap((line, at): Row[] => {
    if (line.trim() === '') return []
    const row = at + 1
    const values = objectIn(line)
    if (!values) return [{ row, fault: 'is not a JSON object' }]
    if (Object.keys(values).length > maxColumns) {
      return [{ row, fault: `has more than ${maxColumns} fields` }]
    }
    return Object.values(values).every(isCell)
      ? [{ row, values }]
      : [{ row, fault: 'has other fields than texts, numbers and lists of them' }]
  })
}

/** A cell is a text, a number or the like, or a list of them. */
const isCell = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((each) => typeof each !== 'object' || each === null)
    : !isObject(value)

function objectIn(line: string) {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function csvRows(text: string): Row[] {
  const [header = [], ...lines] = recordsOf(text)
  const columns = header.map((name) => name.trim())
  if (columns.length > maxColumns) throw tooMany('columns', columns.length, maxColumns)
  const longest = Math.max(...columns.map((name) => name.length))
  if (longest > maxName) throw tooMany('letters in a column', longest, maxName)
  const twice = columns.find((name, at) => columns.indexOf(name) !== at)
  if (columns.every((name) => name === '') || twice !== undefined) {
    const fault = twice ? `the column ${twice} stands there twice` : 'a header is missing'
    throw new Failure('invalid', { fault })
  }
  refuseManyRows(lines.length)
  const names = columns.join('').length * lines.length
  if (names > maxNames) throw tooMany('letters of columns in all rows', names, maxNames)
  return lines.flatMap((cells, at): Row[] => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const row = at + 2
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      return [
        { row, fault: `has ${cells.length} cells, and the header ${columns.length}` },
      ]
    }
    const values = columns
      .map((name, index) => [name, cells[index] ?? ''] as const)
      .filter(([, cell]) => cell.trim() !== '')
    return [{ row, values: Object.fromEntries(values) }]
  })
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      // The header, the rows, and one that is too many
      to: maxRows + 2,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Failure('invalid', { fault: `the CSV: ${error.message}` })
  }
}

/** Returns the character that separates the cells of the first line. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1)
  const often = (delimiter: string) => first.split(delimiter).length
  return [';', '\t'].find((each) => often(each) > often(',')) ?? ','
}
