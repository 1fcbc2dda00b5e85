/** A global secondary index and the attributes it carries beside the keys. */
export type IndexSchema = {
  readonly name: string
  readonly pk: string
  readonly sk: string
  readonly projects: readonly string[]
}

/**
 * The orders of a kind by creation, with what lists show: a restaurant's lines are not.
 * `sale` holds everything that a checkout or settlement keeps of the whole sale.
 */
export const ordersIndex: IndexSchema = {
  name: 'orders-2',
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
    'sale',
  ],
}

/**
 * Indexes that functions of the release before read, while a deployment runs. Tables of that
 * release keep them, and the next release deletes them; new tables have none.
 */
export const earlierIndexes: readonly IndexSchema[] = [
  {
    ...ordersIndex,
    name: 'orders',
    projects: ordersIndex.projects.filter((name) => name !== 'sale'),
  },
]

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
 * The one table as the cloud and the local platform create it. docs/data-model.md lists its
 * records with their keys, its indexes and its access patterns.
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
