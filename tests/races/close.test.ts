import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  retryOnConflict,
  versionConflict,
} from '../../shared/platform/dynamodb/optimistic-lock.ts'
import { read } from '../../shared/platform/dynamodb/read.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { cashId } from '../../shared/platform/money/payment-methods.ts'
import {
  type DayRecord,
  dayRecordKey,
  daySums,
  upsertDay,
  upsertDayWithTicket,
} from '../../shared/selling/sales/day-record.ts'
import { freezeDay } from '../../shared/selling/sales/ticket-numbers.ts'
import { scaled } from '../support/scale.ts'
import { readDay } from '../support/selling.ts'
import { endedInput, notClosableResponse, shiftsOf } from '../support/shifts.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'

let shop: Shop
let till: Till
let shifts: Awaited<ReturnType<typeof shiftsOf>>
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  shifts = await shiftsOf(shop)
})
afterAll(() => shop.close())

type ZReport = {
  number: number
  totalSales: number
  totalTips: number
  totalRefunds: number
  totalTickets: number
  cashIn: number
  cashOut: number
  firstNumber: number | null
  lastNumber: number | null
}

/** A ticket of another process, which does not wait for the tickets of this one. */
const sellElsewhere = () =>
  retryOnConflict(async () => {
    const day = await read<DayRecord>(dayRecordKey)
    const change = { tenders: [{ methodId: cashId, amountCents: 7 }] }
    await transact([upsertDayWithTicket(day, 'USD', change, versionConflict)])
  })

const sumOf = <T>(rows: readonly T[], amountOf: (row: T) => number) =>
  rows.reduce((sum, row) => sum + Math.round(amountOf(row) * 100), 0)

it('sales that race the close count in one Z each, and their numbers go on', async () => {
  const rounds = scaled(3, 12)
  const tills = scaled(12, 40)
  const elsewhere = 4
  const coffee = await till.createProduct(rounds * tills)
  const moved = { in: 0, out: 0, refunded: 0 }
  const reports: ZReport[] = []

  for (let round = 0; round < rounds; round += 1) {
    const id = await shifts.createShift()
    const sell = async (at: number) => {
      const cart = till.cart(coffee, 1, { tipAmount: 0.01 * at, amount: 3 + 0.01 * at })
      expect((await till.checkout(cart)).status).toBe(201)
      if (at % 4 === 0) {
        // Refunds add to the day, whether a shift is open or not
        const refunds = [{ methodId: cashId, amountCents: at }]
        await transact([upsertDay({ refunds })])
        moved.refunded += at
      }
    }
    const moveCash = async (type: 'in' | 'out', amount: number) => {
      const { status, body } = await shifts.moveCash(id, type, amount)
      if (status === 201) moved[type] += amount * 100
      else expect({ status, body }).toEqual(notClosableResponse)
    }
    // PUT closes as POST does; one of them wins
    const close = async () => {
      const [posts, put] = await Promise.all([
        Promise.all([1, 2].map(() => shifts.admin.post(`/shifts/${id}/close`))),
        shifts.admin.put(`/shifts/${id}`, shifts.shiftInput(endedInput)),
      ])
      expect(put.status).toBe(200)
      expect(posts.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    }
    const sales = Array.from({ length: tills }, (_, at) => sell(at))
    await Promise.all([moveCash('in', 1), moveCash('out', 2), sales[round]])
    await Promise.all([
      close(),
      moveCash('in', 3),
      moveCash('out', 4),
      ...sales,
      ...Array.from({ length: elsewhere }, sellElsewhere),
    ])
    reports.push(await shifts.zReport(id))
  }

  expect(reports.map(({ number }) => number)).toEqual(reports.map((_, at) => at + 1))
  const rest = await readDay()
  const { body: tickets } = await till.admin.get('/tickets')
  expect(tickets).toHaveLength(rounds * tills)
  const restCents = rest.tenders.reduce((sum, { cents }) => sum + Number(cents), 0)
  expect(
    sumOf(reports, ({ totalSales, totalTips }) => totalSales + totalTips) + restCents,
  ).toBe(
    sumOf(tickets, (ticket: { totalAmount: number }) => ticket.totalAmount) +
      rounds * elsewhere * 7,
  )
  expect(sumOf(reports, ({ totalTips }) => totalTips) + Number(rest.tipCents)).toBe(
    sumOf(tickets, (ticket: { tipAmount: number }) => ticket.tipAmount),
  )
  expect(sumOf(reports, ({ cashIn }) => cashIn)).toBe(moved.in)
  expect(sumOf(reports, ({ cashOut }) => cashOut)).toBe(moved.out)
  const restRefunds = rest.refunds.reduce((sum, { cents }) => sum + Number(cents), 0)
  expect(sumOf(reports, ({ totalRefunds }) => totalRefunds) + restRefunds).toBe(
    moved.refunded,
  )

  // 1..n, one Z after the other and then the day
  let last = 0
  for (const { firstNumber, lastNumber, totalTickets } of [
    ...reports,
    { ...rest, totalTickets: rest.tickets },
  ]) {
    if (totalTickets > 0) expect(firstNumber).toBe(last + 1)
    expect((lastNumber ?? last) - last).toBe(totalTickets)
    last = lastNumber ?? last
  }
  expect(last).toBe(rounds * (tills + elsewhere))
})

it('a day that changes again and again is frozen with everything in it', async () => {
  const before = (await readDay()).cashInCents
  const seen: number[] = []
  await retryOnConflict(() =>
    freezeDay(async (day, emptied) => {
      seen.push(Number(daySums(day).cashInCents) - Number(before))
      const movement = upsertDay({ cashInCents: 1 })
      // More often than it is tried in a row
      if (seen.length <= 25) await transact([movement])
      await transact([emptied])
    }),
  )
  expect(seen).toEqual(Array.from({ length: 26 }, (_, at) => at))
  expect((await readDay()).cashInCents).toBe(0)
})
