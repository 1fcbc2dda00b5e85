/** How the cells of a column are read. */
export type CellType = 'text' | 'number' | 'flag' | 'list'

type Values = Readonly<Record<string, unknown>>

/** Names between bars, such as `Tea | Gifts`. */
const separator = '|'

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
}

/** A cell's value; a text that is none of its type stays, to be refused with what it is. */
const readers: Readonly<Record<CellType, (text: string) => unknown>> = {
  text: (text) => text,
  number: (text) =>
    /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text,
  flag: (text) => flags[text.toLowerCase()] ?? text,
  list: (text) =>
    text
      .split(separator)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
}

/**
 * The values of a row by the names of its columns, in the case that they are declared in.
 * Blank cells are left out. Returns the name of a column that does not exist as `unknown`.
 */
export function readCells(
  values: Values,
  columns: Readonly<Record<string, CellType>>,
): { readonly cells: Values; readonly unknown?: string } {
  const declared = new Map(Object.keys(columns).map((name) => [name.toLowerCase(), name]))
  const cells: Record<string, unknown> = {}
  for (const [given, value] of Object.entries(values)) {
    const isBlank = typeof value === 'string' && value.trim() === ''
    if (given === '' && isBlank) continue
    const name = declared.get(given.toLowerCase())
    const type = name === undefined ? undefined : columns[name]
    if (name === undefined || !type) return { cells, unknown: given }
    if (!isBlank)
      cells[name] = typeof value === 'string' ? readers[type](value.trim()) : value
  }
  return { cells }
}
