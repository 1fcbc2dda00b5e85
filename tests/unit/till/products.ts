import type { ShopProduct } from '../../../pages/parts/shop-product.ts'

/** A plain product of a test, with what it changes. */
export const product = (changes: Partial<ShopProduct>): ShopProduct => ({
  id: 'product',
  SKU: null,
  name: 'Product',
  description: null,
  imageUrl: null,
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
  trackStock: true,
  stockPolicy: 'exact' as const,
  isAvailable: true,
  barcodes: [],
  hasVariants: false,
  options: [],
  variants: [],
  ...changes,
})
