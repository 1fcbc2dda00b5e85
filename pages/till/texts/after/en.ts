/** What goes back: the amount where it is known, the goods where some were chosen. */
type RefundInWords = {
  readonly amount: string | undefined
  readonly goods: string | undefined
  readonly way: string
  readonly ticket: number
}

export const inWords = (amount: string | undefined, goods: string | undefined) =>
  amount && goods ? `${amount} (${goods})` : (amount ?? goods ?? '')

/** The words of what was sold. Every language has the same keys. */
export const en = {
  title: 'Sales',
  salesOfToday: "Today's sales",
  number: 'Ticket number',
  salesOfDay: 'Sales of the day',
  day: 'Day',
  dayBefore: 'The day before',
  dayAfter: 'The day after',
  noSales: 'Nothing was sold on this day.',
  noSuchSale: 'No sale of this day has this number.',
  loading: 'Reading …',
  readAgain: 'Read again',
  ticket: (number: number) => `Ticket ${number}`,
  open: 'Not paid yet',
  refunded: 'Refunded',
  partlyRefunded: 'Partly refunded',
  methodNames: { BTC: 'Lightning' } as Readonly<Record<string, string>>,

  receiptPicture: 'The receipt as it is printed',
  noPicture: 'The receipt cannot be shown at the moment.',
  printAgain: 'Print again',
  printed: 'It is being printed.',
  refund: 'Refund',
  refundsSoFar: 'Given back so far',

  whatGoesBack: 'What goes back?',
  everything: 'Everything that is left',
  byLine: 'Some of the goods',
  byDish: 'Some of the dishes',
  bySum: 'A sum',
  sum: 'Sum',
  less: (name: string) => `One ${name} less`,
  more: (name: string) => `One ${name} more`,
  ofLeft: (left: number) => `of ${left}`,
  howItGoesBack: 'How does it go back?',
  atMost: (amount: string) => `up to ${amount}`,
  inCash: 'in cash',
  toInvoice: 'to a Lightning invoice',
  byMethod: (method: string) => `by ${method}`,
  cashWithoutShift:
    'No shift is open: this cash counts in the Z of the next one, which begins with what is then in the drawer.',
  invoice: "The customer's invoice",
  invoiceHint: 'It names the satoshis and expires within 24 hours.',
  restock: 'The goods return to stock',
  reason: 'Reason',
  giveBack: (amount?: string) => (amount ? `Give back ${amount}` : 'Give back'),
  givingBack: 'Giving back …',
  gaveBack: (amount: string) => `${amount} went back.`,
  handOver: (amount: string) => `Hand over ${amount} in cash.`,
  wentOverLightning: (amount: string) => `${amount} went back over Lightning.`,
  giveBackBy: (amount: string, method: string) => `Give back ${amount}: ${method}.`,
  refundOf: ({ amount, goods, way, ticket }: RefundInWords) =>
    `Refund of ${inWords(amount, goods)}, ${way}, ticket ${ticket}`,
  voidSale: 'Void this sale',
  voidNow: 'Void it',
  voidOf: (ticket: number, amount: string, way: string) =>
    `Void ticket ${ticket}: all of it goes back, ${amount}, ${way}.`,
  voidReason: 'Void',
  printSlip: 'Print the slip',
  back: 'Back',

  unmatched: 'Payments without a sale',
  unmatchedHint: 'They were received over Lightning, and nothing was sold for them.',
  anyAmount: 'Unknown amount',
  sellFor: 'Sell the cart for it',
  fillCart: 'The cart is empty: fill it with what was bought, and come back.',
  cartOf: (count: number) => (count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`),
  differs: (amount: string, isMore: boolean) =>
    isMore
      ? `The payment is worth ${amount} more than the cart costs.`
      : `The payment is worth ${amount} less than the cart costs.`,
  sellCart: (amount: string) => `Sell the cart: ${amount}`,
  soldFor: (amount: string) => `The cart of ${amount} is sold for it.`,
  soldForSoon: (amount: string) =>
    `The shop does not answer. The cart of ${amount} is sold for it as soon as it does.`,
  attach: 'Put on a bill',
  attachTo: (payment: string, bill: string) => `Put ${payment} on the bill ${bill}`,
  chooseBill: 'Whose bill does it pay?',
  noBills: 'No bill is open.',
  bill: (table: string | null, amount: string) =>
    table === null ? amount : `${table}: ${amount}`,
  attached: 'It is on the bill.',
  payBack: 'Pay back',
  paidBack: 'It was paid back.',
  dismiss: 'Take off the list',
  dismissHint: 'Nothing is sold for it. Only do this for tests and the like.',
}

export type AfterTexts = typeof en
