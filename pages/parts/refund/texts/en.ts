/** A refund in words: its amount if known, its goods if some were chosen. */
type RefundInWords = {
  readonly amount: string | undefined
  readonly goods: string | undefined
  readonly way: string
  readonly ticket: string
}

export const inWords = (amount: string | undefined, goods: string | undefined) =>
  amount && goods ? `${amount} (${goods})` : (amount ?? goods ?? '')

/** The words of a refund. Every language has the same keys. */
export const en = {
  methodNames: { BTC: 'Bitcoin' } as Readonly<Record<string, string>>,
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
  toInvoice: 'in Bitcoin, to a Lightning invoice',
  byMethod: (method: string) => `by ${method}`,
  cashWithoutShift:
    'No shift is open: this cash counts in the Z of the next one, which begins with what is then in the drawer.',
  invoice: "The customer's invoice",
  invoiceHint: 'It names the satoshis and expires within 24 hours.',
  invoiceNames: (satoshis: string, isExact: boolean) =>
    `It names ${isExact ? '' : 'at most '}${satoshis} and expires within 24 hours.`,
  restock: 'The goods return to stock',
  reason: 'Reason',
  giveBack: (amount?: string) => (amount ? `Give back ${amount}` : 'Give back'),
  givingBack: 'Giving back …',
  refundOf: ({ amount, goods, way, ticket }: RefundInWords) =>
    `Refund of ${inWords(amount, goods)}, ${way}, ticket ${ticket}`,
}

export type RefundTexts = typeof en
