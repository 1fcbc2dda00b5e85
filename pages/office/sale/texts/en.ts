import type { SaleFlag } from '../../../../shared/client/api.ts'

export const en = {
  unread: 'The sale could not be read. Close it, and open it again later.',
  saleAt: (moment: string) => `Sale, ${moment}`,
  deletedSale: 'This order was deleted since.',
  refund: 'Refund',
  tipIncluded: 'of it tip',
  discounts: 'Discounts',
  refundsOfSales: 'Refunds',
  toLookAt: 'To look at',
  seen: 'Seen',
  seenBy: (name: string, moment: string) => `Seen by ${name}, ${moment}`,
  flags: {
    number_differs: "Its number was taken: it has one of the shop's own.",
    was_unused: 'Its number had been confirmed as unused.',
    stock_short: 'More was sold than the stock had.',
    price_differs: 'A price is not the one of the catalogue.',
    discount_not_permitted: 'Its seller may give no such discount, or key in no amounts.',
    product_gone: 'A product is gone or has changed.',
    user_gone: 'Its seller was removed.',
    tax_differs: 'The shop never had one of its taxes.',
    late: 'It was sold before the last Z, and counts in the next.',
    over_limit: 'It is above a limit of the shop.',
    backdated: 'It claims to be earlier than the sale of the number before.',
    clock_differs: 'The clock of the till is wrong.',
    user_not_on_till: 'Nothing proves that its seller was known at the till.',
    till_revoked: 'The till had been revoked.',
    till_copied: 'A copy of the till handed it in.',
  } satisfies Record<SaleFlag, string>,
  printAgain: 'Print again',
  printed: 'It was sent to the printer.',
  noPrinter: 'Nothing can be printed: no printer for receipts is switched on.',
}

export type SaleTexts = typeof en
