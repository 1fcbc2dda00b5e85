import { Failure, required } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { idInKey } from '../../platform/dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { insert, type Write } from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { putKitchenOrder } from '../restaurant/kitchen-orders.ts'
import { totalTooLarge } from '../restaurant/line-prices.ts'
import {
  isFired,
  maxLines,
  maxTotalCents,
  type OrderLine,
  sumOf,
} from '../restaurant/order-line.ts'
import {
  atTableSinceMs,
  findRestaurantOrder,
  isRestaurantOrder,
  putMerged,
  type RestaurantOrderRecord,
  refusePaid,
  refusePrepaid,
  refuseSettled,
} from '../restaurant/restaurant-orders.ts'
import {
  allTables,
  findTable,
  namesOrder,
  ordersAt,
  type TableRecord,
  updateTable,
  withOrders,
  withoutOrder,
} from '../restaurant/tables.ts'
import { listedAt, type Order, orderKey } from '../sales/orders.ts'
import { mergedDiscount, splitDiscount } from './bill-discount.ts'
import { insertMovedAudit, insertMovedLinesAudit } from './moved-audit.ts'

/**
 * Moves lines of an order to a new order of the same table and user, which gets the id that
 * is returned. Throws `notFound`, `orderPaid`, `orderHasPayments`, and `invalid` for all lines or an unknown one.
 */
export const split = (orderId: string, lineIds: readonly string[], nowMs: number) =>
  retryOnConflict(async () => {
    const order = required(await findRestaurantOrder(orderId))
    refusePaid(order)
    refusePrepaid(order)
    const moved = linesToMove(order.lines, new Set(lineIds))
    const left = order.lines.filter((line) => !moved.includes(line))
    const table = order.tableId === null ? undefined : await findTable(order.tableId)
    const [discount, discountOfMade] = await splitDiscount(order, left, moved)
    const made = splitOff({ ...order, discount: discountOfMade }, moved, nowMs)
    const { id } = made
    return transactAndRespond(
      [
        updateUnchanged(order, ['revision', 'payments'], {
          set: {
            lines: left,
            linesCents: sumOf(left),
            totalCents: sumOf(left),
            discount,
            ...(moved.some(isFired) && {
              movedOut: {
                revision: order.revision + 1,
                lineIds: moved.filter(isFired).map((line) => line.id),
              },
            }),
          },
          remove: discount ? [] : ['discount'],
          add: { revision: 1 },
        }),
        // The lines stay counted at their dishes: both orders have the same status
        insert(made),
        moved.some(isFired) && putKitchenOrder(id, nowMs),
        ...updateTableOfSplit(table, order.id, id),
        insertMovedLinesAudit(order, made, moved, table ? [table] : []),
      ],
      { id },
    )
  })

function linesToMove(
  lines: readonly OrderLine[],
  ids: ReadonlySet<string>,
): readonly OrderLine[] {
  const moved = lines.filter(({ id }) => ids.has(id))
  if (moved.length < ids.size) {
    throw new Failure('invalid', { fault: 'dishIds names no line of this order' })
  }
  if (moved.length === lines.length) {
    throw new Failure('invalid', { fault: 'dishIds names all lines of this order' })
  }
  return moved
}

function splitOff(
  order: RestaurantOrderRecord,
  lines: readonly OrderLine[],
  nowMs: number,
): RestaurantOrderRecord {
  const { userId, userName, tableId, status, discount, goneAfterZ } = order
  const id = newId()
  return {
    ...orderKey(id),
    id,
    kind: 'restaurant',
    userId,
    userName,
    tableId,
    status,
    totalCents: sumOf(lines),
    createdAt: isoSeconds(nowMs),
    listedAt: listedAt(nowMs, id),
    payments: [],
    lines,
    linesCents: sumOf(lines),
    revision: 1,
    discount,
    goneAfterZ,
    firedIn: firedInAfter({ id }, order, lines),
    ofUser: idInKey(userId),
    ...(tableId !== null && {
      ofTable: idInKey(tableId),
      tableSinceMs: atTableSinceMs(order),
    }),
    ofStatus: status,
  }
}

/**
 * Moves all lines of another order to this one, deletes the other and leaves its table.
 * Throws `notFound`, `orderPaid` for a settled order, `orderHasPayments`, `orderFull`, `tooManyTablesOfBill`,
 * and `invalid` for the same order, one that is not open or has a payment, or too large a
 * total.
 */
export const merge = (orderId: string, otherId: string) =>
  retryOnConflict(async () => {
    const [order, other] = await readMany<[Order, Order]>([
      orderKey(orderId),
      orderKey(otherId),
    ])
    if (!isRestaurantOrder(order)) throw new Failure('notFound')
    refuseSettled(order)
    if (!isRestaurantOrder(other)) throw unmergeable(`no order has the id ${otherId}`)
    if (order.id === other.id) throw unmergeable('orderId names this order')
    for (const each of [order, other]) {
      refuseUnlessOpen(each)
      refusePrepaid(each)
    }
    const lines = [...order.lines, ...other.lines]
    if (lines.length > maxLines) throw new Failure('orderFull')
    if (sumOf(lines) > maxTotalCents) throw totalTooLarge()
    const totalCents = sumOf(lines)
    const [tables, discount] = await Promise.all([
      allTables(),
      mergedDiscount(order, other),
    ])
    const reply = { id: order.id }
    return transactAndRespond(
      [
        updateUnchanged(order, ['revision', 'payments'], {
          set: {
            lines,
            linesCents: totalCents,
            totalCents,
            discount,
            firedIn: firedInAfter(order, other, other.lines),
          },
          remove: discount ? [] : ['discount'],
          add: { revision: 1 },
        }),
        // The lines stay counted at their dishes: both orders are open
        deleteUnchanged(other, ['revision', 'payments']),
        other.lines.some(isFired) && putKitchenOrder(order.id, Date.now()),
        putMerged(other.id, order.id, Date.now()),
        ...updateTablesOfMerged(ofBill(tables, other.id), other.id, order),
        insertMovedLinesAudit(other, { ...order, totalCents }, other.lines, tables),
      ],
      reply,
    )
  })

