import {
  checkOnMenu,
  decrementLineCounts,
  incrementNewLineCounts,
} from '../catalog/dish-use.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { update, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import type { OrderStatus } from '../sales/order.ts'
import { orderKey } from '../sales/orders.ts'
import {
  lineIndex,
  maxTotalCents,
  type NewLine,
  newOrderLines,
  type OrderLine,
  sumOf,
  totalTooLarge,
} from './order-line.ts'
import {
  findRestaurantOrder,
  type RestaurantOrder,
  unchanged,
} from './restaurant-orders.ts'

/** What a client may change of a line; what is undefined stays as it is. */
export type LineChange = {
  readonly [Field in 'priceCents' | 'notes' | 'status' | 'shouldPrepare']?:
    | OrderLine[Field]
    | undefined
}

/** How many lines an order holds at most. */
const maxLines = 1_000

const stale = () => new VersionConflict()

/** Sets the total to the sum of lines, which changes by so many cents and stays exact. */
const totalsBy = (cents: number) => ({
  compute: ['#linesCents = #linesCents + :cents', '#totalCents = #linesCents + :cents'],
  when: '#linesCents <= :room',
  values: { cents, room: maxTotalCents - Math.max(0, cents) },
})

/**
 * Adds lines to an order and sets its total, in one step that depends on nothing read
 * before: parallel additions never make each other try again. An order whose texts
 * outgrow a record of 400 KB takes no more of them.
 * Throws `notFound`, `invalidDishes`, `orderFull`, `invalid`, and then nothing changes.
 */
export async function addLines(orderId: string, wanted: readonly NewLine[]) {
  const lines = await linesFor(orderId, wanted)
  const { compute, when, values } = totalsBy(sumOf(lines))
  // Dishes are added while an order is open; a refusal tells its status otherwise
  let status: OrderStatus = 'open'
  const refusal = (order: RestaurantOrder | undefined) => {
    if (order?.kind !== 'restaurant') return new Failure('notFound')
    if (order.lines.length + lines.length > maxLines) return new Failure('orderFull')
    if (order.status === status) return totalTooLarge()
    status = order.status
    return new VersionConflict()
  }
  await retryOnConflict(() =>
    transact(
      [
        update(
          orderKey(orderId),
          {
            compute: [...compute, '#lines = list_append(#lines, :lines)'],
            add: { revision: 1 },
            when: `#kind = :kind AND #status = :status AND size(#lines) <= :places AND ${when}`,
            values: {
              ...values,
              kind: 'restaurant',
              status,
              lines,
              places: maxLines - lines.length,
            },
          },
          (held) => refusal(held as RestaurantOrder | undefined),
        ),
        ...(status === 'open' ? incrementNewLineCounts(lines) : checkOnMenu(lines)),
      ],
      { orderId },
    ),
  )
  return { orderId }
}

/** The new lines of an order; that there is no such order is told first. */
async function linesFor(orderId: string, wanted: readonly NewLine[]) {
  try {
    return await newOrderLines(wanted)
  } catch (error) {
    if (await findRestaurantOrder(orderId)) throw error
    throw new Failure('notFound')
  }
}

/** Changes a line and the total. Throws `notFound` for the order and the line. */
export const changeLine = (orderId: string, lineId: string, wanted: LineChange) =>
  onLine(orderId, lineId, (order, place, was) => {
    const line = changed(was, wanted)
    const cents = line.priceCents - was.priceCents
    if (order.linesCents + cents > maxTotalCents) throw totalTooLarge()
    const { compute, when, values } = totalsBy(cents)
    return [
      update(
        order,
        {
          compute: [...compute, `#lines[${place}] = :line`],
          add: { revision: 1 },
          when: `#lines[${place}] = :was AND ${when}`,
          values: { ...values, line, was },
        },
        stale,
      ),
    ]
  })

/** Removes a line from its order and the total. Throws `notFound` for both. */
export const removeLine = (orderId: string, lineId: string) =>
  onLine(orderId, lineId, (order, place, was) => {
    const { compute, when, values } = totalsBy(-was.priceCents)
    return [
      update(
        order,
        {
          compute,
          add: { revision: 1 },
          remove: [`lines[${place}]`],
          when: `#lines[${place}] = :was AND #status = :status AND ${when}`,
          values: { ...values, was, status: order.status },
        },
        stale,
      ),
      ...(order.status === 'open' ? decrementLineCounts([was]) : []),
    ]
  })

/** Removes every line; the total is 0 then. Throws `notFound`. */
export const removeAllLines = (orderId: string) =>
  onOrder(orderId, (order) => [
    update(
      order,
      {
        set: { lines: [], linesCents: 0, totalCents: 0 },
        add: { revision: 1 },
        ...unchanged(order),
      },
      stale,
    ),
    ...(order.status === 'open' ? decrementLineCounts(order.lines) : []),
  ])

/** Sets the total to the sum of the lines and tells it in cents. Throws `notFound`. */
export async function calculateTotal(orderId: string): Promise<number> {
  const { linesCents } = await onOrder(orderId, (order) => [
    update(
      order,
      {
        set: { totalCents: order.linesCents },
        add: { revision: 1 },
        ...unchanged(order),
      },
      stale,
    ),
  ])
  return linesCents
}

/** Writes what an order as it is read calls for; the order before the change. */
const onOrder = (orderId: string, writes: (order: RestaurantOrder) => Write[]) =>
  retryOnConflict(async () => {
    const order = await findRestaurantOrder(orderId)
    if (!order) throw new Failure('notFound')
    await transact(writes(order), noResponse)
    return order
  })

const onLine = (
  orderId: string,
  lineId: string,
  writes: (order: RestaurantOrder, place: number, line: OrderLine) => Write[],
) =>
  onOrder(orderId, (order) => {
    const place = lineIndex(order.lines, lineId)
    const line = order.lines[place]
    if (!line) throw new Failure('notFound')
    return writes(order, place, line)
  })

const changed = (line: OrderLine, wanted: LineChange): OrderLine => ({
  ...line,
  priceCents: wanted.priceCents ?? line.priceCents,
  notes: wanted.notes === undefined ? line.notes : wanted.notes,
  status: wanted.status ?? line.status,
  shouldPrepare: wanted.shouldPrepare ?? line.shouldPrepare,
})
