import { idInKey } from '../dynamodb/keys.ts'
import { retryOnConflict, updateUnchanged } from '../dynamodb/optimistic-lock.ts'
import { insert } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { newId } from '../ids.ts'
import { type OrderLine, sumOf } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { findTable } from '../restaurant/tables.ts'
import { listedAt, orderKey } from '../sales/orders.ts'
import { isoSeconds } from '../time/iso.ts'
import { updateTableOfSplit } from './bill-tables.ts'
import { firedInAfter } from './fired-in.ts'
import { findUnpaidOrder } from './unpaid-order.ts'

/**
 * Moves lines of an order to a new order of the same table and user, which gets the id that
 * is returned. Throws `notFound`, `orderPaid`, and `invalid` for all lines or an unknown one.
 */
export const split = (orderId: string, lineIds: readonly string[], nowMs: number) =>
  retryOnConflict(async () => {
    const order = await findUnpaidOrder(orderId)
    const moved = linesToMove(order.lines, new Set(lineIds))
    const left = order.lines.filter((line) => !moved.includes(line))
    const table = order.tableId === null ? undefined : await findTable(order.tableId)
    const made = splitOff(order, moved, nowMs)
    const { id } = made
    await transactAndRespond(
      [
        updateUnchanged(order, ['revision', 'payments'], {
          set: { lines: left, linesCents: sumOf(left), totalCents: sumOf(left) },
          add: { revision: 1 },
        }),
        // The lines stay counted at their dishes: both orders have the same status
        insert(made),
        ...updateTableOfSplit(table, order.id, id),
      ],
      { id },
    )
    return { id }
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
  const { userId, userName, tableId, status } = order
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
    firedIn: firedInAfter({ id }, order, lines),
    ofUser: idInKey(userId),
    ...(tableId !== null && { ofTable: idInKey(tableId) }),
    ofStatus: status,
  }
}
