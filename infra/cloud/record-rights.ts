/** Partitions of the table that a function may use; their names may end in `*`. */
export type RecordRights = {
  /** Absent for all. */
  readonly reads?: readonly string[]
  readonly writes: readonly string[]
  /** Of records that it only checks in its transactions. */
  readonly checks?: readonly string[]
}

/** Writes of every request: its audit entries, response, approval and rates. */
const ofRequests = ['AUDIT', 'IDEMPOTENCY#*', 'APPROVAL#*', 'API-KEY-USE', 'RATE#*']

/** Reads that check administrators and permissions. */
const privileges = ['USER', 'ROLE']

/** Writes of settling a bill. */
const settling = [
  'ORDER#*',
  'TICKET',
  'PAYMENT',
  'PAYMENT-HASH#*',
  'UNMATCHED',
  'PAY-CODE-HOLD#*',
  'DAY',
  'TABLE',
  'SPACE#*',
  'DISH-USE#*',
  'PENDING-DISH-COUNTS',
  'KITCHEN',
  'NUMBER#*',
  'FLAGGED',
]

/** Reads of settling a bill and of a payment's worth. */
const sold = [
  'SHOP',
  'TAXES',
  'DISH',
  'MODIFIERS',
  'CATEGORY',
  'SPACE',
  'USER',
  'QUOTE#*',
  'PAYOUT',
  'EXCHANGE-RATES',
]

/** Frames, and who gets them. */
const sockets = ['WATCHERS', 'SESSION-WATCHERS#*', 'PAYMENT-EVENTS', 'LIVE-EVENTS']

/** Reads that lead to a shop's node, and from a host to its shop. */
const toNode = ['AGENT', 'TUNNEL#*', 'SHOPS', 'HOST#*']

/**
 * Partitions of `table` that functions write, by function name, and those that they read
 * if not all; functions that are not listed write all of it. Everybody may call the first
 * three.
 */
export const recordRights: Readonly<Record<string, RecordRights>> = {
  lnurl: {
    reads: [
      ...settling,
      ...sold,
      ...toNode,
      'PAY-CODE',
      'PAY-CODE-RATE#*',
      'UNIQUE#PAY-CODE#*',
      'RATE#*',
    ],
    writes: [
      'PAY-CODE-HOLD#*',
      'PAY-CODE-RATE#*',
      'PAYMENT-HASH#*',
      'UNMATCHED',
      'EXCHANGE-RATES',
      'SHOP',
      'RATE#*',
    ],
  },
  webhook: {
    reads: [...settling, ...sold, ...toNode, ...sockets, 'TILL', 'TILL#*', 'RATE#*'],
    writes: [
      ...settling,
      ...sockets,
      'PAYOUT',
      'EXCHANGE-RATES',
      'SHOP',
      'AUDIT',
      'TILL#*',
      'RATE#*',
    ],
    checks: ['QUOTE#*', 'TILL'],
  },
  receipts: { writes: ['RECEIPT-PAGE-RATE#*', 'LOGO', 'RATE#*'] },
  'api-keys': {
    writes: [...ofRequests, 'API-KEY', 'API-KEYS', 'RETIRED#API-KEY'],
    checks: privileges,
  },
  categories: {
    writes: [...ofRequests, 'CATEGORY', 'RETIRED#CATEGORY', 'UNIQUE#CATEGORY#*'],
  },
  config: { writes: [...ofRequests, 'SHOP'], checks: privileges },
  currencies: {
    writes: [...ofRequests, 'SHOP', 'DAY', 'EXCHANGE-RATES'],
    checks: [...privileges, 'SHIFT'],
  },
  dishes: {
    writes: [
      ...ofRequests,
      'DISH',
      'RETIRED#DISH',
      'CATEGORY',
      'TAXES',
      'MODIFIERS',
      'DISH-USE#*',
      'PENDING-DISH-COUNTS',
    ],
  },
  'import-runs': {
    writes: [
      ...ofRequests,
      'IMPORT#*',
      'IMPORT-ROWS#*',
      'IMPORT-NAMES#*',
      'IMPORT-WAITING',
      'SHOP',
    ],
    checks: privileges,
  },
  ingredients: {
    writes: [...ofRequests, 'INGREDIENT', 'RETIRED#INGREDIENT', 'CATEGORY'],
  },
  modifiers: { writes: [...ofRequests, 'MODIFIERS', 'PRODUCT'] },
  notifications: { writes: [...ofRequests, 'NOTIFICATIONS#*'] },
  'pay-codes': {
    writes: [...ofRequests, 'PAY-CODE', 'PAY-CODES', 'UNIQUE#PAY-CODE#*'],
    checks: ['TABLE'],
  },
  products: {
    writes: [
      ...ofRequests,
      'PRODUCT',
      'RETIRED#PRODUCT',
      'CATEGORY',
      'TAXES',
      'MODIFIERS',
      'UNIQUE#*',
    ],
    checks: privileges,
  },
  spaces: {
    writes: [...ofRequests, 'SPACE', 'SPACE#*', 'RETIRED#SPACE', 'UNIQUE#SPACE#*'],
  },
  suppliers: {
    writes: [...ofRequests, 'SUPPLIER', 'RETIRED#SUPPLIER', 'UNIQUE#SUPPLIER#*'],
  },
  tables: {
    writes: [
      ...ofRequests,
      'TABLE',
      'RETIRED#TABLE',
      'SPACE',
      'SPACE#*',
      'ORDER#*',
      'UNIQUE#TABLE#*',
    ],
  },
  taxes: { writes: [...ofRequests, 'TAXES'] },
  templates: {
    writes: [...ofRequests, 'TEMPLATE', 'RETIRED#TEMPLATE', 'UNIQUE#TEMPLATE#*', 'LOGO'],
  },
  'till-data': { writes: [...ofRequests, 'TILL-DATA'] },
  uploads: { writes: [...ofRequests, 'NEW-PICTURES', 'UPLOADED#*'] },
  webhooks: {
    writes: [
      ...ofRequests,
      'WEBHOOK',
      'WEBHOOKS',
      'RETIRED#WEBHOOK',
      'WEBHOOK-DELIVERY#*',
      'WEBHOOK-DUE',
      'OPEN-ALERT',
      'PAST-ALERT',
      'ALERT#*',
    ],
    checks: privileges,
  },
}
