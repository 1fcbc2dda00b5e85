import type {
  Business,
  Category,
  Currency,
  Dish,
  ModifierGroup,
  Product,
  Tax,
  TillData,
} from '../../../shared/client/api.ts'
import { PosError } from '../../../shared/client/pos-error.ts'
import { type Me, pos } from '../../parts/pos.ts'
import { productMaker, type ShopProduct, type Stock } from '../../parts/shop-product.ts'

/** Data of the shop that a till needs to sell. */
export type Shop = {
  readonly settings: Business
  readonly currency: Currency
  /** The smallest sum in cents: 100 in a currency without cents, else 1. */
  readonly smallestCents: number
  readonly taxes: readonly Tax[]
  /** True if the shop has a printer for receipts; true if unknown. */
  readonly printsReceipts: boolean
  readonly modifierGroups: readonly ModifierGroup[]
  readonly products: readonly ShopProduct[]
  /** Of products. */
  readonly categories: readonly Category[]
  readonly menu: {
    readonly dishes: readonly Dish[]
    readonly categories: readonly Category[]
  }
}

/** Returns a test for a person's permissions, by name. */
export function mayOf({ perms }: Pick<Me, 'perms'>): (permission: string) => boolean {
  const held = new Set(perms.map(({ name }) => name))
  return (permission) => held.has(permission)
}

/** True if a person may read /till-data; others read lists. */
export const mayReadTillData = (may: (permission: string) => boolean): boolean =>
  may('products_read') || may('dish_read')

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

/** Makes the shop from the till's data, without the parts that the person may not see. */
export function shopMaker(may: (permission: string) => boolean) {
  const productsOf = productMaker()
  return (data: TillData, stock: Stock): Shop => {
    const categoriesOf = (wanted: 'product' | 'dish') =>
      may('categories_read') ? data.categories.filter(({ type }) => type === wanted) : []
    return {
      settings: data.config,
      currency: data.currency,
      smallestCents: smallestIn(data.currency),
      taxes: data.taxes,
      printsReceipts: data.printers.some(
        ({ printerType, enabled }) => printerType === 'CUSTOMER' && enabled,
      ),
      modifierGroups: data.modifiers,
      products: may('products_read') ? productsOf(data.products, stock) : [],
      categories: categoriesOf('product'),
      menu: {
        dishes: may('dish_read') ? data.dishes : [],
        categories: categoriesOf('dish'),
      },
    }
  }
}

/** The shop of a person who may read no goods, or of an API before /till-data. Throws PosError. */
export async function readLists(me: Pick<Me, 'perms'>): Promise<Shop> {
  const may = mayOf(me)
  const mayGroup = may('categories_read')
  const [settings, currency, taxes, modifierGroups, products, dishes, ...categories] =
    await Promise.all([
      pos.config.show(),
      pos.currencies.base(),
      pos.taxes.list(),
      pos.modifiers.list(),
      may('products_read') ? pos.products.list() : [],
      may('dish_read') ? pos.dishes.list() : [],
      mayGroup ? pos.categories.list({ query: { type: 'product' } }) : [],
      mayGroup ? pos.categories.list({ query: { type: 'dish' } }) : [],
    ])
  return {
    // A caller with a session gets all settings.
    settings: settings as Business,
    currency,
    smallestCents: smallestIn(currency),
    taxes,
    printsReceipts: true,
    modifierGroups,
    products,
    categories: categories[0],
    menu: { dishes, categories: categories[1] },
  }
}

const smallestIn = ({ fractionDigits }: Currency) => (fractionDigits === 0 ? 100 : 1)
