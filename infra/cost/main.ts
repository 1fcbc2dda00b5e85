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
  const { docs, region, ...given } = readArguments()
  if (docs) updateDocs()
  else print(given as Record<string, string>, regionOf(region))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function readArguments() {
  const figures = Object.keys(shops['small shop'])
  return parseArgs({
    options: {
      docs: { type: 'boolean' },
      region: { type: 'string', default: process.env.AWS_REGION || prices.region },
      ...Object.fromEntries(figures.map((name) => [name, { type: 'string' } as const])),
    },
  }).values
}

function updateDocs(): void {
  const path = join(import.meta.dirname, '../../docs/monthly-cost.md')
  writeFileSync(path, withCostTable(readFileSync(path, 'utf8')))
}

function regionOf(region: string): string {
  if (/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) return region
  throw new Error('--region: must be a region such as eu-central-1')
}

function print(given: Readonly<Record<string, string>>, region: string): void {
  const isOwn = Object.keys(given).length > 0
  const counted = isOwn ? { 'your shop': shopOf(given) } : shops
  const sheets = Object.entries(counted).map(([name, shop]) =>
    sheetLines(name, shop, region),
  )
  console.log(
    [...sheets, assumptionLines(region)].map((part) => part.join('\n')).join('\n\n'),
  )
}
