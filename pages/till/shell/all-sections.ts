import { after } from '../sections/past-sales/section.ts'
import type { Section } from '../sections/section.ts'
import { sell } from '../sections/sell/section.ts'
import { day } from '../sections/shifts/section.ts'
import { tables } from '../sections/tables/section.ts'

/** The sections of the till, in the order of the navigation. */
export const sections: readonly Section[] = [tables, sell, after, day]