function refuseUnlessOpen({ id, status, payments }: Order): void {
  if (status !== 'open') throw unmergeable(`the order ${id} is not open`)
  if (payments.length > 0) throw unmergeable(`the order ${id} has a payment`)
}

const unmergeable = (fault: string) => new Failure('invalid', { fault })

/** Orders whose print jobs are read beside an order's own. */
const maxOrders = 10

/**
 * Under which other orders the lines of an order were sent to the kitchen, after these of
 * them have moved to it: their print jobs stay where they were recorded.
 */
function firedInAfter(
  to: Pick<RestaurantOrderRecord, 'id' | 'firedIn'>,
  from: RestaurantOrderRecord,
  moved: readonly OrderLine[],
): readonly string[] | undefined {
  const wasFired = moved.some(isFired)
  const all = [
    ...(wasFired ? [from.id, ...(from.firedIn ?? [])] : []),
    ...(to.firedIn ?? []),
  ]
  const others = [...new Set(all)].filter((id) => id !== to.id)
  return others.length > 0 ? others.slice(0, maxOrders) : undefined
}

/**
 * Most tables that may name an order that leaves them. With two records each they fit
 * into one transaction beside ten payments and the counts of a thousand lines.
 */
const maxTables = 8

/**
 * The tables that name an order or keep it, to be read after the order: a table that names
 * it later changes the order's revision. Throws `tooManyTablesOfBill`.
 */
export const tablesOfBill = async (orderId: string): Promise<TableRecord[]> =>
  ofBill(await allTables(), orderId)

function ofBill(tables: readonly TableRecord[], orderId: string): TableRecord[] {
  const naming = tables.filter(namesOrder(orderId))
  if (naming.length > maxTables) throw new Failure('tooManyTablesOfBill')
  return naming
}

/** Builds the writes with which an order leaves tables. They fail with VersionConflict. */
export const updateLeftTables = (
  tables: readonly TableRecord[],
  orderId: string,
): Write[] => tables.flatMap((table) => updateTable(table, withoutOrder(table, orderId)))

/**
 * Takes an order that is merged into another from its tables. If guests of both sit at
 * one table, the other order takes the place.
 */
export const updateTablesOfMerged = (
  tables: readonly TableRecord[],
  merged: string,
  { id, tableId }: RestaurantOrderRecord,
): Write[] =>
  tables.flatMap((table) => {
    if (tableId !== table.id || ordersAt(table).includes(id)) {
      return updateLeftTables([table], merged)
    }
    const seated = ordersAt(table).map((each) => (each === merged ? id : each))
    return updateTable(table, withOrders(table, seated))
  })

/** Builds the writes that keep a new order at the table of the order that it was split from. */
export const updateTableOfSplit = (
  table: TableRecord | undefined,
  orderId: string,
  newId: string,
): Write[] =>
  table && ordersAt(table).includes(orderId)
    ? updateTable(table, withOrders(table, [...ordersAt(table), newId]))
    : []

/**
 * Moves an order to a table, which then names it, and leaves all others. Throws `notFound`,
 * `orderPaid`, `tableNotFound`, `tableOccupied`, `tooManyTablesOfBill`.
 */
export const move = (orderId: string, tableId: string) =>
  retryOnConflict(async () => {
    const order = required(await findRestaurantOrder(orderId))
    refuseSettled(order)
    const [table, tables] = await Promise.all([findTable(tableId), allTables()])
    const named = ofBill(tables, order.id)
    if (!table) throw new Failure('tableNotFound')
    const left = named.filter(({ id }) => id !== table.id)
    const moves = order.tableId !== table.id
    const seating = updateTableOfMoved(table, order)
    if (!moves && left.length === 0 && seating.length === 0) return
    await transact([
      updateUnchanged(order, ['revision'], {
        set: {
          tableId: table.id,
          ofTable: idInKey(table.id),
          ...(moves && { tableSinceMs: Date.now() }),
        },
        add: { revision: 1 },
      }),
      ...seating,
      ...updateLeftTables(left, order.id),
      (moves || left.length > 0) && insertMovedAudit(order, table, left, tables),
    ])
  })

/** Guests who sit at the table already stay there, also beside others. */
function updateTableOfMoved(table: TableRecord, order: RestaurantOrderRecord): Write[] {
  const seated = ordersAt(table)
  const isSeated = seated.includes(order.id)
  if (isSeated && order.tableId === table.id) return []
  const isAlone = isSeated && seated.length === 1
  const isTaken = table.status === 'occupied' || seated.length > 0
  if (isTaken && !isAlone) throw new Failure('tableOccupied')
  return updateTable(table, { ...withOrders(table, [order.id]), status: 'occupied' })
}
