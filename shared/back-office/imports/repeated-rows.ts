import type { RowNames } from './planner.ts'
import { wrong } from './wrong-cell.ts'

/**
 * Finds rows that name the same record: nobody knows which is right, and the later one
 * would overwrite the earlier one in silence. All of them are refused.
 */
export class RepeatedRows {
  readonly #rows = new Map<number, RowNames>()
  /** Lines of each name, and the lines in which the name is the record's own. */
  readonly #lines = new Map<string, number[]>()
  readonly #ownLines = new Map<string, number[]>()
  readonly #isInOtherPart: (name: string) => boolean

  constructor(isInOtherPart: (name: string) => boolean) {
    this.#isInOtherPart = isInOtherPart
  }

  add(line: number, row: RowNames): void {
    const { names, also = [] } = row
    this.#rows.set(line, row)
    for (const name of new Set([...names, ...also])) push(this.#lines, name, line)
    for (const name of new Set(names)) push(this.#ownLines, name, line)
  }

  /** Throws `invalid` for a line whose record another row of the run names too. */
  refuse(line: number): void {
    const row = this.#rows.get(line)
    if (!row) return
    const { column, names, also = [] } = row
    const twins = [
      ...names.flatMap((name) => this.#lines.get(name) ?? []),
      ...also.flatMap((name) => this.#ownLines.get(name) ?? []),
    ]
    const twin = twins.find((each) => each !== line)
    if (twin !== undefined)
      throw wrong(column, `row ${twin} names the same record`, 'repeated')
    if (names.some(this.#isInOtherPart)) {
      const fault = 'a row of another part of this run names the same record'
      throw wrong(column, fault, 'repeated')
    }
  }

  /** All names of the records of a line. */
  namesOf(line: number): readonly string[] {
    const { names = [], also = [] } = this.#rows.get(line) ?? {}
    return [...names, ...also]
  }
}

function push(lines: Map<string, number[]>, name: string, line: number): void {
  const known = lines.get(name)
  // Two are enough to name the other one in each refusal
  if (!known) lines.set(name, [line])
  else if (known.length < 2) known.push(line)
}
