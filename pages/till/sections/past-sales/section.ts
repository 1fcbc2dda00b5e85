import { usePastSalesTexts } from '../../texts/use-texts.ts'
import type { Section } from '../section.ts'
import { After } from './after.tsx'

/** Past sales: receipts, refunds, and payments without a sale. */
export const after: Section = {
  id: 'after',
  useTitle: () => usePastSalesTexts().title,
  icon: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  isFor: ({ may }) => may('orders_read'),
  View: After,
}
