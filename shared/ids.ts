import { v7 } from 'uuid'

/**
 * The id of a new record: a UUID of version 7, which begins with the Unix ms. Within a
 * process each id is greater than the one before it, also within one millisecond and when
 * the clock is set back, so that sorting by id is sorting by creation. An id is no secret:
 * what must not be guessed or told in order (sessions, tokens, reservations) is random.
 */
export const newId = (): string => v7()
