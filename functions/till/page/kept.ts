import { keptFor } from '../../../page-parts/kept.ts'

/** What this browser keeps for the till. */
export const kept = keptFor('till')
