import prices from './prices.json' with { type: 'json' }
import { costSheet, totalOf } from './sheet.ts'
import { shops } from './shop.ts'

const head = '| US dollars a month |'

const sheets = Object.values(shops).map((shop) => costSheet(shop))

/** What is paid, and the list price in brackets; a dash for nothing. */
function cell({ usd, listUsd }: { usd: number; listUsd: number }): string {
  if (listUsd < 0.005) return '–'
  return `${usd.toFixed(2)} (${listUsd.toFixed(2)})`
}

function table(): string {
  const services = [
    ...new Set(Object.values(prices.prices).map(({ service }) => service)),
  ]
  const rows = services.map((service) => [
    service,
    ...sheets.map((lines) =>
      cell(totalOf(lines.filter((line) => line.service === service))),
    ),
  ])
  const total = sheets.map((lines) => `**${cell(totalOf(lines))}**`)
  const shown = rows.filter((row) => row.slice(1).some((each) => each !== '–'))
  const names = Object.keys(shops)
  return [
    `${head} ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...[...shown, ['**all**', ...total]].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}

/** docs/monthly-cost.md with its table counted anew. Throws when the table is missing. */
export function withCostTable(page: string): string {
  const paragraphs = page.split('\n\n')
  const at = paragraphs.findIndex((paragraph) => paragraph.startsWith(head))
  if (at === -1) throw new Error(`the page has no table that begins ${head}`)
  return paragraphs.with(at, table()).join('\n\n')
}
