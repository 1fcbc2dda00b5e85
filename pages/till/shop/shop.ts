import type {
  Business,
  Category,
  Currency,
  ModifierGroup,
  Product,
  Tax,
} from '../../../shared/client/api.ts'
import { PosError } from '../../../shared/client/pos-error.ts'
import { type Me, pos } from '../../parts/pos.ts'

/** What a till knows of its shop: all that it needs to sell. */
export type Shop = {
  readonly settings: Business
  readonly currency: Currency
  /** The smallest sum in cents: 100 in a currency without cents, else 1. */
  readonly smallestCents: number
  readonly taxes: readonly Tax[]
  readonly modifierGroups: readonly ModifierGroup[]
  readonly products: readonly Product[]
  /** Of products. */
  readonly categories: readonly Category[]
}

/** A product as the list of all has it; undefined once it is deleted. Throws PosError. */
export async function readProduct(id: string): Promise<Product | undefined> {
  try {
    const product = await pos.products.one({ params: { id } })
    return product.hasVariants ? product : { ...product, variants: [] }
  } catch (error) {
    if (error instanceof PosError && error.status === 404) return undefined
    throw error
  }
}

/** Reads it in parallel, without what the person may not see. Throws PosError. */
export async function readShop({ perms }: Pick<Me, 'perms'>): Promise<Shop> {
  const held = new Set(perms.map(({ name }) => name))
  const [settings, currency, taxes, modifierGroups, products, categories] =
    await Promise.all([
      pos.config.show(),
      pos.currencies.base(),
      pos.taxes.list(),
      pos.modifiers.list(),
      held.has('products_read') ? pos.products.list() : [],
      held.has('categories_read')
        ? pos.categories.list({ query: { type: 'product' } })
        : [],
    ])
  return {
    // Of a caller with a session it is all of them.
    settings: settings as Business,
    currency,
    smallestCents: currency.fractionDigits === 0 ? 100 : 1,
    taxes,
    modifierGroups,
    products,
    categories,
  }
}
