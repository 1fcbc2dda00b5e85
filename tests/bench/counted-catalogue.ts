import type { Answer, Client } from '../support/client.ts'
import { accepted, addProducts, type CountedShop, cartOf } from './bench-shop.ts'

/** Number of variants of the largest product that are sold at once. */
export const variantCount = 20

/**
 * Prepares products with variants and modifiers, and codes to scan. Every sale is of units
 * that cost 2.00 each.
 */
export async function openCountedCatalogue(shop: CountedShop) {
  const { till } = shop
  const coffee = await addCoffee(shop)
  const shirt = await addLargestProduct(shop)
  const sell = (items: readonly object[]) => {
    const lines = items.map((item) => ({ ...item, quantity: 1, priceAtOrder: 200 }))
    const cart = { ...cartOf(shop, []), items: lines, amount: 2 * lines.length }
    return till.post('/store/orders/checkout', cart)
  }
  const { version } = await accepted(till.get('/till-data'))
  return {
    /** Asks for what a till knows already. */
    readUnchanged: (): Promise<Answer> => till.get(`/till-data?version=${version}`),
    /** Sells a large coffee with another milk and an extra shot. */
    sellModified: (): Promise<Answer> => sell([coffee]),
    /** Sells one unit of each variant of a product whose record is 64 KB. */
    sellVariants: (): Promise<Answer> => sell(shirt),
    scan: (): Promise<Answer> => till.get('/products/by-code/4006381333931'),
  }
}

/** A coffee in two sizes with two modifier groups, as a line of a sale. */
async function addCoffee(shop: CountedShop): Promise<object> {
  const { till } = shop
  const [productId = ''] = await addProducts(shop, 1)
  const options = (...names: string[]) => names.map((name) => ({ name, priceCents: 0 }))
  const milk = await addGroup(till, 'Milk', options('Whole milk', 'Oat milk'))
  const extras = await addGroup(till, 'Extras', options('Extra shot', 'Syrup'))
  const modifierGroupIds = [milk.groupId, extras.groupId]
  const product = { name: 'Coffee', quantity: 1_000, priceCents: 200, modifierGroupIds }
  await accepted(till.put(`/products/${productId}`, product))
  const large = { priceCents: 200, quantity: 1_000, barcodes: ['4006381333931'] }
  const { id } = await accepted(till.post(`/products/${productId}/variants`, large))
  return { productId, variantId: id, modifiers: [milk, extras] }
}

/** A modifier group with a choice of its last option. */
async function addGroup(till: Client, name: string, options: readonly object[]) {
  const group = { name, min: 0, max: 2, options }
  const { id: groupId } = await accepted(till.post('/modifiers', group))
  const groups = await accepted(till.get('/modifiers'))
  const { options: added } = groups.find(({ id }: { id: string }) => id === groupId)
  return { groupId, optionId: added.at(-1).id }
}

/** A product whose variants fill the 64 KB that they may, as lines of a sale. */
async function addLargestProduct(shop: CountedShop): Promise<object[]> {
  const [productId = ''] = await addProducts(shop, 1)
  const variantIds = [productId]
  const imageUrl = `https://pictures.example/${'x'.repeat(3_180)}`
  for (let n = 1; n < variantCount; n += 1) {
    const variant = { priceCents: 200, quantity: 1_000, imageUrl }
    const path = `/products/${productId}/variants`
    variantIds.push((await accepted(shop.till.post(path, variant))).id)
  }
  return variantIds.map((variantId) => ({ productId, variantId }))
}
