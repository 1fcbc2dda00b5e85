import { expect, test } from 'vitest'
import {
  nothingTold,
  ordersKnown,
  type ShownOrder,
  type Told,
  withEvent,
  withoutOrders,
} from '../../../pages/office/figures/told.ts'
import type { ShopEvent } from '../../../shared/client/api.ts'

const day = '2026-11-27T10:00:'

const shown = (id: string, changes: Partial<ShownOrder> = {}): ShownOrder => ({
  id,
  tableId: null,
  status: 'paid',
  total: 1,
  number: 1,
  createdAt: `${day}00Z`,
  soldAt: `${day}00Z`,
  userName: 'Ana',
  paymentMethod: 'Cash',
  tenders: [],
  refundCount: 0,
  ...changes,
})

/** A frame that tells of an order, sent at this moment. */
function frame(at: number, order: ShownOrder, deleted?: true): ShopEvent {
  const { id, tableId, total, number, ...listed } = order
  return {
    type: 'order.changed',
    id,
    at,
    eventId: `${id} ${at}`,
    kind: 'store',
    tableId,
    status: 'closed',
    total,
    number: number ?? 0,
    listed,
    ...(deleted && { deleted }),
  }
}

const hear = (told: Told, ...frames: readonly ShopEvent[]) =>
  frames.reduce((before, each) => withEvent(before, each, each.at), told)

const known = (told: Told, allMs: number, newestMs = 0, newest: ShownOrder[] = []) =>
  ordersKnown(
    { rows: [shown('a'), shown('b')], begunMs: allMs },
    { rows: newest, begunMs: newestMs },
    told,
    Date.parse(`${day}00Z`),
  ).map(({ id, total }) => `${id} ${total}`)

test('orders are shown as the feed told them last, new ones first, without those that are gone', () => {
  const late = { createdAt: `${day}30Z`, soldAt: `${day}30Z` }
  const told = hear(
    nothingTold,
    frame(20, shown('b', { total: 2 })),
    // A replay tells what came before
    frame(15, shown('b', { total: 9 })),
    frame(21, shown('c', { total: 3, ...late })),
    frame(22, shown('a'), true),
    // Sold before the days that are shown, and refunded now
    frame(23, shown('old', { soldAt: '2026-11-20T10:00:00Z', refundCount: 1 })),
  )
  expect(known(told, 10)).toEqual(['c 3', 'b 2'])
  expect(known(withoutOrders(told, 21), 30)).toEqual(['c 3', 'b 1'])
})

test('what was told before the feed closed gives way to what is read while it is away', () => {
  const told = {
    ...hear(nothingTold, frame(20, shown('a', { total: 2 })), frame(21, shown('c'))),
    closedMs: 30,
  }
  // Nothing was read since
  expect(known(told, 10)).toEqual(['a 2', 'b 1', 'c 1'])
  // A part of it was
  expect(known(told, 10, 40, [shown('a', { total: 5 })])).toEqual(['a 5', 'b 1', 'c 1'])
  expect(known(told, 40)).toEqual(['a 1', 'b 1'])
  expect(known(hear(told, frame(50, shown('a', { total: 6 }))), 40)).toEqual([
    'a 6',
    'b 1',
  ])
})
