import { assumptions } from './assumptions.ts'
import prices from './prices.json' with { type: 'json' }
import { activitiesOf, costSheet, linesOf, totalOf } from './sheet.ts'
import type { Shop } from './shop.ts'

/** The assumptions and the prices' date, as lines of text. */
export const assumptionLines = (): string[] => [
  'Assumed',
  ...aligned(
    Object.values(assumptions).map(([amount, text]) => [
      amount.toLocaleString('en'),
      text,
    ]),
  ),
  '',
  `Prices of ${prices.region}, recorded on ${prices.recordedOn}. ${prices.note}`,
]

/** A shop's month: its figures, what happens at list price, and the bill line by line. */
export function sheetLines(name: string, shop: Shop): string[] {
  const lines = costSheet(shop)
  const total = totalOf(lines)
  const activities = activitiesOf(shop)
    .map((each) => [usd(totalOf(linesOf(each.month)).listUsd), each.name])
    .filter(([cost]) => cost !== usd(0))
  const bill = lines.map(({ amount, unit, service, ...line }) => [
    usd(line.usd),
    usd(line.listUsd),
    service,
    `${amount.toLocaleString('en', { maximumFractionDigits: 2 })} ${unit}`,
  ])
  return [
    `${name}: ${figures(shop)}`,
    '',
    ...aligned([['list USD', 'what happens'], ...activities]),
    '',
    ...aligned([
      ['USD', 'list USD', 'service', 'amount'],
      ...bill,
      [usd(total.usd), usd(total.listUsd), 'all', ''],
    ]),
  ]
}

const usd = (amount: number) => amount.toFixed(3)

const figures = (shop: Shop) =>
  Object.entries(shop)
    .map(([name, amount]) => `${name} ${amount.toLocaleString('en')}`)
    .join(', ')

function aligned(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  return rows.map((row) =>
    `  ${row.map((each, at) => each.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd(),
  )
}
