import { v7 } from 'uuid'

/**
 * The id of a new record: a UUID of version 7, which begins with the Unix ms. Within a
 * process each id is greater than the one before, also within one millisecond and when the
 * clock is set back, so records sorted by id are sorted by creation. Ids are not secret:
 * sessions, tokens and reservations must not be guessed, so they use random UUIDs.
 */
export const newId = (): string => v7()
