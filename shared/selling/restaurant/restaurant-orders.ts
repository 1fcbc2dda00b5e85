import {
  checkOnMenu,
  incrementNewLineCounts,
  type Recount,
  transactWithCounts,
} from '../../catalog/dish-use.ts'
import { Failure, required } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { insertAuditEntry, insertChangeAudit } from '../../people/audit/audit-trail.ts'
import { type User, userKey } from '../../people/staff/users.ts'
import { type Item, idInKey, type Key } from '../../platform/dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { type Index, read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import {
  ordersOfStatusIndex,
  ordersOfTableIndex,
  ordersOfUserIndex,
} from '../../platform/dynamodb/schema.ts'
import {
  conditionCheck,
  insert,
  put,
  type Update,
  type Write,
  type Writes,
} from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import {
  type DayRecord,
  dayRecordKey,
  upsertDayIn,
  upsertSameDay,
} from '../sales/day-record.ts'
import type { OrderStatus } from '../sales/order.ts'
import { findOrder, listedAt, type Order, orderKey } from '../sales/orders.ts'
import type { ShopRate } from '../sales/payment-hashes.ts'
import { insertOrderAudit } from '../sales/sales-audit.ts'
import { asGone, goneOf, isCounted, takenBack } from '../sales/seen-lines.ts'
import { amountsDiffer } from '../sales/tenders.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  findConfig,
  readBaseCurrency,
  safeguardsOf,
} from '../shop-config/config.ts'
import {
  isOfOtherCurrency,
  type ShopCurrencies,
  shopCurrencies,
} from '../shop-config/currency-history.ts'
import type { BillDiscount } from './bill-discount.ts'
import { insertOffMenuAudit, newOrderLines } from './line-prices.ts'
import { type NewLine, type OrderLine, sumOf } from './order-line.ts'
import type { OrderInput, OrderUpdate } from './restaurant-order.ts'
import { leftTables, prepareLeavingTables, tableKey } from './tables.ts'

/** A stored order of the restaurant. */
export type RestaurantOrderRecord = Order & {
  readonly kind: 'restaurant'
  readonly lines: readonly OrderLine[]
  /** The sum of the lines in cents; every change of the lines sets the total from it. */
  readonly linesCents: number
  /** Counts changes, and tables that were set to name the order. */
  readonly revision: number
  /** Payments received before the bill is settled; kept with a settled one. */
  readonly prepaid?: readonly Prepaid[] | undefined
  /** Discount on its bill; a settled one keeps it beside its sale. */
  readonly discount?: BillDiscount | undefined
  /** Since when it is at its table, in Unix ms; see `atTableSinceMs`. */
  readonly tableSinceMs?: number | undefined
  /** That its bill or receipt was printed, and which edition. */
  readonly printed?: { readonly edition: string } | undefined
  /** Its lines are counted as gone, see `SeenOrder`. */
  readonly goneAfterZ?: number | null | undefined
  /** Ids of other orders under which some of its lines were sent to the kitchen. */
  readonly firedIn?: readonly string[] | undefined
  /** The lines that a split took away when the order came to this revision, as the kitchen had them. */
  readonly movedOut?:
    | { readonly revision: number; readonly lineIds: readonly string[] }
    | undefined
  /** Index keys: the user's id, the table's id, the status. */
  readonly ofUser: string
  readonly ofTable?: string
  readonly ofStatus: OrderStatus
}

/** A Lightning payment that is attached to a bill. */
export type Prepaid = {
  readonly paymentHash: string
  readonly cents: number
  /** Amount that its invoice asked for, if any. */
  readonly askedSat?: number | undefined
  /**
   * Satoshis that the customer sent; absent if unknown. Up to 0.3.1 those that the node
   * received.
   */
  readonly amountSat?: number | undefined
  /** Satoshis that the node received. */
  readonly receivedSat?: number | undefined
  /** The rate by which it was attached; absent for cents that were given by hand. */
  readonly rate?: ShopRate | undefined
}

export const prepaidOf = ({ prepaid = [] }: RestaurantOrderRecord) => prepaid

