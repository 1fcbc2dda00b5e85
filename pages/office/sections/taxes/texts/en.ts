export const en = {
  none: 'The shop has no tax yet.',
  name: 'Name',
  rate: 'Rate',
  next: 'From a day on',
  nextRate: (rate: string, day: string) => `${rate} from ${day}`,
  isUsual: 'for everything that names no other',
  percent: (rate: string) => `${rate} %`,
  add: 'Add a tax',
  change: (name: string) => `Change ${name}`,
  ratePercent: 'Rate in percent',
  badRate: 'Write a rate from 0 to 100, such as 16 or 7.5.',
  when: 'The rate counts',
  now: 'From now on',
  fromDay: 'From a day on',
  fromDayHint: 'Such as when the law changes it. Until then the present rate counts.',
  day: 'First day',
  dropNext: 'Keep the present rate',
  usual: 'For everything that names no other',
  usualHint: 'Products and dishes name their own in their forms.',
  save: 'Save',
  remove: 'Remove',
  removeHint: (name: string) =>
    `${name} is removed. What was sold keeps it. A tax that a product or a dish names cannot be removed.`,
  confirm: (name: string) => `Change ${name}?`,
  nowHint: (before: string, after: string) =>
    `What is sold from now on has ${after}, no longer ${before}. Receipts, reports and bills that are paid keep theirs.`,
  laterHint: (before: string, after: string, day: string) =>
    `What is sold from ${day} on has ${after}, and ${before} until then. A bill has the rate of the moment when it is paid.`,
  usualChange: (name: string) =>
    `${name} counts from now on for every product and dish that names no tax.`,
  prices: 'Prices',
  included: 'Prices include the tax',
  added: 'The tax is added to prices',
  confirmPrices: 'Change how prices are meant?',
  pricesHint: (isIncluded: boolean): string =>
    isIncluded
      ? 'From now on a price of 10.00 is what the customer pays, tax included.'
      : 'From now on the tax comes on top of a price of 10.00.',
}

export type TaxesTexts = typeof en
