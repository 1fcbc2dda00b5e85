import type { ProductRecord } from '../../catalog/products.ts'
import { describedProduct } from '../../catalog/shown-products.ts'
import type { TillProduct } from './till-data.ts'

/** A product as tills keep it. A sale changes nothing of it. */
export function tillProduct(record: ProductRecord): TillProduct {
  const product = describedProduct(record)
  const { id, name, priceCents, maxPriceCents } = product
  return present({
    id,
    name,
    SKU: product.SKU,
    description: product.description,
    imageUrl: product.imageUrl,
    categoryIds: product.categoryIds,
    minStockThreshold: product.minStockThreshold,
    maxStockThreshold: product.maxStockThreshold,
    priceCents,
    maxPriceCents: maxPriceCents === priceCents ? undefined : maxPriceCents,
    taxId: product.taxId,
    bundleComponents: product.components?.map(({ componentId, variantId, quantity }) =>
      present({ componentId, variantId, quantity }),
    ),
    modifierGroupIds: product.modifierGroupIds,
    trackStock: product.trackStock === false ? false : undefined,
    stockPolicy: record.components ? undefined : record.stockPolicy,
    isAvailable: product.isAvailable ? undefined : false,
    barcodes: product.barcodes,
    hasVariants: product.hasVariants ? true : undefined,
    options: product.options,
    variants: product.variants.map(
      ({ id, SKU, barcodes, priceCents, imageUrl, isActive, optionValueIds }) => ({
        ...present({ id, SKU, barcodes, priceCents, imageUrl }),
        ...(!isActive && { isActive: false }),
        optionValueIds,
      }),
    ),
  }) as TillProduct
}

/** Drops empty fields: null, a blank text, no rows, no units, but for the price. */
const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        (value !== 0 || name === 'priceCents') &&
        !(Array.isArray(value) && value.length === 0),
    ),
  )
