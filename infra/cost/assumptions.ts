/** What is neither counted nor given: estimates on the high side, printed with the sheet. */
export const assumptions = {
  memoryGigabytes: [1, 'GB of memory of a function'],
  requestMs: [40, 'ms of a function for a request'],
  loginMs: [200, 'ms for a login, which hashes a PIN'],
  tunnelMs: [400, 'ms for a request that waits for the node'],
  tunnelPolls: [12, 'reads of the table while a function waits for the node'],
  warmMs: [10, 'ms of a function for a keep-warm call'],
  warmRoundTripMs: [20, 'ms until a keep-warm call is answered'],
  coldStartMs: [800, 'ms for a cold start, which AWS charges since August 2025'],
  coldStartsPerFunction: [6, 'cold starts of a function in a day, when AWS replaces it'],
  instancesPerTill: [3, 'instances that a till keeps busy beside the warm ones'],
  loginsPerTill: [4, 'logins at a till in a day'],
  recordsReadPerSale: [5, 'single records read for a sale'],
  unpaidPolls: [2, 'checkouts before a Lightning payment has come'],
  dishesPerTable: [3, 'dishes of a table that pays, each reported done'],
  socketLifeMinutes: [120, 'minutes until API Gateway ends a socket'],
  tunnelLifeMinutes: [100, 'minutes until an agent opens its tunnel anew'],
  responseKilobytes: [3, 'KB of a response'],
  requestLogBytes: [1_200, "bytes of logs for a request, Lambda's and API Gateway's"],
  invocationLogBytes: [500, 'bytes of logs for another invocation'],
  tunnelKilobytes: [2, 'KB of a frame or a queue message to an agent'],
  logCompression: [0.15, 'part of a log that is left when it is stored'],
  kilobytesPerSale: [6, 'KB in the table for a sale, its indexes included'],
  megabytesAtFirst: [20, 'MB in the table before the first sale'],
  kilobytesPerPicture: [300, 'KB of a picture'],
  newPicturesPerMonth: [20, 'pictures uploaded in a month'],
  alarmEmailsPerMonth: [20, 'e-mails of alarms in a month'],
} as const satisfies Readonly<Record<string, readonly [amount: number, text: string]>>

/** The amount of an assumption. */
export const assumed = (name: keyof typeof assumptions): number => assumptions[name][0]
