import { checkOnMenu, incrementNewLineCounts } from '../catalog/dish-use.ts'
import { type Recount, transactWithCounts } from '../catalog/pending-counts.ts'
import { idInKey } from '../dynamodb/keys.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { type Index, read, readAll, readMany } from '../dynamodb/read.ts'
import {
  ordersOfStatusIndex,
  ordersOfTableIndex,
  ordersOfUserIndex,
} from '../dynamodb/schema.ts'
import { transact } from '../dynamodb/transact.ts'
import {
  conditionCheck,
  deleteItem,
  insert,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { OrderStatus } from '../sales/order.ts'
import { findOrder, listedAt, type Order, orderKey } from '../sales/orders.ts'
import { type User, userKey } from '../staff/users.ts'
import { isoSeconds } from '../time/iso.ts'
import { type NewLine, newOrderLines, type OrderLine, sumOf } from './order-line.ts'
import { releaseOrder, tableKey } from './tables.ts'

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
 * Throws `userNotFound`, `tableNotFound`, `invalidDishes`, and then nothing is written.
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
    newOrderLines(dishes),
  ])
  if (!user) throw new Failure('userNotFound')
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
  await transact(
    [
      insert(order),
      ...checkUserAndTable(userId, tableId),
      ...(status === 'open' ? incrementNewLineCounts(lines) : checkOnMenu(lines)),
    ],
    { id },
  )
  return { id }
}

/**
 * Changes an order; when it moves, the tables it leaves name it no more. Throws `notFound`,
 * `userNotFound`, `tableNotFound`.
 */
export const changeOrder = (id: string, input: OrderInput) =>
  retryOnConflict(async () => {
    const [held, user] = (await readMany([orderKey(id), userKey(input.userId)])) as [
      Order | undefined,
      User | undefined,
    ]
    if (!isRestaurants(held)) throw new Failure('notFound')
    if (!user) throw new Failure('userNotFound')
    const { userId, status, totalCents, tableId = held.tableId } = input
    const writes = [
      update(
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
      ...checkUserAndTable(userId, input.tableId),
      ...(tableId === held.tableId ? [] : await releaseOrder(id, tableId)),
    ]
    await transactWithCounts(writes, held.lines, recountOf(held.status, status))
  })

/** Deletes an order with its lines; no table names it any more. Throws `notFound`. */
export const deleteOrder = (id: string) =>
  retryOnConflict(async () => {
    const held = await findRestaurantOrder(id)
    if (!held) throw new Failure('notFound')
    const writes = [
      deleteItem(held, unchanged(held), stale),
      ...(await releaseOrder(id, null)),
    ]
    await transactWithCounts(writes, held.lines, recountOf(held.status, undefined))
  })

/** The condition that an order is still as it was read. */
export const unchanged = ({ revision }: RestaurantOrder) => ({
  when: '#revision = :seen',
  values: { seen: revision },
})

const isRestaurants = (order: Order | undefined): order is RestaurantOrder =>
  order?.kind === 'restaurant'

const stale = () => new VersionConflict()

/** Only lines of open orders keep their dishes on the menu. */
function recountOf(was: OrderStatus, is: OrderStatus | undefined): Recount {
  if (was === 'open' && is !== 'open') return -1
  return was !== 'open' && is === 'open' ? 1 : 0
}

const checkUserAndTable = (
  userId: string,
  tableId: string | null | undefined,
): Write[] => [
  conditionCheck(userKey(userId), {}, () => new Failure('userNotFound')),
  ...(tableId === null || tableId === undefined
    ? []
    : [conditionCheck(tableKey(tableId), {}, () => new Failure('tableNotFound'))]),
]
