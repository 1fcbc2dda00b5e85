import { Failure } from '../failure.ts'

/**
 * The part of a list that a client asked for (open-areas, section 0 "List sizes"). Who
 * reads the list takes the page's rows; the answer then says where the next one begins.
 */
export class Page {
  readonly limit: number
  /** The place of the last row before this page; undefined at the list's start. */
  readonly after: string | undefined
  /** Whether the rows were taken; a list that nobody cut is cut as a whole. */
  isTaken = false
  /** The place of this page's last row when more follow. */
  last: string | undefined

  constructor(limit: number, after: string | undefined) {
    this.limit = limit
    this.after = after
  }

  /** This page of the rows that follow its start, of which there may be more. */
  take<T>(rows: readonly T[], placeOf: (row: T, index: number) => string): T[] {
    const taken = rows.slice(0, this.limit)
    const last = taken.at(-1)
    this.isTaken = true
    if (last !== undefined && rows.length > taken.length) {
      this.last = placeOf(last, taken.length - 1)
    }
    return taken
  }

  /** This page of a whole list that stays as it is, by the number of rows before it. */
  takeByNumber<T>(rows: readonly T[]): T[] {
    const skipped = this.after === undefined ? 0 : Number(this.after)
    if (!Number.isSafeInteger(skipped) || skipped < 0) throw unreadableCursor()
    return this.take(rows.slice(skipped), (_row, index) => String(skipped + index + 1))
  }
}

/** The refusal of a cursor that no answer to this request can have given. */
export const unreadableCursor = () =>
  new Failure('invalidPage', { fault: 'cursor: is none of this list' })
