import type { PrintedTicket } from './receipt.ts'

/** A sale with everything that receipts show, for previews without their own data. */
export const sampleTicket: PrintedTicket = {
  ticketId: '6b0f6e3a-4c1d-4e83-9a52-3d7c41f0b218',
  tableName: 'Table 4',
  roomName: 'Terrace',
  date: '2026-11-21 14:05',
  items: [
    { quantity: 2, name: 'Flat white', price: 7, comments: ['2 x 3.50', 'oat milk'] },
    { quantity: 1, name: 'Croissant', price: 2.4 },
    { quantity: 1, name: 'House blend, 250 g', price: 11.9 },
  ],
  total: 20.17,
  details: {
    number: 1042,
    cashier: 'Ana',
    currency: 'EUR',
    subtotal: 21.3,
    discount: 2.13,
    tip: 1,
    taxes: [
      { name: 'VAT', ratePercent: 10, net: 7.69, tax: 0.77 },
      { name: 'VAT', ratePercent: 4, net: 10.3, tax: 0.41 },
    ],
    tenders: [
      {
        method: 'BTC',
        amount: 10.17,
        satoshis: 11_145,
        exchangeRate: '91250.00 EUR',
        rateSource: 'kraken, coinbase',
      },
      { method: 'Cash', amount: 10, given: 20, change: 10 },
    ],
    paymentHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  },
}
