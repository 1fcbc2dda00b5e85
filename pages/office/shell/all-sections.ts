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
  {
    id: 'goods',
    titleIn: ({ goods }) => goods,
    icon: 'M12 3l8 4.5v9L12 21l-8-4.5v-9L12 3zM4 7.5l8 4.5 8-4.5M12 12v9',
    isFor: ({ may, isRestaurant }) =>
      may(isRestaurant ? 'dish_update' : 'products_update'),
    load: () => import('../sections/goods/section.tsx'),
  },
]
