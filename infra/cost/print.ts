import { alignedColumns, markdownTable } from '../markdown-table.ts'
import { activitiesOf } from './activities.ts'
import { assumptions } from './assumptions.ts'
import prices from './prices.json' with { type: 'json' }
import { costSheet, linesOf, regions, totalOf } from './sheet.ts'
import { type Shop, shops } from './shop.ts'
import type { Meter } from './usage.ts'

/** The assumptions and the prices' date, as lines of text. */
export const assumptionLines = (region: string): string[] => [
  'Assumed',
  ...aligned(
    Object.values(assumptions).map(([amount, text]) => [
      amount.toLocaleString('en'),
      text,
    ]),
  ),
  '',
  pricesOf(region),
  prices.note,
]

function pricesOf(region: string): string {
  const recorded = `recorded on ${prices.recordedOn}.`
  const others = `the lines with ~ are ${prices.region}'s.`
  if (region === prices.region) return `Prices of ${region}, ${recorded}`
  if (regions[region]) {
    return `Prices of ${region}, ${recorded} Not all of them are known: ${others}`
  }
  return (
    `No prices of ${region} are recorded: ${others} In the regions that are recorded, a line ` +
    `costs up to ${most} % more than that.`
  )
}

/** By how much a recorded price is above us-east-1's, in percent. */
const most = Math.max(
  ...Object.values(regions)
    .flatMap((meters) => Object.entries(meters))
    .map(([meter, usd]) => 100 * (usd / prices.prices[meter as Meter].usd - 1))
    .map(Math.round),
)

/**
 * Returns the lines of a shop's month: its figures, its price at list price, and the bill
 * line by line.
 */
export function sheetLines(name: string, shop: Shop, region: string): string[] {
  const lines = costSheet(shop, region)
  const total = totalOf(lines)
  const activities = activitiesOf(shop)
    .map((each) => [usd(totalOf(linesOf(each.month, region)).listUsd), each.name])
    .filter(([cost]) => cost !== usd(0))
  const bill = lines.map(({ amount, unit, service, ...line }) => {
    const priced = (amount: number) => (line.isKnown ? '' : '~') + usd(amount)
    return [
      priced(line.usd),
      priced(line.listUsd),
      service,
      `${amount.toLocaleString('en', { maximumFractionDigits: 2 })} ${unit}`,
    ]
  })
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

const aligned = (rows: readonly string[][]) =>
  alignedColumns(rows).map((line) => `  ${line}`)

/** Formats the price, and the list price in brackets; a dash for nothing. */
function cell({ usd, listUsd }: { usd: number; listUsd: number }): string {
  if (listUsd < 0.005) return '–'
  return `${usd.toFixed(2)} (${listUsd.toFixed(2)})`
}

/** The table of docs/monthly-cost.md. */
export function costTable(): string {
  const sheets = Object.values(shops).map((shop) => costSheet(shop))
  const services = new Set(Object.values(prices.prices).map(({ service }) => service))
  const rows = [...services].map((service) => [
    service,
    ...sheets.map((lines) =>
      cell(totalOf(lines.filter((line) => line.service === service))),
    ),
  ])
  const total = sheets.map((lines) => `**${cell(totalOf(lines))}**`)
  const shown = rows.filter((row) => row.slice(1).some((each) => each !== '–'))
  return markdownTable(
    ['US dollars a month', ...Object.keys(shops)],
    [...shown, ['**all**', ...total]],
  )
}
