import type { Key } from './keys.ts'
import { upsert, type Write } from './write.ts'

/**
 * The version of the layout of records that this code writes. A table without the record
 * below has layout 1, the one of version 0.1.0. `npm run migrate` brings older records to
 * this layout. No request reads it.
 */
export const layoutVersion = 7

/** The one record with the version of the table's layout. */
export const schemaKey: Key = { pk: 'SCHEMA', sk: 'VERSION' }

/** The write that marks a new shop's table as one of this layout. */
export const upsertLayoutVersion = (): Write =>
  upsert(schemaKey, { set: { version: layoutVersion } })
