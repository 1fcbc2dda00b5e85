import {
  kitchenTemplate,
  receiptTemplate,
  refundTemplate,
  zReportTemplate,
} from '../../../shared/paper/layout/built-in.ts'
import type { PrintedTicket } from '../../../shared/paper/layout/printed-ticket.ts'
import type { Receipt } from '../../../shared/paper/layout/receipt.ts'
import { refundTicket } from '../../../shared/paper/layout/refund-slip.ts'
import { sampleTicket } from '../../../shared/paper/layout/sample.ts'
import { zReportTicket } from '../../../shared/paper/layout/z-report.ts'

export const config = {
  businessName: 'Café Ñandú',
  businessAddress: 'Calle de la Luna 7\n28004 Madrid',
  businessPhone: '+34 910 123 456',
  businessEmail: 'hola@nandu.example',
  businessTaxId: 'B-12345674',
}

type Details = NonNullable<PrintedTicket['details']>

const ticket = (fields: Partial<PrintedTicket>, details: Details): PrintedTicket => ({
  ...sampleTicket,
  tableName: '',
  roomName: '',
  ...fields,
  details: { number: 1042, cashier: 'Ana', ...details },
})

const vat10 = { name: 'IVA', ratePercent: 10 }

const receipt = (printed: PrintedTicket): Receipt => ({
  elements: [...receiptTemplate.elements],
  ticket: printed,
  config,
})

export const store = ticket(
  {
    items: [
      { quantity: 2, name: 'Flat white', price: 7 },
      { quantity: 1, name: 'Croissant', price: 2.4 },
    ],
    total: 9.4,
  },
  {
    subtotal: 9.4,
    taxes: [{ ...vat10, net: 8.55, tax: 0.85 }],
    tenders: [{ method: 'Cash', amount: 9.4, given: 20, change: 10.6 }],
  },
)

const restaurant = ticket(
  {
    tableName: 'Table 4',
    roomName: 'Terrace',
    items: [
      { quantity: 2, name: 'Menú del día', price: 29, comments: ['no nuts'] },
      { quantity: 1, name: 'Agua con gas', price: 2.5 },
      { quantity: 2, name: 'Café solo', price: 3.2 },
    ],
    total: 38.17,
  },
  {
    subtotal: 34.7,
    tip: 3.47,
    taxes: [{ ...vat10, net: 31.55, tax: 3.15 }],
    tenders: [{ method: 'Credit Card', amount: 38.17 }],
  },
)

const severalRates = ticket(
  {
    items: [
      { quantity: 3, name: 'Pan de molde', price: 5.7 },
      { quantity: 1, name: 'Vino tinto, 75 cl', price: 12.95 },
      { quantity: 2, name: 'Zumo de naranja', price: 5 },
    ],
    total: 26.01,
  },
  {
    subtotal: 23.65,
    discount: 0.95,
    addedTax: 3.31,
    taxes: [
      { name: 'IVA superreducido', ratePercent: 4, net: 5.7, tax: 0.23 },
      { ...vat10, net: 4.05, tax: 0.41 },
      { name: 'IVA', ratePercent: 21, net: 12.95, tax: 2.72 },
      { name: 'Recargo', ratePercent: 0.625, net: 0, tax: 0 },
    ],
    tenders: [{ method: 'Debit Card', amount: 26.01 }],
  },
)

const manyLines = Array.from({ length: 100 }, (_, at) => ({
  quantity: (at % 3) + 1,
  name: `Article ${String(at + 1).padStart(3, '0')}`,
  price: ((at % 3) + 1) * 1.25,
}))

