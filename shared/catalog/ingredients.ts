import { collectionKey, type Item, type Key } from '../dynamodb/keys.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { deleteItem, insert, update } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { decrementCategoryUses, incrementCategoryUses } from './categories.ts'

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

const ingredientKey = (id: string): Key => collectionKey('INGREDIENT', id)

const stale = () => new VersionConflict()

/** An ingredient. */
export const findIngredient = (id: string) => read<Ingredient>(ingredientKey(id))

/** Every ingredient. */
export const allIngredients = (page?: Page) =>
  readAll<Ingredient>({ pk: 'INGREDIENT' }, page)

/** Creates an ingredient. Throws `invalid` for an unknown category. */
export async function createIngredient(input: IngredientInput) {
  const id = newId()
  const ingredient: Ingredient = { ...ingredientKey(id), ...input, id }
  await transact(
    [insert(ingredient), incrementCategoryUses('ingredient', input.categoryId)],
    { id },
  )
  return { id }
}

/** Changes an ingredient. Throws `notFound`, `invalid` for an unknown category. */
export const changeIngredient = (id: string, input: IngredientInput) =>
  retryOnConflict(async () => {
    const held = await findIngredient(id)
    if (!held) throw new Failure('notFound')
    await transact(
      [
        update(held, { set: input, ...inCategoryOf(held) }, stale),
        ...(input.categoryId === held.categoryId
          ? []
          : [
              incrementCategoryUses('ingredient', input.categoryId),
              decrementCategoryUses('ingredient', held.categoryId),
            ]),
      ],
      noResponse,
    )
  })

/** Deletes an ingredient. Throws `notFound`. */
export const deleteIngredient = (id: string) =>
  retryOnConflict(async () => {
    const held = await findIngredient(id)
    if (!held) throw new Failure('notFound')
    await transact(
      [
        deleteItem(held, inCategoryOf(held), stale),
        decrementCategoryUses('ingredient', held.categoryId),
      ],
      noResponse,
    )
  })

/** The category is what counts elsewhere; of other fields the last writer's stay. */
const inCategoryOf = ({ categoryId }: Ingredient) => ({
  when: '#categoryId = :was',
  values: { was: categoryId },
})
