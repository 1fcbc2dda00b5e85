import { allCategories, categoriesByIds } from '../../catalog/categories.ts'
import { allDishes, dishesAt, dishKey } from '../../catalog/dishes.ts'
import { allModifierGroups } from '../../catalog/modifier-changes.ts'
import { allProducts, readProducts } from '../../catalog/products.ts'
import { shownDish } from '../../catalog/shown-dish.ts'
import { allTaxes, taxOnWire } from '../../catalog/taxes.ts'
import { allPrinters } from '../../paper/printing/printer-configurations.ts'
import { allRoles } from '../../people/staff/roles.ts'
import { allUsers } from '../../people/staff/users.ts'
import { paymentMethods } from '../../platform/money/payment-methods.ts'
import { clockOf } from '../../platform/time/zone.ts'
import { allSpaces } from '../restaurant/tables.ts'
import { findBaseCurrency, readBusiness } from '../shop-config/config.ts'
import type { LongPart, WholePart } from './till-data.ts'
import { wholeParts } from './till-data.ts'
import { tillProduct } from './till-product.ts'
import type { Step } from './version.ts'

/** The rows of long lists, all and by their ids. */
const longReaders = {
  products: {
    all: async () => (await allProducts()).map(tillProduct),
    some: async (ids) =>
      (await readProducts(ids)).flatMap((product) =>
        product ? tillProduct(product) : [],
      ),
  },
  categories: {
    all: async () =>
      (await Promise.all([allCategories('product'), allCategories('dish')])).flat(),
    some: categoriesByIds,
  },
  dishes: {
    all: async () => (await allDishes()).map(shownDish),
    some: async (ids) => [...(await dishesAt(ids.map(dishKey))).values()].map(shownDish),
  },
} as const satisfies Readonly<
  Record<
    LongPart,
    {
      readonly all: () => Promise<readonly { readonly id: string }[]>
      readonly some: (
        ids: readonly string[],
      ) => Promise<readonly { readonly id: string }[]>
    }
  >
>

const wholeReaders = {
  taxes: async () => (await allTaxes()).map(taxOnWire),
  modifiers: allModifierGroups,
  currency: async () => {
    const currency = await findBaseCurrency()
    return { ...currency, currencyId: currency.id }
  },
  config: async () => {
    const business = await readBusiness()
    return { ...business, clock: clockOf(business.timezone, Date.now()) }
  },
  users: async () => {
    const [users, roles] = await Promise.all([allUsers(), allRoles()])
    const nameOf = new Map(roles.map(({ id, name }) => [id, name]))
    return users.map(({ id, name, roleId }) => ({
      id,
      name,
      role: nameOf.get(roleId ?? '') ?? null,
    }))
  },
  printers: allPrinters,
  spaces: () => allSpaces(),
} as const satisfies Readonly<Record<WholePart, () => Promise<unknown>>>

/** Reads everything. Throws `notFound` before the first setup. */
export async function readContent() {
  const [products, categories, dishes, whole] = await Promise.all([
    longReaders.products.all(),
    longReaders.categories.all(),
    longReaders.dishes.all(),
    readParts(wholeParts),
  ])
  return { products, categories, dishes, ...whole, methods: paymentMethods }
}

const readParts = async (parts: readonly WholePart[]) =>
  Object.fromEntries(
    await Promise.all(parts.map(async (part) => [part, await wholeReaders[part]()])),
  )

/** Reads the current rows and parts that a step has changed. */
export async function readChanged({ rows, parts }: Step) {
  const [whole, ...long] = await Promise.all([
    readParts(parts),
    ...Object.entries(rows).map(async ([part, ids]) => {
      const found = await longReaders[part as LongPart].some(ids)
      const known = new Set(found.map(({ id }) => id))
      return { part, found, gone: ids.filter((id) => !known.has(id)) }
    }),
  ])
  return {
    changed: {
      ...whole,
      ...Object.fromEntries(
        long
          .filter(({ found }) => found.length > 0)
          .map(({ part, found }) => [part, found]),
      ),
    },
    gone: Object.fromEntries(
      long.filter(({ gone }) => gone.length > 0).map(({ part, gone }) => [part, gone]),
    ),
  }
}