/** Ten kinds of receipts that a shop prints, by the name of their picture. */
export const usualReceipts = {
  store: receipt(store),
  restaurant: receipt(restaurant),
  'several-tenders': receipt(sampleTicket),
  'several-rates': receipt(severalRates),
  'accented-names': receipt({
    ...store,
    items: [
      { quantity: 1, name: 'Jalapeños à la crème brûlée', price: 4.5 },
      { quantity: 2, name: 'Smørrebrød, Öl & Käsespätzle', price: 3.2 },
      { quantity: 1, name: '¿Piña? ¡Sí! Łódź', price: 1.7 },
    ],
  }),
  'long-names': receipt({
    ...store,
    items: [
      {
        quantity: 12,
        name: 'Organic single-origin Ethiopian Yirgacheffe coffee beans 1kg',
        price: 226.8,
      },
      {
        quantity: 1,
        name: 'Hand-thrown stoneware breakfast mug, speckled blue, 350 ml..',
        price: 1_234.5,
      },
    ],
    total: 1_461.3,
    details: {
      ...store.details,
      taxes: [{ ...vat10, net: 1_328.45, tax: 132.85 }],
      tenders: [{ method: 'Bank Transfer', amount: 1_461.3 }],
    },
  }),
  'hundred-lines': receipt({
    ...store,
    items: manyLines,
    total: manyLines.reduce((sum, { price }) => sum + price, 0),
    details: {
      ...store.details,
      taxes: [{ ...vat10, net: 226.14, tax: 22.61 }],
      tenders: [{ method: 'Cash', amount: 248.75, given: 250, change: 1.25 }],
    },
  }),
  kitchen: {
    elements: [...kitchenTemplate.elements],
    ticket: {
      ...ticket({ tableName: 'Table 4', roomName: 'Terrace', date: '14:05' }, {}),
      items: [
        {
          quantity: 2,
          name: 'Menú del día',
          price: null,
          comments: ['no nuts, allergic'],
        },
        { quantity: 1, name: 'Risotto ai funghi porcini', price: null },
        { quantity: 3, name: 'Agua', price: null, comments: ['1 still, 2 sparkling'] },
      ],
      total: null,
    },
    config,
  },
  refund: {
    elements: [...refundTemplate.elements],
    ticket: refundTicket({
      id: '0e0f7a52-7a8e-4a27-8f4e-1a2b3c4d5e6f',
      number: 1042,
      date: '2026-11-22 09:30',
      refundedBy: 'Luis',
      lines: [{ quantity: 1, name: 'House blend, 250 g', cents: 1071 }],
      tipCents: 0,
      amountCents: 1071,
      method: 'BTC',
      satoshis: 11_737,
      taxes: [{ name: 'VAT', ratePercent: 4, netCents: 1030, taxCents: 41 }],
    }),
    config,
  },
  'z-report': {
    elements: [...zReportTemplate.elements],
    ticket: zReportTicket({
      id: 'z-12',
      number: 12,
      period: '2026-11-21 08:02 - 20:15',
      by: 'Ana',
      tickets: 57,
      firstNumber: 986,
      lastNumber: 1042,
      grossCents: 85_500,
      discountCents: 1_350,
      addedTaxCents: 0,
      adjustmentCents: -30,
      salesCents: 84_120,
      tipCents: 2_560,
      byMethod: [
        { name: 'Cash', cents: 34_000, refundCents: 1_000 },
        { name: 'Credit Card', cents: 31_480, refundCents: 0 },
        { name: 'BTC', cents: 21_200, refundCents: 71 },
      ],
      taxes: [
        {
          name: 'IVA',
          ratePercent: 10,
          netCents: 61_300,
          taxCents: 6_130,
          refundedNetCents: 974,
          refundedTaxCents: 97,
        },
        {
          name: 'IVA',
          ratePercent: 21,
          netCents: 12_793,
          taxCents: 2_687,
          refundedNetCents: 0,
          refundedTaxCents: 0,
        },
        {
          name: 'Untaxed',
          ratePercent: 0,
          netCents: 1_210,
          taxCents: 0,
          refundedNetCents: 0,
          refundedTaxCents: 0,
        },
      ],
      cash: {
        initialCents: 10_000,
        salesCents: 34_000,
        inCents: 5_000,
        outCents: 2_000,
        refundCents: 1_000,
        expectedCents: 46_000,
        countedCents: 45_800,
        differenceCents: -200,
      },
      outside: { count: 2, cents: 1_200 },
      paidOutSat: 780,
    }),
    config,
  },
} satisfies Readonly<Record<string, Receipt>>
