import { createHash } from 'node:crypto'
import { isUuid } from '../uuid.ts'

/** A primary key of the one table. */
export type Key = { readonly pk: string; readonly sk: string }

/** A stored record: its key and its attributes. */
export type Item = Key & Record<string, unknown>

/**
 * An id from a client as part of a key. What is no UUID becomes one that no record has,
 * so it is unknown, too long for a key or not.
 */
export const idInKey = (id: string) => (isUuid(id) ? id : '-')

/**
 * The key of a small collection's record. A collection is one partition, so that its
 * list is one strongly consistent query and a record one read.
 */
export const collectionKey = (collection: string, id: string, prefix = ''): Key => ({
  pk: collection,
  sk: `${prefix}${idInKey(id)}`,
})

/** Where deleted records of a collection go, so that lists never read the dead. */
export const softDeletedKey = (collection: string, id: string): Key => ({
  pk: `RETIRED#${collection}`,
  sk: id,
})

/**
 * The key of the guard that makes a text unique within a scope. The text is hashed:
 * clients may send more than a key can hold.
 */
export const uniqueGuard = (scope: string, value: string): Key => ({
  pk: `UNIQUE#${scope}#${hashed(value)}`,
  sk: 'GUARD',
})

/** A fixed-length stand-in for client text in a key. */
export const hashed = (value: string) =>
  createHash('sha256').update(value).digest('base64url')
