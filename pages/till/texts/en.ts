/** The words of the till around its sections. Every language has the same keys. */
export const en = {
  till: 'Till',
  starting: 'Opening the till …',
  unreachable: 'The shop does not answer. Trying again …',
  sections: 'Sections',
  connected: 'Connected',
  reconnecting: 'Reconnecting …',
  refresh: 'Read the catalogue again',

  waitingSales: (count: number) =>
    count === 1 ? 'One sale is being handed in' : `${count} sales are being handed in`,
  soldLater: (amount: string) => `A sale of ${amount} was handed in.`,
  refusedLater: (amount: string, reason: string) =>
    `A sale of ${amount} was refused: ${reason} Its cart waits among the parked ones.`,

  notKept:
    'This browser has no room left: what it should keep is lost when this page is closed. Free some room on this device.',

  scanPaying: (code: string) => `Finish the payment first: ${code}`,
  scanDialog: (code: string) => `Finish this first: ${code}`,
  scanElsewhere: (code: string) =>
    `Not sold: ${code}. Products are scanned under “Sell”.`,
  scanUnsold: (code: string) => `Not sold: ${code}`,
  scanLocked: (code: string) => `Log in first: ${code}`,

  whoSells: 'Who sells?',
  someoneElse: 'Someone else',
  forget: (name: string) => `Remove ${name} from this till`,
  forgetHint: (name: string) =>
    `Only the tile goes: ${name} keeps the account, and can log in here by name. Who removes it? Please log in.`,
  pinOf: (name: string) => `PIN of ${name}`,
  sessionOver: 'Your session has ended. Please log in again.',
  changePerson: 'Lock the till or change the person',

  thisTill: 'This till',
  language: 'Language',
  colours: 'Colours',
  lockAfter: 'Lock after',
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  never: 'never',
  openDisplay: 'Customer display',
  removeSamples: 'Remove the samples',
  areRemoved: (count: number) =>
    count === 1
      ? 'One sample is removed from the shop. Sales that were made of it stay.'
      : `${count} samples are removed from the shop. Sales that were made of them stay.`,
  removeThem: (count: number) => (count === 1 ? 'Remove it' : `Remove these ${count}`),
  remove: 'Remove',
  removeNow: (name: string) => `Remove ${name} now`,
  printers: 'Printers',
  shop: 'Shop',
  taxes: 'Taxes',
  office: 'Office',

  noShift: 'No shift is open.',
  openShift: 'Open the shift',
  askForShift: 'Please ask a colleague to open it.',

  newPerson: 'New person',
  personName: 'Name',
  personNameHint: 'They log in with it, and their sales show it.',
  personPin: 'Their PIN',
  personPinHint: 'At least 4 digits; let them type it themselves.',
  role: 'What may they do?',
  cashier: 'Cashier',
  cashierHint: 'Sells, takes orders, opens and closes the shift',
  manager: 'Manager',
  managerHint: 'Also gives discounts and refunds, adds products, sees reports',
  addPerson: 'Add the person',

  startsOffline: {
    active: 'This till opens without the network, too. Selling needs it.',
    insecure:
      'This till needs the network to open: browsers keep pages only for https and for this machine itself.',
    unable: 'This till needs the network to open: this browser keeps no pages.',
  },
}

export type Texts = typeof en
