import type { Product } from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'
import { codesOf } from '../../../parts/product-codes.ts'

/** What has units of its own: a product, or each variant of one. */
export type Item = {
  readonly id: string
  readonly productId: string
  readonly variantId: string | undefined
  readonly name: string
  readonly hint?: string
  readonly codes: readonly (string | null)[]
  readonly quantity: number
  readonly costCents: number
  readonly minimum: number
  readonly maximum: number
}

/** Everything whose units are counted. */
export const itemsOf = (products: readonly Product[]): Item[] =>
  products
    .filter(({ trackStock, isBundle }) => trackStock && !isBundle)
    .flatMap((product) => {
      const { id, name, options, variants, quantity, costCents } = product
      const levels = {
        productId: id,
        minimum: product.minStockThreshold,
        maximum: product.maxStockThreshold,
      }
      if (variants.length === 0) {
        const codes = codesOf(product)
        return [{ ...levels, id, variantId: undefined, name, codes, quantity, costCents }]
      }
      const values = options.flatMap((option) => option.values)
      return variants.map((variant) => ({
        ...levels,
        id: `${id} ${variant.id}`,
        variantId: variant.id as string | undefined,
        name: `${name} (${values
          .filter((value) => variant.optionValueIds.includes(value.id))
          .map(({ value }) => value)
          .join(', ')})`,
        codes: [variant.SKU, ...variant.barcodes],
        quantity: variant.quantity,
        costCents: variant.costCents,
      }))
    })

/** One adjustment takes so many products. */
const mostAtOnce = 90

export type Movement = { readonly item: Item; readonly units: number }

/** Adds units to stock, or takes them where they are negative. Throws PosError. */
export async function bookUnits(
  movements: readonly Movement[],
  reason: string,
): Promise<void> {
  const rows = movements
    .filter(({ units }) => units !== 0)
    .map(({ item: { productId, variantId }, units }) => ({
      productId,
      ...(variantId !== undefined && { variantId }),
      quantity: units,
      reason: reason.slice(0, 200),
    }))
  for (let at = 0; at < rows.length; at += mostAtOnce) {
    await pos.products.adjustStock({ body: rows.slice(at, at + mostAtOnce) })
  }
}
