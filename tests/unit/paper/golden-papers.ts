import {
  defaultSettings,
  type PaperColumns,
} from '../../../shared/paper/layout/print-settings.ts'
import type { Receipt } from '../../../shared/paper/layout/receipt.ts'
import type { ElementStyle } from '../../../shared/paper/layout/template.ts'
import { config, store, usualReceipts } from './golden-receipts.ts'

const style = (
  justification: ElementStyle['justification'],
  fontSize: ElementStyle['fontSize'],
): ElementStyle => ({ bold: true, justification, fontSize })

const on = (columns: PaperColumns, printed: Receipt): Receipt => ({
  ...printed,
  settings: { ...defaultSettings, columns },
})

const invoice: Receipt = {
  elements: [
    { type: 'HEADER', value: '{{config.businessName}}', style: style('CENTER', 'LARGE') },
    { type: 'TABLE_ROW', value: '', style: style('LEFT', 'LARGE') },
    { type: 'TOTAL_ROW', value: '', style: style('LEFT', 'EXTRA_LARGE') },
    { type: 'QRCODE', value: '', style: style('CENTER', 'EXTRA_LARGE') },
  ],
  ticket: {
    ...store,
    items: [{ quantity: 1, name: 'Espresso machine', price: 12_499.5 }],
    total: 12_499.5,
    invoice: `lnbc12m1${'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqf'.repeat(6)}`,
  },
  config,
}

/** Receipts by the name of their picture, also on narrower paper. */
export const goldenReceipts: Readonly<Record<string, Receipt>> = {
  ...usualReceipts,
  'store-32': on(32, usualReceipts.store),
  'several-tenders-32': on(32, usualReceipts['several-tenders']),
  'several-rates-32': on(32, usualReceipts['several-rates']),
  'kitchen-32': on(32, usualReceipts.kitchen),
  'several-tenders-42': on(42, usualReceipts['several-tenders']),
  'invoice-32': on(32, invoice),
  'invoice-48': on(48, invoice),
}
