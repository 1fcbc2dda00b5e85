import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withTables } from '../markdown-table.ts'
import prices from './prices.json' with { type: 'json' }
import { assumptionLines, costTable, sheetLines } from './print.ts'
import { scaleTables } from './scale.ts'
import { shopOf, shops } from './shop.ts'

/**
 * `npm run cost`: one month of the three shops. With `-- --sales 500 --tills 4` it counts your
 * own shop, with `-- --region eu-central-1` by the prices there, which is otherwise
 * where AWS_REGION deploys to. With `-- --scale` it prints the tables of docs/scale.md; with
 * `-- --docs` it updates both pages.
 */
try {
  const figures = Object.keys(shops['small shop'])
  const { values } = parseArgs({
    options: {
      docs: { type: 'boolean' },
      scale: { type: 'boolean' },
      region: { type: 'string', default: process.env.AWS_REGION || prices.region },
      ...Object.fromEntries(figures.map((name) => [name, { type: 'string' } as const])),
    },
  })
  const { docs, scale, region, ...given } = values
  if (docs) {
    update('monthly-cost.md', [costTable()])
    update('scale.md', scaleTables('eu-central-1'))
  } else if (scale) {
    console.log([...scaleTables(region), assumptionLines(region).join('\n')].join('\n\n'))
  } else print(given as Record<string, string>, region)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function update(page: string, tables: readonly string[]): void {
  const path = join(import.meta.dirname, '../../docs', page)
  writeFileSync(path, withTables(readFileSync(path, 'utf8'), tables))
}

function print(given: Readonly<Record<string, string>>, region: string): void {
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) {
    throw new Error('--region: must be a region such as eu-central-1')
  }
  const isOwn = Object.keys(given).length > 0
  const counted = isOwn ? { 'your shop': shopOf(given) } : shops
  const sheets = Object.entries(counted).map(([name, shop]) =>
    sheetLines(name, shop, region),
  )
  const parts = [...sheets, assumptionLines(region)]
  console.log(parts.map((lines) => lines.join('\n')).join('\n\n'))
}
