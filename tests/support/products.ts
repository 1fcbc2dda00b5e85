import { expect } from 'vitest'
import type { Client } from './client.ts'

/** A product with all its fields, and without categories. */
export const productFields = {
  SKU: null,
  name: 'Green tea',
  description: null,
  imageUrl: null,
  costCents: 120,
  categoryIds: [],
  quantity: 10,
  minStockThreshold: 2,
  maxStockThreshold: 50,
  priceCents: 250,
  taxId: null,
  isBundle: false,
  bundleComponents: [],
  bundleCostCents: 0,
  maxPriceCents: 250,
  trackStock: true,
  stockPolicy: 'exact' as const,
  isAvailable: true,
  barcodes: [] as string[],
  modifierGroupIds: [] as string[],
  hasVariants: false,
  version: 1,
  options: [],
  variants: [],
}

/** A product with its required fields only. */
export const requiredProductFields = {
  name: productFields.name,
  costCents: productFields.costCents,
  quantity: productFields.quantity,
  minStockThreshold: productFields.minStockThreshold,
  maxStockThreshold: productFields.maxStockThreshold,
  priceCents: productFields.priceCents,
}

/** The only variant of a plain product, which GET /products/{id} lists. */
export const defaultVariantOf = ({
  id,
  ...product
}: typeof productFields & { readonly id: string }) => ({
  id,
  productId: id,
  SKU: product.SKU,
  barcodes: product.barcodes,
  priceCents: product.priceCents,
  costCents: product.costCents,
  quantity: product.quantity,
  isActive: true,
  imageUrl: product.imageUrl,
  optionValueIds: [],
})

/** Creates a product with these fields and returns its id. */
export async function createProduct(admin: Client, fields: object = {}): Promise<string> {
  const { status, body } = await admin.post('/products', { ...productFields, ...fields })
  expect(status).toBe(201)
  return body.id
}

/** Units of a component in a bundle. */
export const part = (componentId: string, quantity = 1) => ({ componentId, quantity })

/** A bundle, of which a client leaves the stock out. */
export const bundleFields = (...bundleComponents: object[]) => ({
  name: 'Set',
  costCents: 1,
  priceCents: 500,
  quantity: undefined,
  minStockThreshold: undefined,
  maxStockThreshold: undefined,
  isBundle: true,
  bundleComponents,
})
