import { v7, validate, version } from 'uuid'

/**
 * The id of a new record: a UUID of version 7, which begins with the Unix ms. Within a
 * process each id is greater than the one before, also within one millisecond and when the
 * clock is set back, so records sorted by id are sorted by creation. Ids are not secret:
 * sessions, tokens and reservations must not be guessed, so they use random UUIDs.
 */
export const newId = (): string => v7()

/** When a record with this id was created, in Unix ms; undefined for ids of another kind. */
export const createdMsOf = (id: string): number | undefined =>
  validate(id) && version(id) === 7
    ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    : undefined
