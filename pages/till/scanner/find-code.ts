import {
  type Codes,
  haveCode,
  readingsOf,
} from '../../../shared/catalog/article-number.ts'
import type { ShopProduct } from '../../parts/shop-product.ts'

/** The product or variant with a scanned code. */
export type Scanned = {
  readonly product: ShopProduct
  readonly variantId?: string | undefined
}

/**
 * Finds the goods with the first of these codes that any has: as SKU or barcode, whole,
 * also as another spelling of its article number, or in other capitals if only one has
 * it. Several results if products share a number; none if the till knows none.
 */
export function findCode(
  products: readonly ShopProduct[],
  codes: readonly string[],
): readonly Scanned[] {
  for (const code of codes.flatMap(readingsOf)) {
    const found = having(products, (own) => haveCode(own, code))
    if (found.length > 0) return found
  }
  for (const code of codes) {
    const lower = code.toLowerCase()
    const isCode = (own: string | null) => own?.toLowerCase() === lower
    const found = having(
      products,
      ({ SKU, barcodes }) => isCode(SKU) || barcodes.some(isCode),
    )
    if (found.length === 1) return found
  }
  return []
}

const having = (
  products: readonly ShopProduct[],
  has: (own: Codes) => boolean,
): Scanned[] =>
  products.flatMap((product): Scanned[] => {
    const variants = product.variants.filter(has)
    if (variants.length > 0) return variants.map(({ id }) => ({ product, variantId: id }))
    return !product.hasVariants && has(product) ? [{ product }] : []
  })
