import { gtinsOf } from '../../shared/catalog/article-number.ts'

type Codes = { readonly SKU: string | null; readonly barcodes: readonly string[] }
type Coded = Codes & { readonly variants: readonly Codes[] }

/** The SKUs and barcodes of a product and its variants, article numbers with 14 digits too. */
export const codesOf = ({ SKU, barcodes, variants }: Coded) => {
  const all = [...barcodes, ...variants.flatMap((variant) => variant.barcodes)]
  return [SKU, ...variants.map((variant) => variant.SKU), ...all, ...gtinsOf(all)]
}
