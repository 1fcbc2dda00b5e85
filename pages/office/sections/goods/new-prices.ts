import type { Product } from '../../../../shared/client/api.ts'

/** Endings of prices: to the cent, on these cents of a unit, or on halves and whole units. */
export const endings = ['none', '0.99', '0.95', '0.50', '1.00'] as const
export type Ending = (typeof endings)[number]

export type Price = {
  /** Of its product or dish. */
  readonly id: string
  /** Variant, for a product whose variants each have a price. */
  readonly variantId?: string | undefined
  readonly name: string
  readonly categoryIds: readonly string[]
  readonly priceCents: number
}

export type PriceChange = Price & { readonly afterCents: number }

type How = {
  readonly percent: number
  readonly ending: Ending
  /** 100 in a currency without cents, else 1. */
  readonly smallestCents: number
}

/** The prices of products, those of their variants if they have some. */
export const pricesOfProducts = (products: readonly Product[]): Price[] =>
  products.flatMap<Price>(({ id, name, categoryIds, ...product }) => {
    if (product.variants.length === 0) {
      const { priceCents } = product
      return [{ id, variantId: undefined, name, categoryIds, priceCents }]
    }
    const values = product.options.flatMap((option) => option.values)
    return product.variants
      .filter(({ isActive }) => isActive)
      .map(({ id: variantId, priceCents, optionValueIds }) => ({
        id,
        variantId,
        name: `${name} (${values
          .filter((value) => optionValueIds.includes(value.id))
          .map(({ value }) => value)
          .join(', ')})`,
        categoryIds,
        priceCents,
      }))
  })

/** Lists the changes of prices by a percentage; unchanged prices are left out. */
export const priceChanges = (prices: readonly Price[], how: How): PriceChange[] =>
  prices
    .map((price) => ({ ...price, afterCents: newPrice(price.priceCents, how) }))
    .filter(({ priceCents, afterCents }) => priceCents !== afterCents)

/** A price in cents after the change; what was free stays free, and nothing else becomes so. */
export function newPrice(cents: number, { percent, ending, smallestCents }: How): number {
  if (cents === 0) return 0
  // In hundredths of a percent, for sums of money have no binary fractions
  const hundredths = Math.round((100 + percent) * 100)
  const exact = Math.round((cents * hundredths) / 10_000)
  const ends = ending === 'none' ? smallestCents : Math.max(stepOf[ending], smallestCents)
  const offset = ending === 'none' || smallestCents > 1 ? 0 : offsetOf[ending]
  const near = Math.round((exact - offset) / ends) * ends + offset
  return Math.max(near, offset || ends)
}

const stepOf = { '0.99': 100, '0.95': 100, '0.50': 50, '1.00': 100 } as const
const offsetOf = { '0.99': 99, '0.95': 95, '0.50': 0, '1.00': 0 } as const
