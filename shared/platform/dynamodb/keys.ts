import { createHash } from 'node:crypto'
import { sortableId } from '../../ids.ts'
import { isUuid } from '../../uuid.ts'

/** A primary key of the one table. */
export type Key = { readonly pk: string; readonly sk: string }

/** A stored record: its key and its attributes. */
export type Item = Key & Record<string, unknown>

/** A record before and after a committed change; undefined for a created or deleted one. */
export type ChangedRecord = {
  readonly key: Key
  readonly before?: Item
  readonly after?: Item
}

/**
 * Returns a client's id as part of a key. A text that is not a UUID becomes `-`, which no
 * record has: it is not found, even when it is too long for a key.
 */
export const idInKey = (id: string) => (isUuid(id) ? id : '-')

/**
 * The key of a record in a small collection. A collection is one partition: listing it is
 * one strongly consistent query in the order of creation, and getting a record is one read.
 */
export const collectionKey = (collection: string, id: string, prefix = ''): Key => ({
  pk: collection,
  sk: `${prefix}${sortableId(idInKey(id))}`,
})

/**
 * Returns the key to which a soft delete moves a record, so that lists of its collection
 * no longer read it.
 */
export const softDeletedKey = (collection: string, id: string): Key => ({
  pk: `RETIRED#${collection}`,
  sk: sortableId(id),
})

/**
 * The key of the guard that makes a text unique within a scope. The text is hashed:
 * clients may send more than a key can hold.
 */
export const uniqueGuard = (scope: string, value: string): Key => ({
  pk: `UNIQUE#${scope}#${hashed(value)}`,
  sk: 'GUARD',
})

/** Unix ms with 13 digits: sorts by time until the year 2286. */
export const sortableMs = (atMs: number): string =>
  String(Math.max(0, Math.trunc(atMs))).padStart(13, '0')

/** A fixed-length stand-in for client text in a key. */
export const hashed = (value: string) =>
  createHash('sha256').update(value).digest('base64url')
