import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { handler as runSchedule } from '../../../functions/refunds/handler.ts'
import { inShop, mainShop } from '../../../shared/current-shop.ts'
import { createShop, currentOf } from '../../../shared/platform/shops/shop-records.ts'
import { later } from '../../support/clock.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { storeAgent } from '../../support/tunnel-agents.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shop: 'corner' })
})
afterAll(() => shop.close())

/** The lines that the schedule writes for the alarm, this many minutes from now. */
async function linesAfter(minutes: number): Promise<unknown[]> {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  await later(minutes, runSchedule)
  const lines = log.mock.calls.flat().map((line) => JSON.parse(String(line)))
  log.mockRestore()
  return lines.filter(({ event }) => event === 'agent-silent')
}

const ofMain = { level: 'info', event: 'agent-silent' }

it('is said of each shop whose agents sent nothing for ten minutes', async () => {
  // The main shop is to get its first agent; another may have none.
  expect(await linesAfter(0)).toEqual([ofMain])
  vi.stubEnv('NODE_URL', 'http://127.0.0.1:9')
  expect(await linesAfter(0)).toEqual([])
  vi.unstubAllEnvs()
  await inShop(mainShop, () => storeAgent())
  const cafe = currentOf(await createShop('cafe', ['cafe.localhost'], Date.now()))
  await inShop(cafe, async () => {
    await storeAgent(Date.now() - 60 * 60_000)
    await storeAgent()
  })
  expect(await linesAfter(9)).toEqual([])
  const silent = await linesAfter(11)
  expect(silent).toHaveLength(2)
  expect(silent).toContainEqual(ofMain)
  expect(silent).toContainEqual({ ...ofMain, shop: 'cafe' })
})
