import { isDeepStrictEqual } from 'node:util'
import {
  checkOnMenu,
  decrementLineCounts,
  incrementNewLineCounts,
} from '../../catalog/dish-use.ts'
import { Failure, required } from '../../failure.ts'
import { insertAuditEntry, insertChangeAudit } from '../../people/audit/audit-trail.ts'
import {
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { update, type Write, type Writes } from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import type { OrderStatus } from '../sales/order.ts'
import { orderKey } from '../sales/orders.ts'
import { insertOrderAudit } from '../sales/sales-audit.ts'
import { putKitchenOrder } from './kitchen-orders.ts'
import { withModifiers } from './line-modifiers.ts'
import {
  type By,
  insertLineAudit,
  insertOffMenuAudit,
  newOrderLines,
  repriced,
  totalTooLarge,
} from './line-prices.ts'
import {
  centsOf,
  type LineChange,
  lineIndex,
  maxLines,
  maxTotalCents,
  type NewLine,
  type OrderLine,
  sumOf,
} from './order-line.ts'
import {
  aboutOrder,
  deletedValues,
  findRestaurantOrder,
  type RestaurantOrderRecord,
  refuseSettled,
  upsertGone,
} from './restaurant-orders.ts'

/**
 * Adds cents to the sum of lines, up to the largest, and sets the total to the sum; not for
 * a settled order.
 */
const changeSumBy = (cents: number) => ({
  compute: ['#linesCents = #linesCents + :cents', '#totalCents = #linesCents + :cents'],
  when: '#linesCents <= :room AND attribute_not_exists(#sale)',
  values: { cents, room: maxTotalCents - Math.max(0, cents) },
})

/**
 * Adds lines to an order and sets its total, in one update that does not depend on the
 * lines that are there, so that parallel additions cause no version conflicts. Throws
 * `notFound`, `orderPaid`, `invalidDishes`, `checkoutProductNotAvailable`, `invalidModifiers`,
 * `permissionRequired`, `orderFull`, and `invalid` for too large a total or a record above 400 KB;
 * then nothing changes.
 */
export async function addLines(
  orderId: string,
  input: readonly NewLine[],
  mayDiscount: boolean,
) {
  const { lines, offMenu } = await newLinesOf(orderId, input, mayDiscount)
  const { compute, when, values } = changeSumBy(sumOf(lines))
  // Most orders are open; a failed condition returns the record with another status
  let status: OrderStatus = 'open'
  const onConditionFailed = (order: RestaurantOrderRecord | undefined) => {
    if (order?.kind !== 'restaurant') return new Failure('notFound')
    if (order.sale) return new Failure('orderPaid')
    if (order.lines.length + lines.length > maxLines) return new Failure('orderFull')
    if (order.status === status) return totalTooLarge()
    status = order.status
    return versionConflict()
  }
  await retryOnConflict(() =>
    transactAndRespond(
      [
        update(
          orderKey(orderId),
          {
            compute: [...compute, '#lines = list_append(#lines, :lines)'],
            add: { revision: 1 },
            when: `#kind = :kind AND #status = :status AND size(#lines) <= :maxBefore AND ${when}`,
            values: {
              ...values,
              kind: 'restaurant',
              status,
              lines,
              maxBefore: maxLines - lines.length,
            },
          },
          (current) => onConditionFailed(current as RestaurantOrderRecord | undefined),
        ),
        ...(status === 'open'
          ? incrementNewLineCounts(lines)
          : [...checkOnMenu(lines), insertLateLinesAudit(orderId, status, lines)]),
        insertOffMenuAudit(orderId, offMenu),
      ],
      { orderId },
    ),
  )
  return { orderId }
}

/** Logs dishes that are added to an order that is not open: nobody pays them. */
const insertLateLinesAudit = (
  id: string,
  status: OrderStatus,
  lines: readonly OrderLine[],
): Write =>
  insertAuditEntry({
    ...aboutOrder({ id }),
    after: { status, dishes: lines.length, addedCents: sumOf(lines) },
  })

/** The new lines of an order. `notFound` comes before any failure of the dishes. */
async function newLinesOf(
  orderId: string,
  input: readonly NewLine[],
  mayDiscount: boolean,
) {
  try {
    return await newOrderLines(input, mayDiscount)
  } catch (error) {
    if (await findRestaurantOrder(orderId)) throw error
    throw new Failure('notFound')
  }
}

/**
 * Changes a line, by a user, and the total. Throws `notFound` for an unknown order or line,
 * `orderPaid`, `invalidModifiers`, `permissionRequired`, `invalid` for too large a total.
 */
export const changeLine = (orderId: string, lineId: string, input: LineChange, by: By) =>
  changeOrderLine(orderId, lineId, async (order, index, current) => {
    const withChoices = await withModifiers(changed(current, input), input.modifiers)
    const line = await repriced(withChoices, current, by)
    if (isDeepStrictEqual(line, current)) return []
    const cents = centsOf(line) - centsOf(current)
    if (order.linesCents + cents > maxTotalCents) throw totalTooLarge()
    const { compute, when, values } = changeSumBy(cents)
    return [
      update(
        order,
        {
          compute: [...compute, `#lines[${index}] = :line`],
          add: { revision: 1 },
          when: `#lines[${index}] = :current AND ${when}`,
          values: { ...values, line, current },
        },
        versionConflict,
      ),
      ...insertLineAudit(by.userId, orderId, current, line, input.reason),
      ...(isSentBy(line, current) ? [putKitchenOrder(orderId, Date.now())] : []),
    ]
  })

/**
 * Deletes a line, by a user, and sets the total. Throws `notFound` for an unknown order or
 * line, `orderPaid`.
 */
export const deleteLine = (
  orderId: string,
  lineId: string,
  byUserId: string,
  reason?: string,
) =>
  changeOrderLine(orderId, lineId, async (order, index, current) => {
    const { compute, when, values } = changeSumBy(-centsOf(current))
    return [
      update(
        order,
        {
          compute,
          add: { revision: 1 },
          remove: [`lines[${index}]`],
          when: `#lines[${index}] = :current AND #status = :status AND ${when}`,
          values: { ...values, current, status: order.status },
        },
        versionConflict,
      ),
      ...insertLineAudit(byUserId, orderId, current, null, reason),
      ...(await upsertGone([current])),
      ...(order.status === 'open' ? decrementLineCounts([current]) : []),
    ]
  })

/** Deletes all lines, by a user, and sets the total to 0. Throws `notFound`, `orderPaid`. */
export const deleteAllLines = (orderId: string, byUserId: string) =>
  changeOrder(orderId, async (order) => [
    updateUnchanged(order, ['revision'], {
      set: { lines: [], linesCents: 0, totalCents: 0 },
      add: { revision: 1 },
    }),
    order.lines.length > 0 &&
      insertOrderAudit(byUserId, order, deletedValues(order), noLines),
    ...(await upsertGone(order.lines)),
    ...(order.status === 'open' ? decrementLineCounts(order.lines) : []),
  ])

const noLines = { dishes: 0, totalCents: 0 }

/**
 * Sets the total to the sum of the lines, and returns it in cents. Throws `notFound`,
 * `orderPaid`.
 */
export async function calculateTotal(orderId: string): Promise<number> {
  const { lines } = await changeOrder(orderId, (order) => {
    const cents = sumOf(order.lines)
    if (order.linesCents === cents && order.totalCents === cents) return []
    return [
      updateUnchanged(order, ['revision'], {
        // Sums of earlier releases had cancelled lines in them
        set: { linesCents: cents, totalCents: cents },
        add: { revision: 1 },
      }),
      ...insertChangeAudit(aboutOrder(order), order, { totalCents: cents }),
    ]
  })
  return sumOf(lines)
}

/**
 * Commits the writes that are made from the order as read; returns the order before them.
 * Throws `notFound`, `orderPaid`.
 */
const changeOrder = (
  orderId: string,
  writesFor: (order: RestaurantOrderRecord) => Writes | Promise<Writes>,
) =>
  retryOnConflict(async () => {
    const order = required(await findRestaurantOrder(orderId))
    refuseSettled(order)
    const writes = await writesFor(order)
    if (writes.length > 0) await transact(writes)
    return order
  })

const changeOrderLine = (
  orderId: string,
  lineId: string,
  writesFor: (
    order: RestaurantOrderRecord,
    index: number,
    line: OrderLine,
  ) => Write[] | Promise<Write[]>,
) =>
  changeOrder(orderId, (order) => {
    const index = lineIndex(order.lines, lineId)
    const line = order.lines[index]
    if (!line) throw new Failure('notFound')
    return writesFor(order, index, line)
  })

const isInWork = ({ status }: OrderLine) => status === 'sent' || status === 'in_progress'

/** True if a change sends a line to the kitchen, or takes it back there. */
const isSentBy = (line: OrderLine, before: OrderLine) =>
  isInWork(line) && !isInWork(before)

/** True if a client sets a cooked line back: it stays cooked. */
const wasCooked = ({ status }: OrderLine, { status: to }: LineChange) =>
  (isInWork({ status } as OrderLine) || status === 'done') &&
  (to === 'cancelled' || to === 'pending')

/** A price of 0 keeps the one before, for what X and Z count. */
const pricedAt = (line: OrderLine, priceCents = line.priceCents): OrderLine => {
  const { fullCents = line.priceCents, ...rest } = line
  return {
    ...rest,
    priceCents,
    ...(priceCents === 0 && fullCents > 0 && { fullCents }),
  }
}

/** With the course that is given; null takes its own away. */
function withCourse(
  { course: own, ...line }: OrderLine,
  course: string | null | undefined = own,
): OrderLine {
  return { ...line, ...(course && { course }) }
}

const changed = (line: OrderLine, input: LineChange): OrderLine => ({
  ...withCourse(pricedAt(line, input.priceCents), input.course),
  ...(wasCooked(line, input) && { wasFired: true }),
  notes: input.notes === undefined ? line.notes : input.notes,
  status: input.status ?? line.status,
  ...(line.status === 'pending' &&
    (input.status === 'sent' || input.status === 'in_progress') && {
      firedAtMs: Date.now(),
    }),
  shouldPrepare: input.shouldPrepare ?? line.shouldPrepare,
})
