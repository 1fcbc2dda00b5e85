/** The words of the day: shift, drawer and Z. Every language has the same keys. */
export const en = {
  title: 'Day',
  loading: 'Reading …',
  readAgain: 'Read again',

  closed: 'No shift is open',
  closedHint: 'Count what is in the drawer, then open the shift.',
  countedLast: 'Counted at the last close',
  cashSince: 'Cash taken without a shift',
  countAll: (amount: string) =>
    `Count all that is there. ${amount} of it counts as sales of this shift; the rest is what it begins with.`,
  cashMeanwhile: 'Cash was taken meanwhile. Please check the count, then open the shift.',
  mayNotOpen: 'Ask a colleague to open the shift.',
  inDrawer: 'In the drawer',
  countByPieces: 'Count notes and coins',
  countAsSum: 'Enter the sum',
  pieces: (value: string) => `How many of ${value}`,
  counted: 'Counted',
  open: (amount: string) => `Open the shift: ${amount}`,
  opening: 'Opening …',

  openSince: (moment: string) => `Open since ${moment}`,
  cashIn: 'Put cash in',
  cashOut: 'Take cash out',
  amount: 'Amount',
  reason: 'What for?',
  record: 'Record it',
  recorded: 'It is recorded.',
  movements: 'Cash put in and taken out',

  runningSums: 'So far (X report)',
  float: 'At the beginning',
  sales: 'Sales',
  tips: 'Tips',
  refunds: 'Refunds',
  cashSales: 'Paid in cash',
  cashRefunds: 'Given back in cash',
  putIn: 'Put in',
  takenOut: 'Taken out',
  expected: 'Should be in the drawer',
  tickets: 'Tickets',
  taxes: 'Taxes',
  tax: (name: string, percent: string) => `${name} ${percent} %`,
  byMethod: 'By payment method',
  methodNames: { BTC: 'Lightning' } as Readonly<Record<string, string>>,
  printX: 'Print X report',

  close: 'Close the shift',
  closeWith: (amount: string) => `Close the shift: ${amount}`,
  closeHint: 'Count what is in the drawer.',
  countFirst: 'Enter what you have counted. For an empty drawer enter 0.',
  openBills: (count: number, sum: string) =>
    count === 1
      ? `One bill is not paid yet: ${sum}.`
      : `${count} bills are not paid yet: ${sum}.`,
  closing: 'Closing …',
  closedNow: (number: number) => `The shift is closed: Z ${number}`,
  closedWithoutReport: 'The shift is closed.',
  difference: 'Difference',
  exact: 'The drawer is right.',
  missing: (amount: string) => `${amount} is missing.`,
  tooMuch: (amount: string) => `${amount} is too much.`,
  printZ: 'Print the Z report',
  printed: 'It is being printed.',
  done: 'Done',

  earlier: 'Earlier Z reports',
  noEarlier: 'There is none yet.',
  zNumber: (number: number) => `Z ${number}`,
  more: 'Show more',
}

export type DayTexts = typeof en
