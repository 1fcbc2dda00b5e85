import { useSellTexts } from '../../texts/use-texts.ts'
import type { Section } from '../section.ts'
import { Sell } from './sell.tsx'

/** Selling at a counter. */
export const sell: Section = {
  id: 'sell',
  useTitle: () => useSellTexts().sell,
  icon: 'M3 5h2l2.4 10.5h10.2L20 8H6M9 20h.01M17 20h.01',
  isFor: ({ shop, may }) =>
    shop.settings.businessType === 'store' && may('orders_create'),
  sells: true,
  View: Sell,
}