/** Since when an order is at its table; releases up to 0.3 did not note it. */
export const atTableSinceMs = ({ tableSinceMs, createdAt }: RestaurantOrderRecord) =>
  tableSinceMs ?? Date.parse(createdAt)

/** Attributes of an order in the indexes by user, table and status. */
export type ListedOrder = Pick<
  RestaurantOrderRecord,
  'pk' | 'sk' | 'id' | 'userId' | 'tableId' | 'status' | 'totalCents' | 'createdAt'
>

/** An order of the restaurant; undefined for one of the store. */
export async function findRestaurantOrder(
  id: string,
): Promise<RestaurantOrderRecord | undefined> {
  const order = await findOrder(id)
  return isRestaurantOrder(order) ? order : undefined
}

/** Throws `orderPaid` for an order that was settled: nothing of it changes any more. */
export function refuseSettled({ sale }: Pick<Order, 'sale'>): void {
  if (sale) throw new Failure('orderPaid')
}

/** Throws `orderPaid` for an order that was paid in any way. */
export function refusePaid({ sale, status, payments }: RestaurantOrderRecord): void {
  if (sale || status === 'paid' || payments.length > 0) throw new Failure('orderPaid')
}

/** Throws `orderHasPayments` for a bill that payments are attached to. */
export function refusePrepaid(order: RestaurantOrderRecord): void {
  if (prepaidOf(order).length > 0) throw new Failure('orderHasPayments')
}

/** The orders of a user, newest first. Reads only these. */
export const ordersOfUser = (userId: string, page?: Page) =>
  newestOf(ordersOfUserIndex, idInKey(userId), page)

/** The orders of a table, newest first. Reads only these. */
export const ordersOfTable = (tableId: string, page?: Page) =>
  newestOf(ordersOfTableIndex, idInKey(tableId), page)

/** The orders with a status, newest first. Reads only these. */
export const ordersOfStatus = (status: OrderStatus, page?: Page) =>
  newestOf(ordersOfStatusIndex, status, page)

const newestOf = (index: Index, pk: string, page: Page | undefined) =>
  readAll<ListedOrder>({ pk, index, newestFirst: true }, page)

/**
 * Creates an order with its first lines. If there are any, their sum is the total. Throws
 * `userNotFound`, `tableNotFound`, `invalidDishes`, `checkoutProductNotAvailable`, `invalidModifiers`,
 * `permissionRequired`, and `invalid` for too large a total; then nothing is written.
 */
export async function createOrder(
  input: OrderInput,
  nowMs: number,
  newLines: readonly NewLine[] = [],
  mayDiscount = false,
) {
  const id = newId()
  const { userId, tableId = null, status, createdAtMs = nowMs } = input
  const [user, { lines, offMenu }] = await Promise.all([
    read<User>(userKey(userId)),
    newOrderLines(newLines, mayDiscount),
  ])
  if (!user) throw new Failure('userNotFound')
  const linesCents = sumOf(lines)
  const totalCents = lines.length > 0 ? linesCents : input.totalCents
  const order: RestaurantOrderRecord = {
    ...orderKey(id),
    id,
    kind: 'restaurant',
    userId,
    userName: user.name,
    tableId,
    status,
    totalCents,
    createdAt: isoSeconds(createdAtMs),
    listedAt: listedAt(createdAtMs, id),
    payments: [],
    lines,
    linesCents,
    revision: 1,
    // An index key must not be empty, also in a transaction that fails for an unknown id
    ofUser: idInKey(userId),
    ...(tableId !== null && { ofTable: idInKey(tableId), tableSinceMs: nowMs }),
    ofStatus: status,
  }
  return transactAndRespond(
    [
      insert(order),
      ...checkUserAndTable(userId, tableId),
      ...(status === 'open' ? incrementNewLineCounts(lines) : checkOnMenu(lines)),
      insertOffMenuAudit(id, offMenu),
      insertNewOrderAudit(order, nowMs),
    ],
    { id },
  )
}

/**
 * Changes an order. If it moves to another table, the tables that named it no longer do.
 * Throws `notFound`, `orderPaid`, `userNotFound`, `tableNotFound`, `tooManyTables`, and
 * `checkoutAmountsDiffer` for a total that only a caller who may give discounts can set.
 */
