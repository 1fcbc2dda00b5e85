import type { AlertKind } from '../../../shared/client/api.ts'

/** All words of the page. Every language has the same keys. */
export const en = {
  office: 'Office',
  starting: 'Opening the office …',
  unreachable: 'The shop does not answer. Trying again …',
  notSetUp: 'This shop is not set up yet',
  notSetUpHow:
    'Its till sets it up in three steps, with its name, its currency and its first user.',
  notSetUpElsewhere: 'Ask the person who installed this system to set it up.',
  setItUp: 'Set it up',
  again: 'Look again',

  till: 'Till',
  logOut: 'Log out',
  sessionOver: 'Your session has ended. Please log in again.',
  logOutFailed: 'The shop does not answer, so you are still logged in.',

  connected: 'Connected',
  reconnecting: (time: string) => `Reconnecting … Figures of ${time}`,

  sections: 'Sections',
  notYours: (section: string) =>
    `Your role does not include ${section}. Ask an administrator.`,
  notLoaded:
    'This section could not be loaded. Perhaps the shop was renewed since you opened the page.',
  goods: 'Catalogue',
  units: 'Stock',
  imports: 'Import',
  loadAgain: 'Load again',

  today: 'Today',
  reports: 'Looking back',
  taxes: 'Taxes',
  people: 'People',
  tills: 'Tills',
  moneyOnNode: 'Money on the node',
  shop: 'Shop',
  programs: 'Programs',
  takenToday: 'Taken today',
  sales: 'Sales',
  averageSale: 'Average sale',
  yesterdayByNow: 'Yesterday by this time',
  openOrders: 'Open orders',

  byHour: 'Sales by hour',
  byHourPlot: 'Bars: sales of today by hour. The table after it has the same figures.',
  hour: 'Hour',
  amount: 'Amount',
  noSales: 'No sales yet today. They appear here as they are made.',
  timesIn: (zone: string, rules: string | undefined) =>
    rules ? `Times are those of ${zone} (IANA ${rules}).` : `Times are those of ${zone}.`,
  byMethod: 'By payment method',
  byMethodPlot: 'Bars: sales of today by payment method, as in the table.',
  method: 'Method',
  withoutPayment: 'Without payment',
  methodNames: { BTC: 'Bitcoin' } as Readonly<Record<string, string>>,

  books: 'For the books',
  salesLessRefunds: 'Sales less refunds',
  discounts: 'Discounts',
  tips: 'Tips',
  rounding: 'Rounding of cash',
  refunds: (count: number) => (count > 0 ? `Refunds (${count})` : 'Refunds'),
  tax: 'Tax',
  net: 'Net',
  daysInUtc:
    'This is a day of UTC. Days are those of the shop once its settings name a time zone.',

  payments: 'Bitcoin payments',
  paymentsToday: (count: number, satoshis: string) =>
    `${count === 1 ? 'One payment' : `${count} payments`} today, ${satoshis} in all`,
  noPayments: 'No payments yet today. They appear here the moment they arrive.',
  received: (satoshis: string) => `Payment received: ${satoshis}`,
  anyAmount: 'amount unknown',
  newPayment: 'new',

  alerts: 'Alerts',
  alertTexts: {
    agent_offline: {
      title: 'An on-site agent is offline',
      whatToDo:
        'See whether its computer is on and has internet. Revoke it if it was replaced.',
    },
    printer_failing: {
      title: 'A printer fails',
      whatToDo: 'See whether it has paper, its cover is closed and its cable plugged in.',
    },
    jobs_waiting: {
      title: 'Print jobs wait',
      whatToDo:
        'See whether the printer and its computer are on, or print on another one.',
    },
    stock_low: {
      title: 'Stock is low',
      whatToDo: 'Order more, or correct the minimum.',
    },
    payment_unmatched: {
      title: 'A payment belongs to no sale',
      whatToDo: 'Attach it to a bill, sell something for it, pay it back or dismiss it.',
    },
    payout_not_settled: {
      title: 'A refund in Bitcoin has not ended',
      whatToDo: 'Wait until the node answers. Do not pay it again by hand.',
    },
    rate_unavailable: {
      title: 'There is no exchange rate',
      whatToDo: 'Set a rate of your own in the settings until the sources answer.',
    },
    webhook_failing: {
      title: 'A webhook fails',
      whatToDo: 'Check its receiver, and enable it again if it was disabled.',
    },
    till_copied: {
      title: 'A till may have been copied',
      whatToDo: 'Revoke it, and register the device that is yours anew.',
    },
    till_lost: {
      title: 'Sales of a till may be lost',
      whatToDo: 'Find the device, or confirm what is missing.',
    },
    till_has_unsent_sales: {
      title: 'A till has sales to hand in',
      whatToDo: 'Give it internet.',
    },
    numbers_missing: {
      title: 'Numbers of a till are missing',
      whatToDo: 'Let it hand in its sales, or confirm that they were not used.',
    },
    sales_flagged: {
      title: 'Sales at a till need a look',
      whatToDo:
        'Open the sales under “Looking back”, ask who sold them, and mark them as seen.',
    },
    pin_guessing: {
      title: 'Somebody may be guessing PINs',
      whatToDo:
        'Ask the staff. If nobody mistyped, change the PIN and look at your network.',
    },
  } satisfies Record<ListedKind, AlertText>,
  node: 'Lightning node',
  nodeAway: (since: string) => `The node has not answered since ${since}.`,
  nodeAwayWhatToDo:
    'Tills cannot make invoices. See whether the computer and the node in the shop are running.',
  peerLost: (since: string) =>
    `The node has had no line to its peer since ${since}: nobody can pay its invoices.`,
  peerLostWhatToDo:
    'Check the internet where the node runs. It connects again by itself; restart it if it does not.',
  limitedPassword:
    'The node sells, and pays nothing out: its agent has the limited password.',
  limitedPasswordWhatToDo:
    'Refunds in Bitcoin are refused. Give the agent http-password of phoenix.conf.',
  webhookSilent:
    'The webhook of the node does not arrive: payments are found seconds late.',
  webhookSilentWhatToDo:
    'Compare webhook and webhook-secret in phoenix.conf with those of the shop, and restart the node.',
  noChannel: (cost: string) =>
    `The node has no channel yet. The first larger payment opens one, which takes about ${cost} of it.`,
  feeCredit: (satoshis: string) =>
    `${satoshis} of small payments are kept for a channel: sold, and given back from other balance alone.`,
  lowInbound: (satoshis: string) =>
    `Inbound liquidity is low: ${satoshis} can still be received.`,
  lowInboundWhatToDo:
    'Larger payments may fail or cost the fee of a new channel. Pay something out, or buy liquidity.',

  unmatched: 'Payments without a sale',
  unmatchedInAll: (count: number, satoshis: string) =>
    `${count === 1 ? 'One payment' : `${count} payments`}, ${satoshis} in all`,
  unmatchedWhatToDo:
    'They were received, and nothing was sold for them. An administrator attaches each to a bill or a sale, pays it back or dismisses it.',

  lastOrders: 'Last orders',
  noOrders: 'No orders today or yesterday.',
  time: 'Time',
  by: 'By',
  table: 'Table',
  status: 'Status',
  payment: 'Payment',
  yesterday: 'yesterday',
  statusNames: {
    open: 'open',
    closed: 'bill printed',
    paid: 'paid',
    refunded: 'refunded',
    'partly-refunded': 'partly refunded',
  } as Readonly<Record<string, string>>,

  receipt: 'Receipt',
  receiptOf: (number: string) => `Receipt ${number}`,
  receiptPicture: 'The receipt as it is printed',
  noPicture: 'The receipt could not be drawn. Please try again.',
  close: 'Close',

  stock: 'Stock to order',
  noShortage: 'Nothing is below its minimum.',
  sharedNumbers:
    'Products share a barcode: a scan asks which one is meant. Change one of them.',
  item: 'Item',
  left: 'Left',
  minimum: 'Minimum',
  more: (count: number) => `and ${count} more`,

  shift: 'Open shift',
  noShift: 'No shift is open.',
  openedBy: 'Opened by',
  since: 'Since',
  cashAtStart: 'Cash at the start',
  notes: 'Notes',
  unknownUser: 'a deleted user',

  devices: 'Printers and computers',
  noPrinters: 'No printer is set up yet.',
  printer: 'Printer',
  prints: 'Prints',
  printerTypes: {
    CUSTOMER: 'Receipts',
    KITCHEN: 'Kitchen',
    BAR: 'Bar',
  } as Readonly<Record<string, string>>,
  ready: 'ready',
  noReceipt: 'no receipt lately',
  notReached: 'not reached',
  switchedOff: 'switched off',
  failing: 'failing',
  failingSince: (time: string) => `since ${time}`,
  lastPrinted: (ago: string) => `last receipt ${ago}`,
  waiting: (count: number) => (count === 1 ? 'one waits' : `${count} wait`),
  noTemplate: 'prints nothing',
  noTemplateWhy: 'tickets come, but the printer has no template',
  agent: 'Agent',
  noAgents: 'No computer is connected yet. It prints, and reaches the Lightning node.',
  agentsAdminOnly: 'Computers are shown to administrators.',

  loading: 'Loading …',
  denied: 'Your role does not include this. An administrator can change that.',
  failed: 'This could not be read. The page tries again by itself.',
  stale: (time: string) => `Figures of ${time}. The page tries again by itself.`,
}

/** Alerts that the list shows: the node has a section of its own, and moments are over. */
type ListedKind = Exclude<
  AlertKind,
  `wallet.${string}` | `node_${string}` | 'inbound_low' | 'till_token_again'
>

/** Text of an alert, and of its remedy. */
export type AlertText = { readonly title: string; readonly whatToDo: string }

export type Texts = typeof en
