/**
 * Estimates of figures that are neither counted nor given: on the high side, printed with
 * the sheet.
 */
export const assumptions = {
  requestMs: [30, 'ms of a function for a request'],
  scheduledQueryMs: [20, 'ms of a function that looks what is due, one query'],
  streamMs: [20, "ms of a function for changes that the table's stream delivers"],
  heartbeatMs: [20, 'ms of a function for a heartbeat, one write'],
  loginMs: [200, 'ms for a login, which hashes a PIN'],
  tunnelMs: [200, 'ms for a request that waits for the node'],
  tunnelPolls: [5, 'reads of the table while a function waits for the node'],
  warmMs: [10, 'ms of a function for a keep-warm call'],
  warmRoundTripMs: [20, 'ms until a keep-warm call is answered'],
  coldStartMs: [800, 'ms for a cold start, which AWS charges since August 2025'],
  coldStartsPerFunction: [6, 'cold starts of a function in a day, when AWS replaces it'],
  instancesPerTill: [3, 'instances that a till keeps busy beside the warm ones'],
  peakFactor: [
    20,
    'instances at most, of all tills, for each function that runs in the busiest hour',
  ],
  loginsPerTill: [4, 'logins at a till in a day'],
  pageOpens: [4, 'times a day that a page is opened, or comes back after a gap'],
  requestsPerOpen: [6, 'requests of a page that opens with what it keeps'],
  kilobytesPerOpen: [60, 'KB of their responses beyond the usual'],
  catalogueChanges: [20, 'changes of the catalogue in a day, which each page reads'],
  frameWrites: [
    3,
    'writes to tell pages of a change: the frame, for replays, and when stock was told last',
  ],
  recordsReadPerSale: [
    2,
    'single records read for a sale: who sells, which printers there are',
  ],
  minutesPerSale: [2, 'minutes in which a till makes calls for a sale'],
  minutesPerTable: [6, 'the same for a table that pays'],
  unpaidPolls: [1, 'checkouts before a Lightning payment has come'],
  dishesPerTable: [3, 'dishes of a table that pays, each reported done'],
  socketLifeMinutes: [120, 'minutes until API Gateway ends a socket'],
  tunnelLifeMinutes: [100, 'minutes until an agent opens its tunnel anew'],
  responseKilobytes: [3, 'KB of a response'],
  requestLogBytes: [
    1_000,
    "bytes of logs for a request, Lambda's and API Gateway's; 940 for a product, 1,100 for a sale",
  ],
  invocationLogBytes: [400, 'bytes of logs for another invocation'],
  tunnelKilobytes: [2, 'KB of a frame or a queue message to an agent'],
  logCompression: [0.15, 'part of a log that is left when it is stored'],
  kilobytesPerSale: [
    3.6,
    'KB in the table for a sale of two lines, its index included: 3.2 paid in cash, 5.1 over Lightning',
  ],
  megabytesAtFirst: [20, 'MB in the table before the first sale'],
  kilobytesPerPicture: [300, 'KB of a picture'],
  newPicturesPerMonth: [20, 'pictures uploaded in a month'],
  busiestHour: [0.2, "of a day's sales in the busiest hour"],
  ticketMs: [40, 'ms from one sale of a shop to the next, both changing the day record'],
  secondsPerSale: [20, 'seconds between two sales of a till that never rests'],
  products: [1_000, 'products of a large catalogue'],
  kilobytesPerProduct: [1, 'KB of a product'],
  indexKilobytesPerSale: [2, 'KB of a sale in the largest index'],
  alarmEmailsPerMonth: [20, 'e-mails of alarms in a month'],
} as const satisfies Readonly<Record<string, readonly [amount: number, text: string]>>

/** The amount of an assumption. */
export const assumed = (name: keyof typeof assumptions): number => assumptions[name][0]
