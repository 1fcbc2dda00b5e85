import type { Section } from './section.ts'

/** The sections of the page, in the order of the navigation. */
export const sections: readonly Section[] = [
  {
    id: 'today',
    titleIn: ({ today }) => today,
    icon: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
    isFor: () => true,
    load: () => import('../sections/today/section.tsx'),
  },
]
