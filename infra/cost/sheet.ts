import prices from './prices.json' with { type: 'json' }
import type { Shop } from './shop.ts'
import { standing } from './standing.ts'
import { type Activity, trade } from './trade.ts'
import { type Meter, sum, type Usage } from './usage.ts'

/** One meter of a month: what is used and what it costs, in US dollars. */
export type Line = {
  readonly meter: Meter
  readonly service: string
  readonly unit: string
  readonly amount: number
  /** At list price. */
  readonly listUsd: number
  /** After what AWS always gives for free. */
  readonly usd: number
}

/** All that happens in a month of a shop. */
export const activitiesOf = (shop: Shop): Activity[] => [
  ...trade(shop),
  ...standing(shop),
]

/** The lines of a usage, in the order of the price file; without those that are 0. */
export const linesOf = (usage: Usage): Line[] =>
  (Object.keys(prices.prices) as Meter[]).flatMap((meter) => {
    const amount = usage[meter] ?? 0
    if (amount === 0) return []
    const { service, unit, usd, per, alwaysFree } = prices.prices[meter]
    const cost = (units: number) => (units / per) * usd
    const charged = Math.max(0, amount - alwaysFree)
    return { meter, service, unit, amount, listUsd: cost(amount), usd: cost(charged) }
  })

/** The lines of a shop's month. */
export const costSheet = (shop: Shop): Line[] =>
  linesOf(sum(...activitiesOf(shop).map(({ month }) => month)))

/** The sums of lines. */
export const totalOf = (lines: readonly Line[]) => ({
  listUsd: lines.reduce((total, { listUsd }) => total + listUsd, 0),
  usd: lines.reduce((total, { usd }) => total + usd, 0),
})
