import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { handler as runSchedule } from '../../../functions/refunds/handler.ts'
import { later } from '../../support/clock.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let shifts: Awaited<ReturnType<typeof shiftsOf>>
let till: Till
beforeAll(async () => {
  shop = await openShop()
  shifts = await shiftsOf(shop)
  till = await openTill(shop)
})
afterAll(() => shop.close())
// Minutes are counted from now, however long a test takes
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await shifts.deleteShifts()
})

/** The lines that the schedule writes for the alarm, this many minutes from now. */
async function linesAfter(minutes: number): Promise<unknown[]> {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  await later(minutes, runSchedule)
  const lines = log.mock.calls.flat().map((line) => JSON.parse(String(line)))
  log.mockRestore()
  return lines.filter(({ event }) => event === 'sales-stopped')
}

const sell = async () => {
  const { status } = await till.checkout(till.cart(await till.createProduct(5)))
  expect(status).toBe(201)
}
const line = (minutes: number) => ({
  level: 'info',
  event: 'sales-stopped',
  minutes: expect.closeTo(minutes, 0),
})

it('rings from the last sale on, while a shift is open', async () => {
  vi.stubEnv('SALES_STOP_MINUTES', '120')
  expect(await linesAfter(500)).toEqual([])
  const id = await shifts.createShift()
  expect(await linesAfter(119)).toEqual([])
  expect(await linesAfter(121)).toEqual([line(121)])
  await later(60, sell)
  expect(await linesAfter(179)).toEqual([])
  expect(await linesAfter(181)).toEqual([line(121)])
  await shifts.closeShift(id)
  expect(await linesAfter(500)).toEqual([])
})

it('starts over when a shift is reopened', async () => {
  vi.stubEnv('SALES_STOP_MINUTES', '120')
  const id = await shifts.createShift()
  await sell()
  await shifts.closeShift(id)
  await later(300, () =>
    shifts.admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: null })),
  )
  expect(await linesAfter(419)).toEqual([])
  expect(await linesAfter(421)).toEqual([line(121)])
})

it('counts only opening hours for a shift that was left open', async () => {
  vi.stubEnv('SALES_STOP_MINUTES', '120')
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString().slice(11, 16)
  const inFourHours = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(11, 16)
  vi.stubEnv('OPENING_HOURS', `${inAnHour}-${inFourHours}`)
  vi.stubEnv('TIME_ZONE', 'UTC')
  await shifts.createShift()
  const day = 24 * 60
  expect(await linesAfter(day + 58)).toEqual([])
  expect(await linesAfter(day + 175)).toEqual([])
  expect(await linesAfter(day + 185)).toHaveLength(1)
  expect(await linesAfter(day + 245)).toEqual([])
})

it('is off without minutes', async () => {
  await shifts.createShift()
  expect(await linesAfter(5_000)).toEqual([])
})
