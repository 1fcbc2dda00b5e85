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
  {
    id: 'stock',
    titleIn: ({ units }) => units,
    icon: 'M3 21V9l9-6 9 6v12M7 21v-8h10v8M7 17h10',
    isFor: ({ may, isRestaurant }) =>
      !isRestaurant && may('products_update') && may('orders_create'),
    load: () => import('../sections/stock/section.tsx'),
  },
  {
    id: 'import',
    titleIn: ({ imports }) => imports,
    icon: 'M12 3v12M7 10l5 5 5-5M4 17v4h16v-4',
    isFor: ({ isAdmin }) => isAdmin,
    load: () => import('../sections/import/section.tsx'),
  },
]
