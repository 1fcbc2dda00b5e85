import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { OrderStatus } from '../order-statuses.ts'
import type { Page } from '../page.ts'
import { isoSeconds } from '../time/iso.ts'
import { commit } from './commit.ts'
import { countNewLines, requireListed } from './dish-use.ts'
import { idInKey } from './keys.ts'
import { describeLines, type NewLine, type OrderLine, sumOf } from './order-lines.ts'
import { findOrder, listedAt, type Order, orderKey } from './orders.ts'
import { commitWithCounts, type Recount } from './pending-counts.ts'
import { type Index, read, readAll, readMany } from './read.ts'
import { ordersOfStatusIndex, ordersOfTableIndex, ordersOfUserIndex } from './schema.ts'
import { Stale, untilFresh } from './stale.ts'
import { releaseOrder, tableKey } from './tables.ts'
import { type User, userKey } from './users.ts'
import { change, insert, remove, require, type Write } from './write.ts'

/** What a client says of an order; in an update, a table that is undefined stays. */
export type OrderInput = {
  readonly userId: string
  readonly tableId?: string | null | undefined
  readonly status: OrderStatus
  readonly totalCents: number
}

/** An order of the restaurant. */
export type RestaurantOrder = Order & {
  readonly kind: 'restaurant'
  readonly lines: readonly OrderLine[]
  /** The sum of the lines, from which every change of them sets the total. */
  readonly linesCents: number
  /** Counts changes, and tables that come to name it. */
  readonly revision: number
  /** The order's places in the indexes by user, table and status. */
  readonly ofUser: string
  readonly ofTable?: string
  readonly ofStatus: OrderStatus
}

/** A restaurant's order as lists show it. */
export type ListedOrder = Pick<
  RestaurantOrder,
  'pk' | 'sk' | 'id' | 'userId' | 'tableId' | 'status' | 'totalCents' | 'createdAt'
>

/** An order of the restaurant; undefined also for one of the store. */
export async function findRestaurantOrder(
  id: string,
): Promise<RestaurantOrder | undefined> {
  const order = await findOrder(id)
  return isRestaurants(order) ? order : undefined
}

/** Orders that a user took, newest first; the cost is these rows. */
export const ordersOfUser = (userId: string, page?: Page) =>
  newestOf(ordersOfUserIndex, idInKey(userId), page)

/** Orders of a table, newest first. */
export const ordersOfTable = (tableId: string, page?: Page) =>
  newestOf(ordersOfTableIndex, idInKey(tableId), page)

/** Orders with a status, newest first. */
export const ordersOfStatus = (status: OrderStatus, page?: Page) =>
  newestOf(ordersOfStatusIndex, status, page)

const newestOf = (index: Index, pk: string, page: Page | undefined) =>
  readAll<ListedOrder>({ pk, index, newestFirst: true }, page)

/**
 * Creates an order with its first lines; their sum is the total when there are any.
 * Throws `unknownUser`, `unknownTable`, `dishesRefused`, and then nothing is written.
 */
export async function createOrder(
  input: OrderInput,
  createdAtMs: number,
  dishes: readonly NewLine[] = [],
) {
  const id = newId()
  const { userId, tableId = null, status } = input
  const [user, lines] = await Promise.all([
    read<User>(userKey(userId)),
    describeLines(dishes),
  ])
  if (!user) throw new Failure('unknownUser')
  const linesCents = sumOf(lines)
  const order: RestaurantOrder = {
    ...orderKey(id),
    id,
    kind: 'restaurant',
    userId,
    userName: user.name,
    tableId,
    status,
    totalCents: lines.length > 0 ? linesCents : input.totalCents,
    createdAt: isoSeconds(createdAtMs),
    listedAt: listedAt(createdAtMs, id),
    payments: [],
    lines,
    linesCents,
    revision: 1,
    // An index refuses an empty key before it is known whether there is such a record
    ofUser: idInKey(userId),
    ...(tableId !== null && { ofTable: idInKey(tableId) }),
    ofStatus: status,
  }
  await commit(
    [
      insert(order),
      ...requireUserAndTable(userId, tableId),
      ...(status === 'open' ? countNewLines(lines) : requireListed(lines)),
    ],
    { id },
  )
  return { id }
}

/**
 * Changes an order; when it moves, the tables it leaves name it no more. Throws `unknown`,
 * `unknownUser`, `unknownTable`.
 */
export const updateOrder = (id: string, input: OrderInput) =>
  untilFresh(async () => {
    const [held, user] = (await readMany([orderKey(id), userKey(input.userId)])) as [
      Order | undefined,
      User | undefined,
    ]
    if (!isRestaurants(held)) throw new Failure('unknown')
    if (!user) throw new Failure('unknownUser')
    const { userId, status, totalCents, tableId = held.tableId } = input
    const writes = [
      change(
        held,
        {
          set: {
            userId,
            userName: userId === held.userId ? held.userName : user.name,
            tableId,
            status,
            totalCents,
            ofUser: idInKey(userId),
            ofTable: tableId === null ? undefined : idInKey(tableId),
            ofStatus: status,
          },
          add: { revision: 1 },
          remove: tableId === null ? ['ofTable'] : [],
          ...unchanged(held),
        },
        stale,
      ),
      ...requireUserAndTable(userId, input.tableId),
      ...(tableId === held.tableId ? [] : await releaseOrder(id, tableId)),
    ]
    await commitWithCounts(writes, held.lines, recountOf(held.status, status))
  })

/** Deletes an order with its lines; no table names it any more. Throws `unknown`. */
export const deleteOrder = (id: string) =>
  untilFresh(async () => {
    const held = await findRestaurantOrder(id)
    if (!held) throw new Failure('unknown')
    const writes = [
      remove(held, unchanged(held), stale),
      ...(await releaseOrder(id, null)),
    ]
    await commitWithCounts(writes, held.lines, recountOf(held.status, undefined))
  })

/** The condition that an order is still as it was read. */
export const unchanged = ({ revision }: RestaurantOrder) => ({
  when: '#revision = :seen',
  values: { seen: revision },
})

const isRestaurants = (order: Order | undefined): order is RestaurantOrder =>
  order?.kind === 'restaurant'

const stale = () => new Stale()

/** Only lines of open orders keep their dishes on the menu. */
function recountOf(was: OrderStatus, is: OrderStatus | undefined): Recount {
  if (was === 'open' && is !== 'open') return -1
  return was !== 'open' && is === 'open' ? 1 : 0
}

const requireUserAndTable = (
  userId: string,
  tableId: string | null | undefined,
): Write[] => [
  require(userKey(userId), {}, () => new Failure('unknownUser')),
  ...(tableId === null || tableId === undefined
    ? []
    : [require(tableKey(tableId), {}, () => new Failure('unknownTable'))]),
]
