import { isLow } from '../../../shared/catalog/low-stock.ts'
import type { Product } from '../../../shared/client/api.ts'

/** Something that is kept in stock, and how much of it there should be. */
export type StockItem = {
  readonly id: string
  readonly name: string
  /** What it is counted in; blank for pieces. */
  readonly unit: string
  readonly quantity: number
  readonly minimum: number
}

type StockedProduct = Pick<
  Product,
  'id' | 'name' | 'quantity' | 'minStockThreshold' | 'trackStock'
> & {
  readonly options: readonly Pick<Product['options'][number], 'values'>[]
  readonly variants: readonly Pick<
    Product['variants'][number],
    'id' | 'quantity' | 'isActive' | 'optionValueIds'
  >[]
}

/** What is below its minimum: first what has the smallest part of it left. */
export const shortagesOf = (items: readonly StockItem[]): StockItem[] =>
  items
    .filter(isLow)
    .sort(
      (one, other) =>
        one.quantity / one.minimum - other.quantity / other.minimum ||
        one.name.localeCompare(other.name),
    )

/**
 * What a product keeps in stock: itself, by the sum of its variants, and each of them that is
 * sold out, which the sum would hide. Products whose units are not counted keep nothing.
 */
export function stockOf(product: StockedProduct): StockItem[] {
  const { id, name, quantity, minStockThreshold, trackStock, variants, options } = product
  if (!trackStock) return []
  const values = options.flatMap((option) => option.values)
  const soldOut = variants.filter((variant) => variant.isActive && variant.quantity === 0)
  return [
    { id, name, unit: '', quantity, minimum: minStockThreshold },
    ...soldOut.map((variant) => {
      const chosen = values.filter((value) => variant.optionValueIds.includes(value.id))
      const texts = chosen.map(({ value }) => value).join(', ')
      return {
        id: `${id} ${variant.id}`,
        name: texts ? `${name} (${texts})` : name,
        unit: '',
        quantity: 0,
        minimum: 1,
      }
    }),
  ]
}
