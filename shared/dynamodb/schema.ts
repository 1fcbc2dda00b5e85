/** A global secondary index and the attributes it carries beside the keys. */
export type IndexSchema = {
  readonly name: string
  readonly pk: string
  readonly sk: string
  readonly projects: readonly string[]
}

/** The orders of a kind by creation, with what lists show: a restaurant's lines are not. */
export const ordersIndex: IndexSchema = {
  name: 'orders',
  pk: 'kind',
  sk: 'listedAt',
  projects: [
    'id',
    'userId',
    'userName',
    'tableId',
    'status',
    'totalCents',
    'createdAt',
    'payments',
    'settled',
    'items',
  ],
}

const restaurantOrders = (name: string, pk: string): IndexSchema => ({
  name,
  pk,
  sk: 'listedAt',
  projects: ['id', 'userId', 'tableId', 'status', 'totalCents', 'createdAt'],
})

/** A restaurant's orders by who took them, where the guests sit and how they stand. */
export const ordersOfUserIndex = restaurantOrders('orders-of-user', 'ofUser')
export const ordersOfTableIndex = restaurantOrders('orders-of-table', 'ofTable')
export const ordersOfStatusIndex = restaurantOrders('orders-of-status', 'ofStatus')

/**
 * The one table as the cloud and the local platform create it.
 *
 * | Records | pk | sk |
 * |---|---|---|
 * | small collections | `USER`, `ROLE`, `PRODUCT`, `AGENT` ... | the record's id |
 * | config, base currency, numbers of users and administrators | `SHOP` | `CONFIG`, `BASE-CURRENCY`, `STAFF` |
 * | which shift is open | `SHOP` | `OPEN-SHIFT` |
 * | the tables of a space once more | `SPACE#<id>` | the table's id |
 * | printers, and which is the default of a type | `PRINTER` | the printer's id, `DEFAULT#<type>` |
 * | what became of a print job | `PRINT-JOB#<id>` | `JOB` |
 * | categories | `CATEGORY` | `<type>#<id>` |
 * | deleted records | `RETIRED#<collection>` | as in the collection |
 * | guards of unique texts | `UNIQUE#<scope>#<hash>` | `GUARD` |
 * | a session and its wallet sessions | `SESSION#<id>` | `SESSION`, `WALLET#<id>` |
 * | the login limiter's counts | `LOGIN-LIMIT#<hash of address>` | `LIMIT` |
 * | an order of either kind, with its lines | `ORDER#<id>` | `ORDER` |
 * | live dishes and their lines in open orders | `DISH-USE#<0 to 63>` | `COUNTS` |
 * | lines to be counted out of these, in case of a crash | `PENDING-DISH-COUNTS` | an id |
 * | all that is known of a Lightning payment | `PAYMENT-HASH#<hash>` | `SALE`, `NOTIFICATION`, `INVOICE` |
 * | notifications of payments, for replay | `PAYMENT-EVENTS` | `<received, Unix ms>#<id>` |
 * | open sockets of /ws/payments, and the replay in flight | `WATCHERS` | the connection's id |
 * | where a session's sockets ended | `WATCH-ENDINGS#<session>` | `<ended, Unix ms>#<connection>` |
 * | a request through the tunnel and its answer | `TUNNEL#<id>` | `REQUEST`, `PART#<n>` |
 * | Idempotency-Keys, and what of an answer no record holds | `IDEMPOTENCY#<hash of caller and key>` | `ANSWER`, `REST#<run>#<n>` |
 */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Unix seconds after which a record may vanish; reads check it themselves. */
  timeToLive: 'expiresAt',
  indexes: [
    ordersIndex,
    ordersOfUserIndex,
    ordersOfTableIndex,
    ordersOfStatusIndex,
  ] as readonly IndexSchema[],
} as const
