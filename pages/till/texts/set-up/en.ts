import type { SampleTexts } from './sample-texts.ts'

/** The words of the set-up. Every language has the same keys. */
export const en = {
  welcome: 'Welcome',
  step: (at: number, count: number) => `Step ${at} of ${count}`,
  next: 'Next',
  begin: 'Open the till',
  again: 'Try again',
  without: 'Go on without it',

  yourShop: 'Your shop',
  shopName: 'Name of the shop',
  shopNameHint: 'Receipts print it.',
  type: 'What is it?',
  store: 'Store',
  storeHint: 'Products, sold at a counter',
  restaurant: 'Restaurant',
  restaurantHint: 'Tables, dishes, a kitchen',
  onReceipts: 'Address and tax number (optional)',
  address: 'Address',
  taxId: 'Tax number',
  onReceiptsHint: "Receipts print both. The till's menu changes them later.",

  yourMoney: 'Prices and taxes',
  currency: 'Currency',
  likely: 'Most likely',
  others: 'All others',
  timeZone: 'Time zone',
  taxes: 'Tax on sales',
  taxIncluded: 'Prices include tax',
  taxAdded: 'Tax is added to prices',
  noTax: 'No tax',
  taxName: 'Name of the tax',
  taxNameDefault: 'VAT',
  taxRate: 'Rate in percent',
  badRate: 'Please enter a rate from 0 to 100, such as 16 or 7.5.',

  you: 'You',
  ownerName: 'Your name',
  ownerNameHint: 'You log in with it, and sales show it.',
  pin: 'Your PIN',
  pinHint: 'At least 4 digits; you need it for every login. 6 are safer.',
  password: 'Password of the wallet',
  passwordHint: 'At least 8 characters. Opens the Lightning wallet; write it down.',
  code: 'Set-up code',
  codeHint: 'Whoever installed this system has given it to you.',
  badCode: 'This set-up code is not right.',
  withSamples: (type: 'store' | 'restaurant'): string =>
    type === 'store' ? 'Begin with sample products' : 'Begin with sample dishes',
  samplesHint:
    "Eight of them, to try everything out. The till's menu removes them later.",

  settingUp: 'Setting up …',
  unfinished: 'The shop is set up, but something is missing:',
  storeSamples: [
    {
      category: 'Drinks',
      goods: [
        ['Coffee', 250],
        ['Green tea', 220],
        ['Orange juice', 350],
        ['Water', 150],
      ],
    },
    {
      category: 'Bakery',
      goods: [
        ['Croissant', 180],
        ['Sandwich', 480],
        ['Carrot cake', 390],
        ['Bread', 320],
      ],
    },
  ] as SampleTexts,
  restaurantSamples: [
    {
      category: 'Mains',
      goods: [
        ['Margherita pizza', 950],
        ['Burger', 1_150],
        ['Pasta of the day', 890],
        ['Caesar salad', 780],
      ],
    },
    {
      category: 'Drinks',
      goods: [
        ['Lemonade', 350],
        ['House wine', 480],
        ['Espresso', 220],
        ['Water', 200],
      ],
    },
  ] as SampleTexts,
}

export type SetUpTexts = typeof en
