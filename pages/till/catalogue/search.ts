import { codesOf } from '../../parts/product-codes.ts'
import type { ShopProduct } from '../../parts/shop-product.ts'
import { type SearchText, searchText } from '../../parts/text-search.ts'

/** A product with what it is searched by. */
export type Searchable = { readonly product: ShopProduct; readonly text: SearchText }

/** Products that are sold now, by name, with their texts. */
export const searchable = (
  products: readonly ShopProduct[],
  locale: string,
): Searchable[] =>
  products
    .filter(({ isAvailable }) => isAvailable)
    .sort(byName(locale))
    .map((product) => ({
      product,
      text: searchText([product.name, ...codesOf(product)]),
    }))

function byName(locale: string) {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return (one: ShopProduct, other: ShopProduct) => compare(one.name, other.name)
}
