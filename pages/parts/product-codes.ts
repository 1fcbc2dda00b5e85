import { gtinsOf } from '../../shared/catalog/article-number.ts'
import type { Product } from '../../shared/client/api.ts'

/** The SKUs and barcodes of a product and its variants, article numbers with 14 digits too. */
export const codesOf = ({ SKU, barcodes, variants }: Product) => {
  const all = [...barcodes, ...variants.flatMap((variant) => variant.barcodes)]
  return [SKU, ...variants.map((variant) => variant.SKU), ...all, ...gtinsOf(all)]
}
