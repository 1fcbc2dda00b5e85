import type { Product } from '../../../shared/client/api.ts'

/** A plain product of a test, with what it changes. */
export const product = (changes: Partial<Product>): Product => ({
  id: 'product',
  SKU: null,
  name: 'Product',
  description: null,
  imageUrl: null,
  costCents: 0,
  categoryIds: [],
  quantity: 10,
  minStockThreshold: 0,
  maxStockThreshold: 0,
  priceCents: 100,
  maxPriceCents: 100,
  taxId: null,
  isBundle: false,
  bundleComponents: [],
  modifierGroupIds: [],
  bundleCostCents: 0,
  trackStock: true,
  isAvailable: true,
  barcodes: [],
  hasVariants: false,
  options: [],
  variants: [],
  ...changes,
})
