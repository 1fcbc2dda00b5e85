import { expect, test } from 'vitest'
import { withCostTable } from '../../infra/cost/print.ts'
import { textOf } from './sources.ts'

test('docs/monthly-cost.md has the table as it is counted (npm run cost -- --docs writes it)', () => {
  const page = textOf('docs/monthly-cost.md')
  expect(page).toBe(withCostTable(page))
})
