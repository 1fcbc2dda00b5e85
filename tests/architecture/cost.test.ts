import { expect, test } from 'vitest'
import { costTable } from '../../infra/cost/print.ts'
import { scaleTables } from '../../infra/cost/scale.ts'
import { withTables } from '../../infra/markdown-table.ts'
import { textOf } from './sources.ts'

test.each([
  ['docs/monthly-cost.md', [costTable()]],
  ['docs/scale.md', scaleTables('eu-central-1')],
])(
  '%s has its tables as they are counted (npm run cost -- --docs writes them)',
  (path, tables) => {
    const page = textOf(path)
    expect(page).toBe(withTables(page, tables))
  },
)
