import { dishesAt, dishKey } from '../../catalog/dishes.ts'
import { Failure, required } from '../../failure.ts'
import {
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { kitchenOrderIds, putKitchenOrder } from '../restaurant/kitchen-orders.ts'
import type { OrderLine } from '../restaurant/order-line.ts'
import {
  findRestaurantOrder,
  isRestaurantOrder,
  type RestaurantOrderRecord,
} from '../restaurant/restaurant-orders.ts'
import {
  type SpaceRecord,
  spaceKey,
  type TableRecord,
  tableKey,
} from '../restaurant/tables.ts'
import { type Order, orderKey } from '../sales/orders.ts'
import { type KitchenOrder, kitchenStatuses } from './kitchen-order.ts'

/**
 * Lists the orders on the kitchen's screen: sent and not long finished, settled orders
 * included, as guests may pay before they eat. Reads one record for each order, table,
 * room and dish.
 */
export async function readKitchenScreen(nowMs: number): Promise<KitchenOrder[]> {
  const ids = await kitchenOrderIds(nowMs)
  const orders = (await readMany<Order[]>(ids.map(orderKey)))
    .filter(isRestaurantOrder)
    .map((order) => ({ order, lines: order.lines.filter(isInKitchen) }))
    .filter(({ lines }) => lines.length > 0)
  return shownInKitchen(orders)
}

/** Some lines of orders as the kitchen reads them; reads their dishes, tables and rooms. */
export async function shownInKitchen(
  orders: readonly {
    readonly order: RestaurantOrderRecord
    readonly lines: readonly OrderLine[]
  }[],
): Promise<KitchenOrder[]> {
  const [dishes, placeOf] = await Promise.all([
    dishesAt(orders.flatMap(({ lines }) => lines.map(({ dishId }) => dishKey(dishId)))),
    readPlaces(orders.flatMap(({ order: { tableId } }) => tableId ?? [])),
  ])
  return orders.map(({ order, lines }) => ({
    id: order.id,
    tableId: order.tableId,
    createdAt: order.createdAt,
    userName: order.userName,
    ...placeOf(order.tableId),
    lines: lines.map((line) => ({
      ...line,
      modifiers: [...(line.modifiers ?? [])],
      name: line.dishName,
      course: line.course ?? null,
      categoryId: dishes.get(line.dishId)?.categoryId ?? null,
      firedAt: line.firedAtMs === undefined ? null : isoSeconds(line.firedAtMs),
    })),
  }))
}

/** True if the kitchen was sent the line. */
export const isInKitchen = (line: OrderLine) =>
  line.status === 'cancelled' ? line.wasFired === true : line.status !== 'pending'

/** The names of tables and of their rooms. */
async function readPlaces(tableIds: readonly string[]) {
  const tables = byId(await readMany<TableRecord[]>(tableIds.map(tableKey)))
  const spaceIds = [...tables.values()].map(({ spaceId }) => spaceId)
  const spaces = byId(await readMany<SpaceRecord[]>(spaceIds.map(spaceKey)))
  return (tableId: string | null) => {
    const table = tables.get(tableId ?? '')
    return {
      tableName: table?.name ?? '',
      roomName: spaces.get(table?.spaceId ?? '')?.name ?? '',
    }
  }
}

const byId = <T extends { readonly id: string }>(records: readonly (T | undefined)[]) =>
  new Map(records.flatMap((record) => (record ? [[record.id, record] as const] : [])))

/**
 * Sets the kitchen's state of lines that it was sent, also of a settled order, whose sums
 * do not depend on it. Throws `notFound` for an unknown order, and `invalid` for a line
 * that is not in the kitchen; then nothing changes.
 */
export const progress = (
  orderId: string,
  lineIds: readonly string[],
  status: (typeof kitchenStatuses)[number],
  nowMs: number,
): Promise<void> =>
  retryOnConflict(async () => {
    const order = required(await findRestaurantOrder(orderId))
    const lines = withStatus(order, new Set(lineIds), status)
    const isDone = !lines.some(
      ({ status }) => status === 'sent' || status === 'in_progress',
    )
    await transact([
      updateUnchanged(order, ['revision'], { set: { lines }, add: { revision: 1 } }),
      putKitchenOrder(order.id, nowMs, isDone ? 'done' : 'open'),
    ])
  })

function withStatus(
  { lines }: RestaurantOrderRecord,
  ids: ReadonlySet<string>,
  status: OrderLine['status'],
): OrderLine[] {
  const isMeant = ({ id, status }: OrderLine) =>
    ids.has(id) && (kitchenStatuses as readonly string[]).includes(status)
  if (lines.filter(isMeant).length < ids.size) {
    throw new Failure('invalid', { fault: 'dishIds names no line in the kitchen' })
  }
  return lines.map((line) =>
    isMeant(line) ? { ...line, status, wasFired: true as const } : line,
  )
}
