import type { Privileges } from '../../people/staff/permissions.ts'
import type { Writes } from '../../platform/dynamodb/write.ts'
import type { CellType } from './cells.ts'

type Values = Readonly<Record<string, unknown>>

/** Changes that a row makes. */
export type Plan = {
  /** Identity of the record; equal for all rows about one record. */
  readonly identity: string
  readonly outcome: 'added' | 'changed'
  readonly writes: Writes
  /** Runs work that may have to be done again, with the writes of this plan. */
  readonly run?: (work: () => Promise<void>) => Promise<void>
  /** The record as it is, as cells of its row; absent for a new one. */
  readonly before?: Values
  /** To be called once the writes are stored, or would be. */
  readonly remember: () => void
  /** Work to do after the writes have committed. */
  readonly follow?: () => Promise<void>
}

/** The names that a row gives its record. */
export type RowNames = {
  readonly column: string
  /** No other row of the run may have one of them. */
  readonly names: readonly string[]
  /** Other rows may have them beside names of their own. */
  readonly also?: readonly string[]
}

/** Plans the changes of rows of a kind, from the shop's records. */
export type Planner = {
  /** Returns the names that a row gives its record, before any row is imported. */
  readonly namesOf: (cells: Values) => RowNames | Promise<RowNames>
  /**
   * Returns the changes of a row; undefined for none. Throws a `Failure` for a row to refuse.
   */
  readonly plan: (cells: Values) => Promise<Plan | undefined>
  /** Forgets the record of a row: it is read again after others have changed it. */
  readonly forget: (cells: Values) => void
}

/** Sender and options of an import. */
export type ImportContext = {
  readonly by: Privileges
  readonly dryRun: boolean
  /** True if rows may raise people's rights. */
  readonly confirmRights: boolean
  /** The API's own URLs, as in `pictureToStore`. */
  readonly ownUrls: readonly string[]
}

/** A kind of rows. */
export type Importer = {
  readonly columns: Readonly<Record<string, CellType>>
  /** The columns of the API's fields, where they have another name. */
  readonly columnOf: Readonly<Record<string, string>>
  /** Reads the shop's records of the kind. */
  readonly load: (context: ImportContext) => Promise<Planner>
}
