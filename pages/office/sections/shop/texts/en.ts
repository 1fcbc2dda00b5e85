export const en = {
  onPaper: 'On receipts',
  hint: 'Receipts show what is filled in.',
  name: 'Name of the shop',
  address: 'Address',
  phone: 'Telephone',
  email: 'E-mail',
  taxId: 'Tax number',
  language: 'Language of receipts',
  languages: { en: 'English', es: 'Spanish' },
  header: 'Lines below the shop',
  footer: 'Last lines; blank for a thank-you',
  receiptPage: 'Receipts bear a QR code of a page that shows them',
  receiptPageHint:
    'The customer keeps the receipt on a telephone. Whoever has the code sees that one receipt.',
  logo: 'Logo',
  logoHint: 'PNG, JPEG, GIF or WebP, 4 MB at most. Receipts print it in black and white.',
  chooseLogo: 'Choose a picture',
  removeLogo: 'Remove the logo',
  notAPicture: 'This is not a picture of these formats.',
  save: 'Save',
  saved: 'Saved.',

  refused: (field: string, why: string) =>
    `“${field}” was refused, nothing was saved: ${why}`,
  mostCharacters: 'it may have 500 characters at most.',
  badCharacters: 'it is too long, or has characters that cannot be kept.',
  badRounding: 'this currency has no such step.',

  money: 'Money and time',
  currency: 'Currency',
  currencyHint: 'Only while nothing was sold in another one.',
  confirmCurrency: (name: string) => `Count in ${name} from now on?`,
  currencyChange:
    'Prices keep their figures: what costs 10 costs 10 of the new currency. Sales from before stay in theirs.',
  timeZone: 'Time zone',
  timeZoneHint: 'The days of reports, receipts and the books are the days of this zone.',
  dayStart: 'A day begins at',
  dayStartHint:
    'Of reports, lists and downloads. A bar that closes at 3 begins its day at 5, and the night counts for the evening before.',
  midnight: 'midnight',
  confirmDayStart: (time: string) =>
    `From now on days begin at ${time}, in reports of earlier days too.`,
  tips: 'Tips',
  tipsOn: 'Tills ask for a tip',
  tipPercentages: 'Percentages offered',
  tipPercentagesHint: 'Separated by commas, such as 10, 15, 20.',
  badTips: 'Write percentages above 0 and up to 100, all different, such as 10, 15, 20.',
  rounding: 'Cash is rounded to',
  noRounding: 'not rounded',
  roundingHint:
    'For where the smallest coins are gone. Cards and Bitcoin are paid to the cent.',
  confirm: 'Change this?',
  confirmTimeZone: (zone: string) =>
    `Days begin from now on by the clocks of ${zone}, also those of reports of earlier days.`,
  confirmRounding: (step: string) =>
    `What is paid in cash is rounded to ${step} from now on.`,

  safeguards: 'Safeguards',
  safeguardsHint:
    'Each says which theft it stops. Turning one off is entered in who did what.',
  on: 'On',
  off: 'Off',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  verifyAmounts: 'A sale charges what its goods cost',
  verifyAmountsTheft:
    'Stops: a changed till program sells for 1 what costs 10, and its cashier shares the difference with the customer.',
  verifyCheckout: 'A Bitcoin payment is confirmed by the node before it is a sale',
  verifyCheckoutTheft:
    'Stops: somebody says that he has paid, shows a picture of a payment, and leaves with the goods.',
  restrictPrinters: 'Printers are changed by those who may manage them',
  restrictPrintersTheft:
    'Stops: a cashier turns the kitchen printer off or prints receipts elsewhere, so that sales leave no paper.',
  openAmounts: 'Amounts are keyed in by those who may give discounts',
  openAmountsTheft:
    'Stops: a cashier sells a bottle of wine as "Various, 1.00" and keeps the rest.',
  payoutLimitSat: 'Refunds in Bitcoin without an owner, satoshis a day',
  payoutLimitTheft:
    'Stops: somebody empties the wallet with refunds whose exchange rate nobody kept.',
  lowInboundSat: 'Warn when the node can receive less, in satoshis',
  lowInboundHint: 'No theft: a payment that cannot be received is a sale that is lost.',
  offline: 'While the internet is away',
  offlineSelling: 'Tills go on selling',
  offlineSellingTheft:
    'Off stops: a cashier pulls the cable, and nobody sees what is sold until the till is back.',
  offlineAdmins: 'Administrators sell then, too',
  offlineAdminsTheft:
    "Off stops: whoever steals a till finds the PINs of its people in minutes, and with an administrator's opens the whole shop.",
  offlineMaxSale: 'The most that one sale may come to then',
  offlineMaxSaleTheft:
    'Stops: with the cable pulled, somebody takes the dearest goods for a card payment that never comes. Empty is no limit; a sale above it is marked.',
  offlineMaxTotal: 'The most that one till may sell until it is back',
  offlineMaxTotalTheft:
    'Stops: a till disappears with a whole day in it. Empty is no limit; sales above it are marked.',
  badLimit: 'Write an amount above zero, or nothing.',
  badNumber: 'Write a whole number.',
  confirmSafeguard: (name: string, isOn: boolean) =>
    `${isOn ? 'Turn on' : 'Turn off'}: ${name}?`,
}

export type ShopTexts = typeof en
