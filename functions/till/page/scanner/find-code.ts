import type { Product } from '../../../../shared/client/api.ts'

/** What a code on a product or variant stands for. */
export type Scanned = {
  readonly product: Product
  readonly variantId?: string | undefined
}

/**
 * What has one of these codes, the first that anything has: as SKU or barcode, whole, also in
 * other capitals where only one thing has it. Undefined where the till knows nothing that has.
 */
export function findCode(
  products: readonly Product[],
  codes: readonly string[],
): Scanned | undefined {
  for (const code of codes) {
    const [found] = having(products, (own) => own === code)
    if (found) return found
  }
  for (const code of codes) {
    const lower = code.toLowerCase()
    const [found, other] = having(products, (own) => own.toLowerCase() === lower)
    if (found && !other) return found
  }
  return undefined
}

type Coded = { readonly SKU: string | null; readonly barcodes: readonly string[] }

const having = (
  products: readonly Product[],
  isCode: (own: string) => boolean,
): Scanned[] => {
  const has = ({ SKU, barcodes }: Coded) =>
    (SKU !== null && isCode(SKU)) || barcodes.some(isCode)
  return products.flatMap((product): Scanned[] => {
    const variants = product.variants.filter(has)
    if (variants.length > 0) return variants.map(({ id }) => ({ product, variantId: id }))
    return !product.hasVariants && has(product) ? [{ product }] : []
  })
}