export const changeOrder = (
  id: string,
  input: OrderUpdate & { readonly status: OrderStatus },
  mayDiscount: boolean,
) =>
  retryOnConflict(async () => {
    const [current, user] = await readMany<[Order, User]>([
      orderKey(id),
      userKey(input.userId),
    ])
    if (!isRestaurantOrder(current)) throw new Failure('notFound')
    refuseSettled(current)
    if (!user) throw new Failure('userNotFound')
    if (!mayDiscount) await verifyTotal(current, input)
    const { userId, status, totalCents, tableId = current.tableId } = input
    const moves = tableId !== current.tableId
    const changes = { userId, status, totalCents, tableId }
    const counted = await countedByHand(current, status)
    const leaving = moves ? await prepareLeavingTables(id, tableId) : nothingLeft
    const isChanged =
      moves ||
      userId !== current.userId ||
      status !== current.status ||
      totalCents !== current.totalCents
    const writes = [
      isChanged &&
        updateUnchanged(current, ['revision', 'payments'], {
          set: {
            ...counted.set,
            userId,
            userName: userId === current.userId ? current.userName : user.name,
            tableId,
            status,
            totalCents,
            ofUser: idInKey(userId),
            ofTable: tableId === null ? undefined : idInKey(tableId),
            ofStatus: status,
            ...(moves && { tableSinceMs: Date.now() }),
          },
          add: { revision: 1 },
          remove: [...counted.remove, ...(tableId === null ? ['ofTable'] : [])],
        }),
      ...counted.writes,
      ...checkUserAndTable(userId, input.tableId),
      ...insertChangeAudit(
        aboutOrder(current),
        current,
        changes,
        // An order that leaves the list of open bills is logged with its size
        {
          ...(status !== current.status && { totalCents, dishes: current.lines.length }),
          ...leftTables(current, leaving.left),
        },
      ),
      ...leaving.writes,
    ]
    await transactWithCounts(writes, current.lines, recountOf(current.status, status))
  })

const nothingLeft = { left: [], writes: [] }

/**
 * In a shop with `verifyAmounts` a new total, and that of an order that becomes paid or closed,
 * is the sum of the lines. Throws `checkoutAmountsDiffer` with that sum.
 */
async function verifyTotal(
  { lines, ...current }: RestaurantOrderRecord,
  { status, totalCents }: Pick<RestaurantOrderRecord, 'status' | 'totalCents'>,
): Promise<void> {
  const linesCents = sumOf(lines)
  const isFinished = status !== 'open' && status !== current.status
  if (totalCents === linesCents) return
  if (totalCents === current.totalCents && !isFinished) return
  if (!safeguardsOf(await findConfig()).verifyAmounts) return
  throw amountsDiffer(linesCents, 'total')
}

/**
 * Deletes an order with its lines, by a user, and clears it from its tables. Throws
 * `notFound`, `orderPaid`, `orderHasPayments`.
 */
export const deleteOrder = (id: string, byUserId: string, reason?: string) =>
  retryOnConflict(async () => {
    const current = required(await findRestaurantOrder(id))
    refuseSettled(current)
    refusePrepaid(current)
    const { left, writes: leaving } = await prepareLeavingTables(id, null)
    const writes = [
      deleteUnchanged(current, ['revision']),
      insertOrderAudit(
        byUserId,
        current,
        { ...deletedValues(current), ...leftTables(current, left) },
        reason ? { reason } : null,
      ),
      ...(await upsertGone(current.lines)),
      ...leaving,
    ]
    await transactWithCounts(writes, current.lines, recountOf(current.status, undefined))
  })

/** Records that an order's lines moved to another one, for readers of its deletion. */
export type Merged = Item & {
  /** The other one; absent up to 0.3.1. */
  readonly into?: string
}

export const mergedKey = (id: string): Key => ({ ...orderKey(id), sk: 'MERGED' })

const mergedSeconds = 7 * 24 * 60 * 60

export const putMerged = (id: string, into: string, nowMs: number): Write =>
  put({ ...mergedKey(id), into, expiresAt: Math.ceil(nowMs / 1_000) + mergedSeconds })

