import type { Section } from './section.ts'

/** The sections of the till, in the order of the navigation. */
export const sections: readonly Section[] = []
