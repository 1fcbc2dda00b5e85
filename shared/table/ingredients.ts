import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Page } from '../page.ts'
import { leaveCategory, useCategory } from './categories.ts'
import { commit } from './commit.ts'
import { type Item, inCollection, type Key } from './keys.ts'
import { read, readAll } from './read.ts'
import { Stale, untilFresh } from './stale.ts'
import { change, insert, remove } from './write.ts'

/** What a client says of an ingredient; the table keeps decimals with their digits. */
export type IngredientInput = {
  readonly name: string
  readonly categoryId: string
  /** In units. */
  readonly quantity: number
  readonly unit: string
  /** In units. */
  readonly lowStockThreshold: number
  /** Major units of currency. */
  readonly costPerUnit: number
}

/** An ingredient in stock. */
export type Ingredient = Item & IngredientInput & { readonly id: string }

const ingredientKey = (id: string): Key => inCollection('INGREDIENT', id)

const stale = () => new Stale()

/** An ingredient. */
export const findIngredient = (id: string) => read<Ingredient>(ingredientKey(id))

/** Every ingredient. */
export const allIngredients = (page?: Page) =>
  readAll<Ingredient>({ pk: 'INGREDIENT' }, page)

/** Creates an ingredient. Throws `invalid` for an unknown category. */
export async function createIngredient(input: IngredientInput) {
  const id = newId()
  const ingredient: Ingredient = { ...ingredientKey(id), ...input, id }
  await commit([insert(ingredient), useCategory('ingredient', input.categoryId)], { id })
  return { id }
}

/** Changes an ingredient. Throws `unknown`, `invalid` for an unknown category. */
export const updateIngredient = (id: string, input: IngredientInput) =>
  untilFresh(async () => {
    const held = await findIngredient(id)
    if (!held) throw new Failure('unknown')
    await commit([
      change(held, { set: input, ...inCategoryOf(held) }, stale),
      ...(input.categoryId === held.categoryId
        ? []
        : [
            useCategory('ingredient', input.categoryId),
            leaveCategory('ingredient', held.categoryId),
          ]),
    ])
  })

/** Deletes an ingredient. Throws `unknown`. */
export const removeIngredient = (id: string) =>
  untilFresh(async () => {
    const held = await findIngredient(id)
    if (!held) throw new Failure('unknown')
    await commit([
      remove(held, inCategoryOf(held), stale),
      leaveCategory('ingredient', held.categoryId),
    ])
  })

/** The category is what counts elsewhere; of other fields the last writer's stay. */
const inCategoryOf = ({ categoryId }: Ingredient) => ({
  when: '#categoryId = :was',
  values: { was: categoryId },
})