/** Returns the subject of an order's entries in the audit trail. */
export const aboutOrder = ({ id }: Pick<Order, 'id'>) => ({
  kind: 'order' as const,
  subject: { id },
})

/** Largest difference between a client's time of an order and the server's. */
const maxClockSkewMs = 15 * 60_000

/**
 * Enters an order that does not begin now, open and at the sum of its lines in the audit trail:
 * reports count it on the day that it says.
 */
function insertNewOrderAudit(
  order: RestaurantOrderRecord,
  nowMs: number,
): Write | undefined {
  const { status, totalCents, linesCents, createdAt } = order
  const isNow = Math.abs(Date.parse(createdAt) - nowMs) <= maxClockSkewMs
  if (isNow && status === 'open' && totalCents === linesCents) return
  const times = isNow ? {} : { createdAt, enteredAt: isoSeconds(nowMs) }
  const after = { status, totalCents, ...times }
  return insertAuditEntry({ ...aboutOrder(order), before: null, after })
}

/** Returns the logged values of an order that is deleted with its lines. */
export const deletedValues = (order: RestaurantOrderRecord) => ({
  dishes: order.lines.length,
  totalCents: order.totalCents,
  status: order.status,
  isPrinted: order.printed !== undefined,
  lines: order.lines.map(({ dishName, priceCents, status }) => ({
    dishName,
    priceCents,
    status,
  })),
})

/** The lines with no price where the shop counted in another currency than it does now. */
export const pricedIn = (lines: readonly OrderLine[], currencies: ShopCurrencies) =>
  lines.map((line) =>
    isOfOtherCurrency(line, currencies) ? { ...line, priceCents: 0, fullCents: 0 } : line,
  )

/** Counts lines that are deleted, as far as the kitchen or guests have seen them. */
export async function upsertGone(lines: readonly OrderLine[]): Promise<Write[]> {
  if (!isCounted(goneOf(lines))) return []
  const currencies = shopCurrencies(await readBaseCurrency())
  const gone = goneOf(pricedIn(lines, currencies))
  return [upsertDayIn(currencies.currency, gone, versionConflict)]
}

/**
 * Counts an order that its client closes without a payment, or opens again, for X and Z,
 * and marks its lines; nothing for other changes.
 */
async function countedByHand(
  order: RestaurantOrderRecord,
  status: OrderStatus,
): Promise<{
  readonly set: Update['set']
  readonly remove: string[]
  readonly writes: Write[]
}> {
  const nothing = { set: {}, remove: [], writes: [] }
  const isClosed = order.status === 'open' && status !== 'open'
  if (isClosed ? order.payments.length > 0 : status !== 'open') return nothing
  if (!isClosed && order.goneAfterZ === undefined) return nothing
  const [day, base] = await readMany<[DayRecord, BaseCurrency]>([
    dayRecordKey,
    baseCurrencyKey,
  ])
  const lines = pricedIn(order.lines, shopCurrencies(base))
  const back = isClosed ? undefined : takenBack(order, day)
  const change = back?.change ?? goneOf(lines)
  if (isClosed && !isCounted(change)) return nothing
  return {
    set: isClosed
      ? { lines: asGone(order.lines), goneAfterZ: day?.lastZNumber ?? null }
      : { lines: back?.lines },
    remove: isClosed ? [] : ['goneAfterZ'],
    writes: isCounted(change) ? [upsertSameDay(day, change, versionConflict)] : [],
  }
}

export const isRestaurantOrder = (
  order: Order | undefined,
): order is RestaurantOrderRecord => order?.kind === 'restaurant'

/** Only lines of open orders are counted; a deleted order has no status. */
function recountOf(before: OrderStatus, after: OrderStatus | undefined): Recount {
  if (before === 'open' && after !== 'open') return -1
  return before !== 'open' && after === 'open' ? 1 : 0
}

const checkUserAndTable = (
  userId: string,
  tableId: string | null | undefined,
): Writes => [
  conditionCheck(userKey(userId), {}, () => new Failure('userNotFound')),
  typeof tableId === 'string' &&
    conditionCheck(tableKey(tableId), {}, () => new Failure('tableNotFound')),
]
