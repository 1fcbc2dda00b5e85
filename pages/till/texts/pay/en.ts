/** The words of a payment. Every language has the same keys. */
export const en = {
  pay: 'Payment',
  toPay: 'To pay',
  leftToPay: 'Left to pay',
  paid: (method: string, amount: string) => `${method} ${amount}`,
  remove: (tender: string) => `Remove ${tender}`,
  tip: 'Tip',
  noTip: 'No tip',
  otherTip: 'Other',
  tipAmount: 'Tip',
  part: 'Pay a part',
  whole: 'Pay all of it',
  partAmount: 'This part',
  cash: 'Cash',
  creditCard: 'Credit card',
  debitCard: 'Debit card',
  bankTransfer: 'Bank transfer',
  lightning: 'Lightning',
  lightningLast: 'Lightning pays what is left: take the other parts first.',
  nothingDue: 'Nothing is due',
  sellForNothing: 'Complete the sale',

  settling: (title: string, amount: string) => `Payment of ${amount}, ${title}.`,
  discountOf: (discount: string, percent: string, cost: string) =>
    `Discount of ${discount} (${percent}\u00a0%) on ${cost}.`,
  priceOf: (name: string, price: string, listed: string) =>
    `${name} for ${price} instead of ${listed}.`,

  given: 'Received',
  exact: 'Exact',
  change: 'Change',
  missing: 'Missing',
  rounded: (amount: string) => `Rounded for cash: ${amount}`,
  received: 'Received',
  confirm: (amount: string) => `${amount} received`,
  reference: 'Reference (if there is one)',
  cardHint: 'Charge the card on its terminal first.',
  transferHint: 'Look at the account first: the money must be there.',

  makingInvoice: 'Making an invoice …',
  scan: 'Scan to pay with a Lightning wallet',
  peerLost:
    'The Lightning node has lost its line: this may not be payable now. Take another method, or try again in a minute.',
  invoiceCode: 'Code of the Lightning invoice',
  copy: 'Copy',
  copied: 'Copied',
  timeLeft: (time: string) => `Valid for ${time}`,
  rate: (rate: string, source: string) => `1 BTC = ${rate}, ${source}`,
  holdCard: 'Card by NFC',
  holdingCard: 'Hold the card to this device',
  chargingCard: 'Charging the card …',
  noCard: 'The card could not be read. Please hold it still.',
  newInvoice: 'New invoice',

  selling: 'Selling …',
  waiting:
    'The shop does not answer. The sale is kept, and handed in by itself as soon as the shop answers.',
  waitingHere:
    'The shop does not answer, and this browser has no room to keep the sale. Leave this page open until it is handed in.',
  goOn: 'Go on',
  done: 'Sold',
  changeToGive: 'Change to give',
  print: 'Print receipt',
  printAgain: 'Print again',
  printing: 'Printing …',
  printed: 'Sent to the printer',
  newSale: 'New sale',
}

export type PayTexts = typeof en
