import { Failure } from '../../failure.ts'

/**
 * The page of a list that a client asked for by `limit` and `cursor`. The function that
 * reads the list takes the page's rows; the response's Link header then leads to the next.
 */
export class Page {
  readonly limit: number
  /** The place of the last row before this page; undefined at the list's start. */
  readonly after: string | undefined
  /** True once the rows were taken; else the reply cuts the whole list. */
  isTaken = false
  /** The place of this page's last row when more follow. */
  last: string | undefined

  constructor(limit: number, after: string | undefined) {
    this.limit = limit
    this.after = after
  }

  /** The rows of this page, from its start on; there may be more. */
  take<T>(rows: readonly T[], placeOf: (row: T, index: number) => string): T[] {
    const taken = rows.slice(0, this.limit)
    const last = taken.at(-1)
    this.isTaken = true
    this.last =
      last !== undefined && rows.length > taken.length
        ? placeOf(last, taken.length - 1)
        : undefined
    return taken
  }

  /** Takes this page of a list that does not change, by the number of rows before it. */
  takeByNumber<T>(rows: readonly T[]): T[] {
    const skipped = this.after === undefined ? 0 : Number(this.after)
    if (!Number.isSafeInteger(skipped) || skipped < 0) throw unreadableCursor()
    return this.take(rows.slice(skipped), (_row, index) => String(skipped + index + 1))
  }
}

/** The failure for a cursor that does not belong to this list. */
export const unreadableCursor = () =>
  new Failure('invalidPage', { fault: 'cursor: is none of this list' })
