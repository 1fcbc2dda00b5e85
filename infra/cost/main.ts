import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import prices from './prices.json' with { type: 'json' }
import { assumptionLines, sheetLines, withCostTable } from './print.ts'
import { shopOf, shops } from './shop.ts'

/**
 * `npm run cost`: one month of the three shops. With `-- --sales 500 --tills 4` it counts a
 * shop of one's own, with `-- --region eu-central-1` by the prices there, which is otherwise
 * where AWS_REGION deploys to; with `-- --docs` it updates docs/monthly-cost.md.
 */
try {
  const figures = Object.keys(shops['small shop'])
  const { values } = parseArgs({
    options: {
      docs: { type: 'boolean' },
      region: { type: 'string', default: process.env.AWS_REGION || prices.region },
      ...Object.fromEntries(figures.map((name) => [name, { type: 'string' } as const])),
    },
  })
  const { docs, region, ...given } = values
  if (docs) {
    const path = join(import.meta.dirname, '../../docs/monthly-cost.md')
    writeFileSync(path, withCostTable(readFileSync(path, 'utf8')))
  } else print(given as Record<string, string>, region)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
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
