import { activitiesOf } from './activities.ts'
import prices from './prices.json' with { type: 'json' }
import type { Shop } from './shop.ts'
import { type Meter, sum, type Usage } from './usage.ts'

/** One meter of a month: its quantity and its price. */
type Line = ReturnType<typeof linesOf>[number]

/** Prices recorded for each region but us-east-1, in US dollars by meter. */
export const regions: Readonly<Record<string, { readonly [M in Meter]?: number }>> =
  prices.regions

/** The price of a meter in a region; us-east-1's where the region's is not recorded. */
function priceIn(region: string, meter: Meter) {
  const ofRegion = regions[region]
  const isSame =
    region === prices.region ||
    prices.notRegional.includes(meter) ||
    (ofRegion !== undefined && prices.sameInRegions.includes(meter))
  const { usd } = prices.prices[meter]
  return {
    usd: ofRegion?.[meter] ?? usd,
    isKnown: isSame || ofRegion?.[meter] !== undefined,
  }
}

/** The lines of a usage, in the order of the price file; without those that are 0. */
export const linesOf = (usage: Usage, region = prices.region) =>
  (Object.keys(prices.prices) as Meter[]).flatMap((meter) => {
    const amount = usage[meter] ?? 0
    if (amount === 0) return []
    const { service, unit, per, alwaysFree } = prices.prices[meter]
    const { usd, isKnown } = priceIn(region, meter)
    const costUsd = (units: number) => (units / per) * usd
    return {
      meter,
      service,
      unit,
      amount,
      listUsd: costUsd(amount),
      /** Price after AWS's free tier. */
      usd: costUsd(Math.max(0, amount - alwaysFree)),
      /** True if the price is the region's; else it is us-east-1's. */
      isKnown,
    }
  })

/** The lines of a shop's month. */
export const costSheet = (shop: Shop, region = prices.region) =>
  linesOf(sum(...activitiesOf(shop).map(({ month }) => month)), region)

/** The sums of lines. */
export const totalOf = (lines: readonly Line[]) => ({
  listUsd: lines.reduce((total, { listUsd }) => total + listUsd, 0),
  usd: lines.reduce((total, { usd }) => total + usd, 0),
})
