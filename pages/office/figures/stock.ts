import { isLow } from '../../../shared/catalog/low-stock.ts'
import type { Product } from '../../../shared/client/api.ts'

/** Something that is kept in stock, and how much of it there should be. */
export type StockItem = {
  readonly id: string
  readonly name: string
  /** Unit of its quantity; blank for pieces. */
  readonly unit: string
  readonly quantity: number
  readonly minimum: number
}

type StockedProduct = Pick<
  Product,
  'id' | 'name' | 'quantity' | 'minStockThreshold' | 'maxStockThreshold' | 'trackStock'
> & {
  readonly options: readonly Pick<Product['options'][number], 'values'>[]
  readonly variants: readonly Pick<
    Product['variants'][number],
    'id' | 'quantity' | 'isActive' | 'optionValueIds'
  >[]
}

/** Returns the items below their minimum: the smallest share of it first. */
export const shortagesOf = (items: readonly StockItem[]): StockItem[] =>
  items
    .filter(isLow)
    .sort(
      (one, other) =>
        one.quantity / one.minimum - other.quantity / other.minimum ||
        one.name.localeCompare(other.name),
    )

/** Units that there should be, at least and at most; 0 for no limit. */
export type Levels = { readonly minimum: number; readonly maximum: number }

/**
 * The levels of each unit that a product keeps: its own, or of its variants on sale each an equal
 * share, for the sum would hide one that is sold out.
 */
export function levelsOf({
  minStockThreshold,
  maxStockThreshold,
  variants,
}: Pick<StockedProduct, 'minStockThreshold' | 'maxStockThreshold' | 'variants'>): Levels {
  const sharers = Math.max(1, variants.filter(({ isActive }) => isActive).length)
  return {
    minimum: Math.ceil(minStockThreshold / sharers),
    maximum: Math.ceil(maxStockThreshold / sharers),
  }
}

/**
 * Lists the stock of a product: its own, or that of each variant on sale. A product whose
 * units are not counted has none.
 */
export function stockOf(product: StockedProduct): StockItem[] {
  const { id, name, quantity, trackStock, variants, options } = product
  if (!trackStock) return []
  const { minimum } = levelsOf(product)
  const values = options.flatMap((option) => option.values)
  const active = variants.filter(({ isActive }) => isActive)
  if (active.length === 0) return [{ id, name, unit: '', quantity, minimum }]
  return active.map((variant) => {
    const chosen = values.filter((value) => variant.optionValueIds.includes(value.id))
    const texts = chosen.map(({ value }) => value).join(', ')
    return {
      id: `${id} ${variant.id}`,
      name: texts ? `${name} (${texts})` : name,
      unit: '',
      quantity: variant.quantity,
      minimum,
    }
  })
}
