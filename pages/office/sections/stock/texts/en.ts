/** All words of the stock. */
export const en = {
  parts: 'What to do with the stock',
  part: {
    receive: 'Receive',
    count: 'Count',
    correct: 'Correct',
    order: 'To order',
    history: 'History',
  },
  pick: 'Scan, or search by name or code',
  none: 'Nothing is found.',
  units: (name: string) => `Units of ${name}`,
  cost: (name: string) => `Cost of ${name}`,
  removeRow: (name: string) => `Remove ${name}`,
  book: 'Book',
  booked: 'The stock is booked.',

  receiveHint: 'Scan what has arrived: each scan is one more, or type how many.',
  supplier: 'Supplier',
  noSupplier: 'Not said',
  receiveTitle: 'Book what has arrived?',
  received: (supplier: string | undefined) =>
    supplier ? `Received from ${supplier}` : 'Received',
  arrives: (units: string, name: string) => `${units} × ${name}`,

  countHint: 'Scan or type what is there. What you do not count stays as it is.',
  blind: 'Show how many there should be',
  shouldBe: (units: string) => `should be ${units}`,
  enterAgain: (name: string) =>
    `The stock of ${name} could not be read. Enter its units again, or remove it.`,
  compare: 'Compare',
  differences: 'Differences',
  item: 'Product',
  expected: 'Book',
  counted: 'Counted',
  difference: 'Difference',
  noDifference: 'All is as it should be: there is nothing to book.',
  countReason: 'Counted',

  correctHint: 'Say what is more or less than the book has, and why.',
  direction: 'Which way',
  less: 'Less',
  more: 'More',
  howMany: 'How many',
  reason: 'Why',
  reasons: {
    broken: 'Broken or spoilt',
    lost: 'Stolen or lost',
    used: 'Used in the shop',
    given: 'Given away',
    found: 'Found',
    other: 'Another reason',
  },
  inWords: 'In your words',
  correctTitle: (name: string) => `Correct the stock of ${name}?`,
  becomes: (before: string, after: string) => `${before} become ${after}.`,

  left: 'Left',
  minimum: 'Minimum',
  toOrder: 'Order',
  nothingToOrder: 'Nothing is below its minimum.',
  print: 'Print',
  download: 'Download',

  historyOf: (name: string) => `${name}: the last 90 days`,
  historyHint:
    'What was received, counted and corrected. Sales and refunds are in the orders.',
  when: 'When',
  who: 'Who',
  change: 'Change',
  why: 'Why',
  nobody: 'the system',
  noHistory: 'Nothing was changed by hand.',
}

export type StockTexts = typeof en
