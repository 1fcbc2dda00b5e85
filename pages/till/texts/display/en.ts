/** The words of the customer display. Every language has the same keys. */
export const en = {
  display: 'Customer display',
  howTo:
    'This window shows customers what the till sells. Open the till in another window of this browser, and log in there.',
  discount: 'Discount',
  tax: 'Tax',
  tip: 'Tip',
  total: 'Total',
  left: 'Left to pay',
  scan: 'Scan to pay with a Lightning wallet',
  code: 'Code of the Lightning invoice',
  thanks: 'Thank you!',
  given: (amount: string) => `Received ${amount}`,
  change: 'Your change',
}

export type DisplayTexts = typeof en
