import { after } from './after/section.ts'
import { day } from './day/section.ts'
import type { Section } from './section.ts'
import { sell } from './sell/section.ts'
import { tables } from './tables/section.ts'

/** The sections of the till, in the order of the navigation. */
export const sections: readonly Section[] = [tables, sell, after, day]
