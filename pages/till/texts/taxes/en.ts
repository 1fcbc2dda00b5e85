/** The words of the taxes. Every language has the same keys. */
export const en = {
  title: 'Taxes',
  none: 'The shop has no tax.',
  prices: 'Prices',
  included: 'Prices include tax',
  added: 'Tax is added to prices',
  rate: (percent: string) => `${percent} %`,
  isDefault: 'for everything that names no other',
  makeDefault: 'Make default',
  change: 'Change',
  add: 'Add a tax',
  name: 'Name of the tax',
  ratePercent: 'Rate in percent',
  badRate: 'Please enter a rate from 0 to 100, such as 16 or 7.5.',
  save: 'Save',
  later: 'What was sold keeps the tax that it was sold with.',
}

export type TaxesTexts = typeof en
