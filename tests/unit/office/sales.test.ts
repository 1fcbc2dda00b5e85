import { describe, expect, test } from 'vitest'
import { dayOf, hourMs } from '../../../pages/office/figures/day.ts'
import {
  salesOf,
  shownHours,
  sumOf,
  sumsByHour,
  sumsByMethod,
  within,
} from '../../../pages/office/figures/sales.ts'
import { offsetsOf } from '../../../shared/platform/time/zone.ts'

const offsetAt = offsetsOf('Europe/Madrid')
const day = dayOf(Date.parse('2026-11-22T12:00:00Z'), offsetAt)
/** The day on which the hour from 02:00 comes twice. */
const longDay = dayOf(Date.parse('2026-10-25T12:00:00Z'), offsetAt)

const tender = (paymentMethod: string, amountCents: number) => ({
  paymentMethod,
  amountCents,
})

const sale = (time: string, cents: number, method = 'Cash') => ({
  atMs: Date.parse(time),
  cents,
  tenders: [tender(method, cents)],
})

test('orders count as sales once they are paid, refunded ones too, in exact cents', () => {
  const row = (status: string, total: number) => ({
    status,
    total,
    createdAt: '2026-11-22T12:00:00Z',
    soldAt: null,
    tenders: [],
  })
  const sales = salesOf([
    row('paid', 0.1),
    row('refunded', 1.15),
    row('open', 9),
    row('closed', 7),
  ])
  expect(sumOf(sales)).toEqual({ count: 2, cents: 125 })
})

describe('sales by hour', () => {
  test('are in the hour in which they were made', () => {
    const hours = sumsByHour(
      [
        sale('2026-11-21T23:00:00Z', 1),
        sale('2026-11-22T08:59:59.999Z', 10),
        sale('2026-11-22T09:00:00Z', 100),
        sale('2026-11-22T09:30:00Z', 1_000),
        sale('2026-11-22T23:00:00Z', 10_000),
      ],
      day,
    )
    const filled = hours.flatMap(({ count, cents }, hour) =>
      count > 0 ? [[hour, count, cents]] : [],
    )
    expect(filled).toEqual([
      [0, 1, 1],
      [9, 1, 10],
      [10, 2, 1_100],
    ])
  })

  test('have two hours from 02:00 where clocks are set back', () => {
    const hours = sumsByHour(
      [sale('2026-10-25T00:30:00Z', 1), sale('2026-10-25T01:30:00Z', 10)],
      longDay,
    )
    expect(hours.slice(2, 4).map(({ cents }) => cents)).toEqual([1, 10])
    expect(hours).toHaveLength(25)
  })

  test('begin in the morning, or with the first sale, and end with the present hour', () => {
    const shown = (sales: readonly ReturnType<typeof sale>[], now: number) => {
      const hours = shownHours(sumsByHour(sales, day), day.startMs + now * hourMs)
      return hours.map(({ startMs }) => (startMs - day.startMs) / hourMs)
    }
    const noon = sale('2026-11-22T11:00:00Z', 1)
    expect([shown([noon], 12).at(0), shown([noon], 12).at(-1)]).toEqual([8, 12])
    expect(shown([], 3)).toEqual([3])
    expect(shown([sale('2026-11-22T04:00:00Z', 1)], 12).at(0)).toBe(5)
    expect(shown([noon], 22.5).at(-1)).toBe(22)
  })
})

test('what was paid adds up by method, the largest sum first', () => {
  const time = '2026-11-22T09:00:00Z'
  const sums = sumsByMethod([
    sale(time, 10),
    sale(time, 20, 'BTC'),
    sale(time, 30),
    {
      ...sale(time, 7),
      tenders: [tender('BTC', 4), tender('Cash', 1), tender('Cash', 2)],
    },
    { ...sale(time, 5), tenders: [] },
  ])
  expect(sums).toEqual([
    { method: 'Cash', count: 3, cents: 43 },
    { method: 'BTC', count: 2, cents: 24 },
    { method: '', count: 1, cents: 5 },
  ])
})

test('yesterday by this time leaves out what was sold later', () => {
  const sales = [sale('2026-11-22T09:00:00Z', 1), sale('2026-11-22T15:00:00Z', 10)]
  const noon = { startMs: day.startMs, endMs: day.startMs + 12 * hourMs }
  expect(sumOf(within(sales, noon)).cents).toBe(1)
})
