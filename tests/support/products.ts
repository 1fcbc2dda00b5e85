/** A product with all its fields. */
export const tea = {
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
}

/** What a product must say; the rest of `tea` may be left out. */
export const required = {
  name: tea.name,
  costCents: tea.costCents,
  quantity: tea.quantity,
  minStockThreshold: tea.minStockThreshold,
  maxStockThreshold: tea.maxStockThreshold,
  priceCents: tea.priceCents,
}
