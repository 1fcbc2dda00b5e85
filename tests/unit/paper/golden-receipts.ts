import {
  billTemplate,
  kitchenTemplate,
  receiptTemplate,
  refundTemplate,
  zReportTemplate,
} from '../../../shared/paper/layout/built-in.ts'
import type { PrintedTicket, Receipt } from '../../../shared/paper/layout/receipt.ts'
import { sampleTicket } from '../../../shared/paper/layout/sample.ts'
import {
  clockOf,
  orderTicket,
  refundSlip,
} from '../../../shared/paper/printing/order-ticket.ts'
import { zReportTicket } from '../../../shared/paper/printing/print-z-report.ts'
import { currencyByAcronym } from '../../../shared/platform/money/currencies.ts'
import { bitcoinId } from '../../../shared/platform/money/payment-methods.ts'
import { kitchenTicket } from '../../../shared/selling/kitchen/kitchen-tickets.ts'
import type { OrderLine } from '../../../shared/selling/restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../../../shared/selling/restaurant/restaurant-orders.ts'
import type { ShopConfig } from '../../../shared/selling/shop-config/config.ts'

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
  elements: [...receiptTemplate.in.en],
  ticket: printed,
  config,
  keepsLetters: true,
})

const bill = (printed: PrintedTicket): Receipt => ({
  ...receipt(printed),
  elements: [...billTemplate.in.en],
})

/** The shop as it is on record. */
const configRecord: ShopConfig = {
  pk: 'SHOP',
  sk: 'CONFIG',
  id: 1,
  businessType: 'restaurant',
  businessTypeConfirmed: true,
  businessLogoUrl: null,
  ...config,
}

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
      { quantity: 2, name: 'Menú del día', price: 29, comments: ['2 x 14.50'] },
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
      { quantity: 3, name: 'Pan de molde', price: 5.7, taxLetters: 'A' },
      { quantity: 1, name: 'Vino tinto, 75 cl', price: 12.95, taxLetters: 'C' },
      {
        quantity: 2,
        name: 'Zumo de naranja',
        price: 5,
        discount: 0.95,
        taxLetters: 'B',
      },
    ],
    total: 26.01,
  },
  {
    subtotal: 23.65,
    discount: 0.95,
    addedTax: 3.31,
    taxes: [
      { letter: 'A', name: 'IVA superreducido', ratePercent: 4, net: 5.7, tax: 0.23 },
      { letter: 'B', ...vat10, net: 4.05, tax: 0.41 },
      { letter: 'C', name: 'IVA', ratePercent: 21, net: 12.95, tax: 2.72 },
      { letter: 'D', name: 'Recargo', ratePercent: 0.625, net: 0, tax: 0 },
    ],
    tenders: [{ method: 'Debit Card', amount: 26.01 }],
  },
)

const manyLines = Array.from({ length: 100 }, (_, at) => ({
  quantity: (at % 3) + 1,
  name: `Article ${String(at + 1).padStart(3, '0')}`,
  price: ((at % 3) + 1) * 1.25,
}))

const coffee = (id: string, fields: Partial<OrderLine>): OrderLine => ({
  id,
  dishId: 'flat-white',
  dishName: 'Flat white',
  priceCents: 350,
  notes: null,
  status: 'pending',
  shouldPrepare: true,
  ...fields,
})

const oatAndShots = {
  priceCents: 560,
  modifiers: [
    { name: 'Leche de avena', priceCents: 50, quantity: 1 },
    { name: 'Sin azúcar', priceCents: 0, quantity: 1 },
    { name: 'Extra shot', priceCents: 80, quantity: 2 },
  ],
}

/** Lines of one dish, which differ in their modifiers alone. */
const coffees: readonly OrderLine[] = [
  coffee('1', oatAndShots),
  coffee('2', oatAndShots),
  coffee('3', { notes: 'very hot' }),
  coffee('4', {
    priceCents: 320,
    modifiers: [{ name: 'Small cup', priceCents: -30, quantity: 1 }],
  }),
]

const billOfCoffees: RestaurantOrderRecord = {
  pk: 'ORDER#1',
  sk: 'ORDER',
  id: '5a1c7a52-7a8e-4a27-8f4e-1a2b3c4d5e6f',
  kind: 'restaurant',
  userId: 'ana',
  userName: 'Ana',
  tableId: 'table-4',
  status: 'open',
  totalCents: 1_790,
  createdAt: '2026-11-22T09:30:00Z',
  listedAt: '2026-11-22T09:30:00.000Z#1',
  payments: [],
  lines: coffees,
  linesCents: 1_790,
  revision: 1,
  ofUser: 'ana',
  ofStatus: 'open',
}

const tableFour = { tableName: 'Table 4', roomName: 'Terrace' }

export const billTicket = (receiptLanguage: 'en' | 'es') =>
  orderTicket(
    { order: billOfCoffees, base: currencyByAcronym('EUR'), place: tableFour },
    { ...configRecord, receiptLanguage, tipsEnabled: true },
  ).ticket

/** Its cash is rounded, and a part of it was given back. */
const roundedCash = ticket(
  {
    items: [
      { quantity: 2, name: 'Flat white', price: 6.98 },
      { quantity: 1, name: 'Croissant', price: 3 },
    ],
    total: 9.98,
  },
  {
    subtotal: 9.98,
    rounding: 0.02,
    taxes: [{ ...vat10, net: 9.07, tax: 0.91 }],
    tenders: [{ method: 'Cash', amount: 10, given: 20, change: 10 }],
    refunds: [
      { date: '2026-11-22 09:30', method: 'Cash', amount: 3.49, rounding: -0.01 },
    ],
  },
)

