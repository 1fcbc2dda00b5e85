import { expect, test } from 'vitest'
import {
  ageOf,
  allDay,
  ticketsOf,
  withStatus,
} from '../../../pages/kitchen/board/tickets.ts'
import { en } from '../../../pages/kitchen/texts/en.ts'
import { es } from '../../../pages/kitchen/texts/es.ts'
import type { KitchenLine, KitchenOrder } from '../../../shared/client/api.ts'

const firedMs = Date.parse('2026-11-26T12:00:00Z')

const line = (id: string, fields: Partial<KitchenLine> = {}): KitchenLine => ({
  id,
  dishId: 'soup',
  name: 'Soup',
  categoryId: 'starters',
  notes: null,
  course: null,
  status: 'sent',
  firedAt: '2026-11-26T12:00:00Z',
  ...fields,
})

const order = (id: string, lines: KitchenLine[], tableId: string | null = 't1') => ({
  id,
  tableId,
  tableName: tableId ?? '',
  roomName: 'Hall',
  userName: 'Ana',
  createdAt: '2026-11-26T11:00:00Z',
  lines,
})

const tickets = (
  orders: readonly KitchenOrder[],
  seen: readonly string[] = [],
  nowMs = firedMs,
) => ticketsOf(orders, () => true, new Set(seen), nowMs)

test('what a table was sent at once is one ticket, also once its bill is split', () => {
  const later = line('c', { firedAt: '2026-11-26T12:20:00Z' })
  const shown = tickets([order('one', [line('a'), later]), order('two', [line('b')])])
  expect(shown.map(({ rows }) => rows.map(({ quantity }) => quantity))).toEqual([
    [2],
    [1],
  ])
  expect(shown[0]?.rows[0]?.lines).toEqual([
    { orderId: 'one', id: 'a' },
    { orderId: 'two', id: 'b' },
  ])
  expect(
    tickets([order('one', [line('a')], null), order('two', [line('b')], null)]),
  ).toHaveLength(2)
})

test('dishes are alike if modifiers and notes are', () => {
  const extra = [{ name: 'Chilli', priceCents: 50, quantity: 2 }]
  const [ticket] = tickets([
    order('one', [
      line('a'),
      line('b', { notes: 'no nuts' }),
      line('c', { modifiers: extra }),
      line('d'),
    ]),
  ])
  expect(ticket?.rows).toMatchObject([
    { quantity: 2, modifiers: [], notes: null },
    { quantity: 1, notes: 'no nuts' },
    { quantity: 1, modifiers: ['2 × Chilli'] },
  ])
})

test('a ticket stays until all is done, and a cancellation until it was seen', () => {
  const done = line('a', { status: 'done' })
  const cancelled = line('b', { status: 'cancelled' })
  const isOpen = (lines: KitchenLine[], seen: string[] = [], nowMs = firedMs) =>
    tickets([order('one', lines)], seen, nowMs)[0]?.isOpen
  expect(isOpen([done, line('c', { status: 'in_progress' })])).toBe(true)
  expect(isOpen([done])).toBe(false)
  expect(isOpen([done, cancelled])).toBe(true)
  expect(isOpen([done, cancelled], ['b'])).toBe(false)
  expect(isOpen([cancelled], [], firedMs + 3 * 60 * 60_000)).toBe(false)
})

test('counts all day what is still to be made, the most first', () => {
  const wine = { dishId: 'wine', name: 'Wine' }
  const orders = [
    order('one', [line('a', wine), line('b'), line('c', { status: 'done' })]),
    order('two', [line('d'), line('e', { status: 'cancelled' })], 't2'),
  ]
  expect(allDay(tickets(orders))).toEqual([
    { name: 'Soup', count: 2 },
    { name: 'Wine', count: 1 },
  ])
  const bumped = withStatus(
    orders,
    new Map([
      ['a', 'done'],
      ['e', 'done'],
    ] as const),
  )
  expect(allDay(tickets(bumped))).toEqual([{ name: 'Soup', count: 2 }])
  expect(bumped[1]?.lines[1]?.status).toBe('cancelled')
})

test('a ticket is late from the minutes on that the screen is set to', () => {
  const levelAfter = (minutes: number) =>
    ageOf({ firedMs }, firedMs + minutes * 60_000, { soon: 8, late: 15 }).level
  expect([7, 8, 14, 15].map(levelAfter)).toEqual(['fresh', 'soon', 'soon', 'late'])
})

test('both languages have the same words', () => {
  expect(Object.keys(es)).toEqual(Object.keys(en))
})
