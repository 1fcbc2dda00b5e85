import { useTablesTexts } from '../../texts/use-texts.ts'
import type { Section } from '../section.ts'
import { Tables } from './tables.tsx'

/** The restaurant: its tables, what they order, and their bills. */
export const tables: Section = {
  id: 'tables',
  useTitle: () => useTablesTexts().tables,
  icon: 'M3 10h18M5 10v9M19 10v9M8 10V6h8v4',
  isFor: ({ shop, may }) =>
    shop.settings.businessType === 'restaurant' && may('orders_read'),
  sells: true,
  View: Tables,
}