const yen = ticket(
  {
    items: [
      { quantity: 2, name: 'コーヒー', price: 900, comments: ['2 x 450'] },
      { quantity: 1, name: 'サンドイッチ', price: 680 },
    ],
    total: 1_605.5,
  },
  {
    currency: 'JPY',
    fractionDigits: 0,
    subtotal: 1_580,
    discount: 100,
    addedTax: 126,
    // From a till that sent an amount with cents
    adjustment: -0.5,
    rounding: 0.5,
    taxes: [{ name: '消費税', ratePercent: 8.5, net: 1_480, tax: 126 }],
    tenders: [{ method: 'Cash', amount: 1_606, given: 2_000, change: 394 }],
  },
)

export const refundTicket = (language: 'en' | 'es') =>
  refundSlip(
    {
      id: '0e0f7a52-7a8e-4a27-8f4e-1a2b3c4d5e6f',
      refundedAt: '2026-11-22T09:30:00Z',
      userId: 'luis',
      userName: 'Luis',
      lines: [{ at: 0, quantity: 1, paidCents: 1071, taxCents: 41 }],
      tipCents: 0,
      amountCents: 1071,
      methodId: bitcoinId,
      methodName: 'BTC',
      satoshiAmount: 11_737,
      restocks: true,
    },
    { number: 1042 },
    [{ name: 'House blend, 250 g', tax: { name: 'VAT', rateThousandths: 4_000 } }],
    {
      clock: clockOf({ ...configRecord, receiptLanguage: language }),
      currency: 'EUR',
      form: { language, shopCurrency: 'EUR' },
    },
  )

export const zTicket = (language: 'en' | 'es') =>
  zReportTicket(
    'z-12',
    {
      rows: [],
      z: { number: 12, closedAt: '2026-11-21T20:15:00Z', closedByName: 'Ana' },
      since: '2026-11-21T08:02:00Z',
      firstNumber: 986,
      lastNumber: 1042,
      figures: {
        totalTickets: 57,
        totalDiscountsCents: 1_350,
        addedTaxCents: 0,
        adjustmentCents: -30,
        totalSalesCents: 84_120,
        totalTipsCents: 2_560,
        totalRefundsCents: 1_071,
        byPaymentMethod: [
          { name: 'Cash', cents: 34_000, refundCents: 1_000 },
          { name: 'Credit Card', cents: 31_480, tipCents: 2_000, refundCents: 0 },
          { name: 'BTC', cents: 21_200, tipCents: 560, refundCents: 71 },
        ],
        taxes: [
          {
            name: 'IVA',
            rateThousandths: 10_000,
            netCents: 60_326,
            taxCents: 6_033,
            refundedNetCents: 974,
            refundedTaxCents: 97,
          },
          { name: 'IVA', rateThousandths: 21_000, netCents: 12_793, taxCents: 2_687 },
        ],
        untaxed: { netCents: 1_210, refundedNetCents: 0 },
        initialAmountCents: 10_000,
        cashSalesCents: 34_000,
        cashInCents: 5_000,
        cashOutCents: 2_000,
        cashRefundsCents: 1_000,
        expectedTotalCents: 46_000,
        finalAmountCents: 45_800,
        differenceCents: -200,
        outside: { count: 2, cents: 1_200 },
        paidOutSat: 780,
        unsold: { soldSat: 12_000, refundedSat: 0, dismissedSat: 21, openSat: 4_500 },
      },
    },
    {
      period: '2026-11-21 08:02 - 20:15',
      currency: 'EUR',
      by: 'Ana',
      form: { language, shopCurrency: 'EUR' },
    },
  )

/** The kinds of receipts that a shop prints, by the name of their picture. */
export const usualReceipts = {
  store: receipt(store),
  restaurant: receipt(restaurant),
  'several-tenders': receipt(sampleTicket),
  'several-rates': receipt(severalRates),
  'rounded-cash': receipt(roundedCash),
  yen: receipt(yen),
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
    elements: [...kitchenTemplate.in.en],
    ticket: {
      ...ticket({ tableName: 'Table 4', roomName: 'Terrace', date: '14:05' }, {}),
      items: [
        {
          quantity: 2,
          name: 'Menú del día',
          price: null,
          comments: ['no nuts, allergic'],
          notes: 'no nuts, allergic',
          course: 'Mains',
        },
        {
          quantity: 1,
          name: 'Risotto ai funghi porcini',
          price: null,
          course: 'Mains',
        },
        { quantity: 3, name: 'Agua', price: null, comments: ['1 still, 2 sparkling'] },
      ],
      total: null,
    },
    config,
  },
  'bill-modifiers': bill(billTicket('en')),
  'kitchen-modifiers': {
    elements: [...kitchenTemplate.in.en],
    ticket: kitchenTicket(coffees, ({ course }) => course, {
      ...tableFour,
      orderId: billOfCoffees.id,
      userName: 'Ana',
      date: '2026-11-22 09:31',
      details: { time: '2026-11-22 09:31:07', part: '1 of 2' },
    }),
    config,
  },
  refund: {
    elements: [...refundTemplate.in.en],
    ticket: refundTicket('en'),
    config,
  },
  'z-report': {
    elements: [...zReportTemplate.in.en],
    ticket: zTicket('en'),
    config,
  },
} satisfies Readonly<Record<string, Receipt>>
