import {
  type BuiltInTemplate,
  billTemplate,
  kitchenTemplate,
  receiptTemplate,
  refundTemplate,
  zReportTemplate,
} from '../../../shared/paper/layout/built-in.ts'
import {
  defaultSettings,
  type PaperColumns,
} from '../../../shared/paper/layout/print-settings.ts'
import type { Receipt } from '../../../shared/paper/layout/receipt.ts'
import type { ElementStyle } from '../../../shared/paper/layout/template.ts'
import {
  billTicket,
  config,
  refundTicket,
  store,
  usualReceipts,
  zTicket,
} from './golden-receipts.ts'

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

/** Builds the paper in Spanish, with everything that such a paper may have. */
const inSpanish = (
  template: BuiltInTemplate,
  { ticket }: Receipt,
  details: NonNullable<Receipt['ticket']['details']> = {},
): Receipt => ({
  elements: [...template.in.es],
  ticket: {
    ...ticket,
    details: { ...ticket.details, ...details, language: 'es', shopCurrency: 'EUR' },
  },
  config,
  keepsLetters: true,
})

const spanishReceipt = inSpanish(receiptTemplate, usualReceipts['several-rates'], {
  time: '21/11/2026 14:05:33 (UTC+1)',
  openedAt: '21/11/2026 12:48:02 (UTC+1)',
})

const spanishBill: Receipt = {
  ...inSpanish(billTemplate, usualReceipts['bill-modifiers']),
  ticket: billTicket('es'),
}
const spanishBillToPay: Receipt = {
  ...spanishBill,
  ticket: { ...spanishBill.ticket, tableName: '', invoice: invoice.ticket.invoice },
}

const spanishKitchen = inSpanish(kitchenTemplate, usualReceipts.kitchen, {
  time: '21/11/2026 14:05:33',
  part: '1 de 2',
})
const spanishRefund: Receipt = {
  ...inSpanish(refundTemplate, usualReceipts.refund),
  ticket: refundTicket('es'),
}
const spanishZReport: Receipt = {
  ...inSpanish(zReportTemplate, usualReceipts['z-report']),
  ticket: zTicket('es'),
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
  ...Object.fromEntries(
    Object.entries({
      receipt: spanishReceipt,
      bill: spanishBill,
      'bill-to-pay': spanishBillToPay,
      kitchen: spanishKitchen,
      refund: spanishRefund,
      'z-report': spanishZReport,
    }).flatMap(([name, printed]) =>
      ([32, 48] as const).map((columns) => [
        `es-${name}-${columns}`,
        on(columns, printed),
      ]),
    ),
  ),
}
