import { wrong } from './wrong-cell.ts'

/** Types of a column's cells. */
export type CellType = 'text' | 'number' | 'flag' | 'list'

/** Sign before the fraction of a number. */
export type DecimalSign = ',' | '.'

type Values = Readonly<Record<string, unknown>>

/** Names between bars, such as `Tea | Gifts`. */
const separator = '|'

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  sí: true,
  si: true,
  verdadero: true,
  1: true,
  false: false,
  no: false,
  falso: false,
  0: false,
}

const numberForms: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^-?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/,
  ',': /^-?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d+)?$/,
}

/** The number that a text is with a decimal sign, the other sign between thousands. */
function readingOf(text: string, decimal: DecimalSign): number[] {
  if (!numberForms[decimal].test(text)) return []
  const plain = text.replaceAll(decimal === '.' ? ',' : '.', '')
  return [Number(plain.replace(',', '.'))]
}

/** Without a decimal sign, one that reads in two ways is refused: 1.250 is 1250 or 1.25. */
function readNumber(
  text: string,
  decimal: DecimalSign | undefined,
  column: string,
): unknown {
  const signs: readonly DecimalSign[] = decimal ? [decimal] : ['.', ',']
  const [reading, other] = new Set(signs.flatMap((sign) => readingOf(text, sign)))
  if (other === undefined) return reading ?? text
  const fault = `may be ${reading} or ${other}: the run says with \`decimal\` which`
  throw wrong(column, fault, 'two_readings')
}

/** Parsers of cells. A text of another type stays, to be refused with its content. */
const readers: Readonly<
  Record<
    CellType,
    (text: string, decimal: DecimalSign | undefined, column: string) => unknown
  >
> = {
  text: (text) => text,
  number: readNumber,
  flag: (text) => flags[text.toLowerCase()] ?? text,
  list: (text) =>
    text
      .split(separator)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
}

const maxColumn = 100

/**
 * The values of a row by the names of its columns, in the case that they are declared in.
 * Blank cells are left out. Throws `invalid` for a column that does not exist, and for a number
 * that reads in two ways.
 */
export function readCells(
  values: Values,
  columns: Readonly<Record<string, CellType>>,
  decimal: DecimalSign | undefined,
): Values {
  const declared = new Map(Object.keys(columns).map((name) => [name.toLowerCase(), name]))
  const cells: Record<string, unknown> = {}
  for (const [given, value] of Object.entries(values)) {
    const isBlank = typeof value === 'string' && value.trim() === ''
    if (given === '' && isBlank) continue
    const name = declared.get(given.toLowerCase())
    const type = name === undefined ? undefined : columns[name]
    if (name === undefined || !type) {
      const column = given.slice(0, maxColumn)
      throw wrong(column, 'there is no such column', 'unknown_column')
    }
    if (isBlank) continue
    cells[name] =
      typeof value === 'string' ? readers[type](value.trim(), decimal, name) : value
  }
  return cells
}
