import { expect, test } from 'vitest'
import { withCostTable } from '../../infra/cost/readme-table.ts'
import { textOf } from './sources.ts'

test('the README has the cost table as it is counted (npm run cost -- --readme writes it)', () => {
  const readme = textOf('README.md')
  expect(readme).toBe(withCostTable(readme))
})
