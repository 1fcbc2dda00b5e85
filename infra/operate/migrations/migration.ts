import type { Item } from '../../../shared/dynamodb/keys.ts'
import type { Write } from '../../../shared/dynamodb/write.ts'

/**
 * One step from a layout of records to the next. Functions of the release before and of
 * this one run side by side with it, so both must be able to read either layout.
 */
export type Migration = {
  /** The layout's version once every record is changed. */
  readonly version: number
  /** What it does, for the operator. */
  readonly title: string
  /** Its records are in the partitions that begin so. */
  readonly partitions: string
  /**
   * The writes of one transaction that bring a record to the new layout; none when it has
   * it already, so that a migration may be repeated. They carry a condition that fails
   * with VersionConflict when the record has changed since; the runner then reads it again.
   */
  readonly change: (record: Item) => readonly Write[]
}
