import { required } from '../failure.ts'
import { newId } from '../ids.ts'
import { collectionKey, type Item, type Key } from '../platform/dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
} from '../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../platform/dynamodb/page.ts'
import { read, readAll } from '../platform/dynamodb/read.ts'
import { transact } from '../platform/dynamodb/transact.ts'
import { insert } from '../platform/dynamodb/write.ts'
import { transactAndRespond } from '../platform/idempotency/transact-and-respond.ts'
import { type AsRead, refuseIfChanged } from '../platform/validation/as-read.ts'
import { refuseLongName } from '../platform/validation/names.ts'
import { insertRecordAudit } from './catalog-audit.ts'
import { updateCategoryUses } from './categories.ts'
import type { Ingredient, IngredientInput } from './ingredient.ts'

export type IngredientRecord = Item & Ingredient

const ingredientKey = (id: string): Key => collectionKey('INGREDIENT', id)

/** The category counts its uses, and the audit trail logs the change. */
const locked = [
  'name',
  'categoryId',
  'quantity',
  'unit',
  'lowStockThreshold',
  'costPerUnit',
] as const

export const findIngredient = (id: string) => read<IngredientRecord>(ingredientKey(id))

export const allIngredients = (page?: Page) =>
  readAll<IngredientRecord>({ pk: 'INGREDIENT' }, page)

/** Creates an ingredient. Throws `invalid` for an unknown category or a long name. */
export async function createIngredient(input: IngredientInput) {
  refuseLongName(input.name)
  const id = newId()
  const ingredient: IngredientRecord = { ...ingredientKey(id), ...input, id }
  await transactAndRespond(
    [
      insert(ingredient),
      ...updateCategoryUses('ingredient', [], [input.categoryId]),
      ...insertRecordAudit(ingredient, null, input),
    ],
    { id },
  )
  return { id }
}

/**
 * Changes an ingredient. Throws `notFound`, `recordChanged`, and what `createIngredient`
 * throws.
 */
export const changeIngredient = (
  id: string,
  { ifWas, ...input }: IngredientInput & { readonly ifWas?: AsRead },
) =>
  retryOnConflict(async () => {
    const current = required(await findIngredient(id))
    refuseIfChanged(ifWas, current)
    refuseLongName(input.name, current.name)
    await transact([
      updateUnchanged(current, locked, { set: input }),
      ...updateCategoryUses('ingredient', [current.categoryId], [input.categoryId]),
      ...insertRecordAudit(current, current, input),
    ])
    return { id }
  })

/** Deletes an ingredient. Throws `notFound`. */
export const deleteIngredient = (id: string) =>
  retryOnConflict(async () => {
    const current = required(await findIngredient(id))
    const { pk: _pk, sk: _sk, id: _id, ...values } = current
    await transact([
      deleteUnchanged(current, locked),
      ...updateCategoryUses('ingredient', [current.categoryId], []),
      ...insertRecordAudit(current, values, null),
    ])
  })
