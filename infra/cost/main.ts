import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assumptionLines, sheetLines } from './print.ts'
import { withCostTable } from './readme-table.ts'
import { shopOf, shops } from './shop.ts'

/**
 * `npm run cost`: one month of the three shops. With `-- --sales 500 --tills 4` it counts a
 * shop of one's own, with `-- --readme` it updates the README's table.
 */
try {
  const { readme, ...given } = readArguments()
  if (readme) updateReadme()
  else print(given as Record<string, string>)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function readArguments() {
  const figures = Object.keys(shops['small shop'])
  return parseArgs({
    options: {
      readme: { type: 'boolean' },
      ...Object.fromEntries(figures.map((name) => [name, { type: 'string' } as const])),
    },
  }).values
}

function updateReadme(): void {
  const path = join(import.meta.dirname, '../../README.md')
  writeFileSync(path, withCostTable(readFileSync(path, 'utf8')))
}

function print(given: Readonly<Record<string, string>>): void {
  const isOwn = Object.keys(given).length > 0
  const counted = isOwn ? { 'your shop': shopOf(given) } : shops
  const sheets = Object.entries(counted).map(([name, shop]) => sheetLines(name, shop))
  console.log([...sheets, assumptionLines()].map((part) => part.join('\n')).join('\n\n'))
}
