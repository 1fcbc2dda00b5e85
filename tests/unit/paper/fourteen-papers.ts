import {
  type BuiltInTemplate,
  billTemplate,
  inLanguage,
  kitchenTemplate,
  payCodeTemplate,
  receiptTemplate,
  refundTemplate,
  xReportTemplate,
  zReportTemplate,
} from '../../../shared/paper/layout/built-in.ts'
import { wordsOf } from '../../../shared/paper/layout/language.ts'
import { mark } from '../../../shared/paper/layout/layout.ts'
import {
  defaultSettings,
  type PrintSettings,
} from '../../../shared/paper/layout/print-settings.ts'
import type { PrintedTicket, Receipt } from '../../../shared/paper/layout/receipt.ts'
import { sampleTicket } from '../../../shared/paper/layout/sample.ts'
import { TemplateElement } from '../../../shared/paper/layout/template.ts'
import { testPage } from '../../../shared/paper/layout/test-page.ts'
import {
  billTicket,
  config,
  refundTicket,
  store,
  usualReceipts,
  zTicket,
} from './golden-receipts.ts'

export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Paper of 58 mm, paper of 58 mm on Epson's wider head, and paper of 80 mm. */
export const widths: readonly PrintSettings[] = [
  { ...defaultSettings, columns: 32 },
  { ...defaultSettings, columns: 32, dots: 420 },
  { ...defaultSettings, columns: 48 },
]

type Details = NonNullable<PrintedTicket['details']>

const times = {
  en: { time: '2026-11-21 14:05:33', openedAt: '2026-11-21 12:48:02' },
  es: { time: '21/11/2026 14:05:33', openedAt: '21/11/2026 12:48:02' },
} as const

const buyer = {
  name: 'Obras y Reformas Núñez SL',
  taxId: 'B-87654321',
  address: 'Avenida de la Constitución 112\n28010 Madrid',
}

const receiptPage =
  'https://nandu.example/r/5a1c7a52-7a8e-4a27-8f4e-1a2b3c4d5e6f.kq3Vb1xYz0aLmN8wQeRtYg'

const invoice = `lnbc179u1${'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqf'.repeat(6)}`

/** The fourteen papers of a shop in a language, by the names of their pictures. */
export function papersIn(language: Language): Readonly<Record<string, Receipt>> {
  const words = wordsOf(language)
  const by = (
    template: BuiltInTemplate,
    ticket: PrintedTicket,
    details: Details = {},
    above: readonly TemplateElement[] = [],
  ): Receipt => ({
    elements: [...above, ...inLanguage(template, language).elements],
    ticket: {
      ...ticket,
      details: {
        ...ticket.details,
        time: times[language].time,
        ...(language === 'es' && { language, shopCurrency: 'EUR' }),
        ...details,
      },
    },
    config,
    keepsLetters: true,
  })
  const large = (value: string) =>
    TemplateElement.parse({
      type: 'HEADER',
      value,
      style: { bold: true, justification: 'CENTER', fontSize: 'LARGE', size: 2 },
    })
  const bill = billTicket(language)
  const { time, openedAt } = times[language]
  return {
    bill: by(billTemplate, bill),
    'bill-to-pay': by(billTemplate, { ...bill, invoice }, { payUntil: '14:15' }),
    receipt: by(receiptTemplate, store, { currency: 'EUR' }),
    'receipt-with-buyer': by(receiptTemplate, usualReceipts.restaurant.ticket, {
      currency: 'EUR',
      openedAt,
      buyer,
      receiptPage,
    }),
    'receipt-of-several-rates': by(
      receiptTemplate,
      usualReceipts['several-rates'].ticket,
      { currency: 'EUR' },
    ),
    'receipt-over-lightning': by(receiptTemplate, sampleTicket),
    copy: by(receiptTemplate, store, { currency: 'EUR' }, [
      mark(words.copy),
      mark(words.printedAt(time)),
    ]),
    'not-a-receipt': by(receiptTemplate, store, { currency: 'EUR' }, [
      mark(words.notSale),
    ]),
    refund: by(refundTemplate, refundTicket(language), {
      buyer,
      summaries: [
        { title: 'Number', rows: [{ label: words.refund.number, value: 'R-7' }] },
      ],
    }),
    kitchen: by(kitchenTemplate, usualReceipts.kitchen.ticket, {
      part: words.kitchen.part(1, 2),
    }),
    'kitchen-told': by(
      kitchenTemplate,
      {
        ...usualReceipts.kitchen.ticket,
        tableName: 'Mesa 4',
        roomName: 'Terraza',
        items: usualReceipts.kitchen.ticket.items.slice(0, 1),
      },
      {},
      [
        large(`*** ${words.kitchen.moved} ***`),
        large(words.kitchen.from('Mesa 7')),
        large(words.kitchen.to('Mesa 4')),
      ],
    ),
    'z-report': by(zReportTemplate, zTicket(language)),
    'x-report': by(xReportTemplate, zTicket(language)),
    'pay-code': by(
      payCodeTemplate,
      {
        ...store,
        ticketId:
          'LNURL1DP68GURN8GHJ7MRWW4EXCTNV9E3K7MF0D3H82UNVWQHKZURF9AMRZTMVDE6HYMP0XVCQ6YZ4',
        tableName: 'Mesa 4',
        roomName: 'Terraza',
        items: [],
        total: null,
      },
      { subtotal: undefined },
    ),
  }
}

/** The test page of a printer, which is the same in each language. */
export const testPageOf = (settings: PrintSettings): Receipt => ({
  elements: testPage(settings).elements,
  ticket: { ...store, ticketId: 'Test print', tableName: 'front', items: [], total: 0 },
  config,
  settings,
})
