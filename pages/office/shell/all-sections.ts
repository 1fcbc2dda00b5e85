import { hasTills } from '../../parts/is-served.ts'
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
    id: 'reports',
    titleIn: ({ reports }) => reports,
    icon: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6M20 16V5',
    isFor: ({ may }) =>
      may('reports_read') || may('shifts_report_read') || may('reports_export'),
    load: () => import('../sections/reports/section.tsx'),
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
  {
    id: 'taxes',
    titleIn: ({ taxes }) => taxes,
    icon: 'M19 5 5 19M7 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
    isFor: ({ may }) => may('settings_update'),
    load: () => import('../sections/taxes/section.tsx'),
  },
  {
    id: 'people',
    titleIn: ({ people }) => people,
    icon: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 21a7 7 0 0 1 14 0M16 4a4 4 0 0 1 0 7M18 14a7 7 0 0 1 4 7',
    isFor: ({ may }) => may('users_read'),
    load: () => import('../sections/people/section.tsx'),
  },
  {
    id: 'tills',
    titleIn: ({ tills }) => tills,
    icon: 'M4 13h16v7H4zM6 13V5h9v8M8 8h5M17 16h1M15 5l3 3v5',
    isFor: ({ may }) => hasTills() && (may('tills_create') || may('shifts_report_read')),
    load: () => import('../sections/tills/section.tsx'),
  },
  {
    id: 'node',
    titleIn: ({ moneyOnNode }) => moneyOnNode,
    icon: 'M13 2 4 14h7l-1 8 9-12h-7l1-8z',
    isFor: ({ may, isAdmin }) =>
      isAdmin || may('payments_read') || may('settings_update'),
    load: () => import('../sections/node/section.tsx'),
  },
  {
    id: 'devices',
    titleIn: ({ devices }) => devices,
    icon: 'M7 8V3h10v5M5 17H3v-7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v7h-2M7 14h10v7H7zM17 11h1',
    isFor: ({ may, isAdmin }) => isAdmin || may('printer_update'),
    load: () => import('../sections/devices/section.tsx'),
  },
  {
    id: 'shop',
    titleIn: ({ shop }) => shop,
    icon: 'M3 9l2-5h14l2 5M4 9v11h16V9M9 20v-6h6v6M3 9h18',
    isFor: ({ may }) => may('settings_update'),
    load: () => import('../sections/shop/section.tsx'),
  },
  {
    id: 'programs',
    titleIn: ({ programs }) => programs,
    icon: 'M8 4v5M16 4v5M5 9h14v3a7 7 0 0 1-14 0V9zM12 19v3',
    isFor: ({ isAdmin }) => isAdmin,
    load: () => import('../sections/programs/section.tsx'),
  },
]
