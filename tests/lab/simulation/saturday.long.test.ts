import { expect, it } from 'vitest'
import { scaled } from '../../support/scale.ts'
import { openRuns } from './runs.ts'

it("balances the books of a busy restaurant's Saturday", async () => {
  const { saturday } = await openRuns()
  const sales = scaled(500, 3_000)
  const seed = Math.floor(Date.now() / 1_000)
  const { text, faults } = await saturday({ seed, sales, refunds: Math.ceil(sales / 75) })
  expect(faults, `${text}\nnpm run simulate -- --saturday --seed ${seed}`).toEqual([])
}, 600_000)
