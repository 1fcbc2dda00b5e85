import { allCategories, createCategory } from '../../catalog/categories.ts'
import { CategoryInput, type CategoryType } from '../../catalog/category.ts'
import { allTaxes } from '../../catalog/taxes.ts'
import { Failure, isFailure } from '../../failure.ts'
import { decimalDigits } from '../../platform/money/decimal.ts'
import { parse } from '../../platform/validation/parse.ts'
import { findBaseCurrency } from '../../selling/shop-config/config.ts'
import type { ImportContext, RowNames } from './planner.ts'
import { wrong } from './wrong-cell.ts'

/** Rows that name their records by `name` alone. */
export const byName = ({ name }: Readonly<Record<string, unknown>>): RowNames => ({
  column: 'name',
  names: typeof name === 'string' ? [name] : [],
})

/** Returns the only record found, if any. Throws `invalid` for several. */
export function onlyOne<T>(found: readonly T[], fault: string): T | undefined {
  if (found.length > 1) throw wrong('name', fault, 'several_have_name')
  return found[0]
}

/**
 * Finds the ids of categories by their names, and the names by the ids. Creates missing
 * categories, unless it is a dry run. Throws `invalid` for an impossible name.
 */
export async function categoryNames(type: CategoryType, { dryRun }: ImportContext) {
  const load = async () =>
    new Map((await allCategories(type)).map(({ id, name }) => [name, id]))
  let ids = await load()
  const create = async (name: string): Promise<void> => {
    try {
      ids.set(name, (await createCategory(type, name)).id)
    } catch (error) {
      if (!isFailure(error, 'alreadyExists')) throw error
      ids = await load()
    }
  }
  const idOf = async (given: unknown, column: string): Promise<string> => {
    const name = nameOf(given, column)
    if (!ids.has(name)) {
      parseName(type, name, column)
      if (dryRun) ids.set(name, name)
      else await create(name)
    }
    return ids.get(name) ?? name
  }
  return { idOf, nameOf: (id: string) => nameWith(ids, id) }
}

const nameWith = (ids: ReadonlyMap<string, string>, id: string) =>
  [...ids].find(([, each]) => each === id)?.[0] ?? ''

function nameOf(given: unknown, column: string): string {
  if (typeof given === 'string') return given
  throw wrong(column, 'must be the name of a category')
}

function parseName(type: CategoryType, name: string, column: string): void {
  try {
    parse(CategoryInput, { type, name })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw wrong(column, 'is not a name of a category')
  }
}

/** Throws `invalid` for a price with more fraction digits than the shop's currency has. */
export async function priceCheck() {
  const { acronym, fractionDigits } = await findBaseCurrency()
  return (column: string, price: unknown): void => {
    if (typeof price !== 'number' || !Number.isFinite(price)) return
    if (decimalDigits(price).exponent >= -fractionDigits) return
    const fault = `has more decimals than the ${fractionDigits} of ${acronym}`
    throw wrong(column, fault, 'decimals')
  }
}

/** Finds taxes' ids by their names, and back. As an id null is the default tax, undefined keeps the tax. */
export async function taxNames() {
  const ids = new Map((await allTaxes()).map(({ id, name }) => [name, id]))
  const idOf = (name: unknown): string | null | undefined => {
    if (name === undefined || name === null) return name
    const id = typeof name === 'string' ? ids.get(name) : undefined
    if (id === undefined)
      throw wrong('tax', 'the shop has no tax of this name', 'unknown_name')
    return id
  }
  return { idOf, nameOf: (id: string | null = null) => (id ? nameWith(ids, id) : '') }
}
