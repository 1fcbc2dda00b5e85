import { isFailure, required } from '../failure.ts'
import { newId } from '../ids.ts'
import { collectionKey, type Key, softDeletedKey } from '../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../platform/dynamodb/read.ts'
import { softDelete } from '../platform/dynamodb/soft-delete.ts'
import { transact } from '../platform/dynamodb/transact.ts'
import { insert, type Write, type Writes } from '../platform/dynamodb/write.ts'
import { transactAndRespond } from '../platform/idempotency/transact-and-respond.ts'
import { type AsRead, refuseIfChanged } from '../platform/validation/as-read.ts'
import { refuseLongName } from '../platform/validation/names.ts'
import {
  insertCatalogAudit,
  insertCreationAudit,
  insertDeletionAudit,
  insertPriceAudit,
  insertTaxUseAudit,
} from './catalog-audit.ts'
import { updateCategoryUses } from './categories.ts'
import type { DishInput } from './dish.ts'
import { countOutPending, updateMenuWithout, upsertMenuDish } from './dish-use.ts'
import { updateModifierUses } from './modifier-uses.ts'
import { type DishRecord, shownDish } from './shown-dish.ts'
import { updateTaxUses } from './taxes.ts'

export const dishKey = (id: string): Key => collectionKey('DISH', id)

export const softDeletedDishKey = (id: string): Key => softDeletedKey('DISH', id)

/**
 * Fields that a change locks: category, tax and modifier groups count their uses, and the
 * audit trail logs the change.
 */
const locked = [
  'name',
  'categoryId',
  'taxId',
  'modifierGroupIds',
  'priceCents',
  'isAvailable',
  'course',
] as const

export const findDish = (id: string) => read<DishRecord>(dishKey(id))

/** The dishes that have these keys, by id. */
export async function dishesAt(keys: readonly Key[]): Promise<Map<string, DishRecord>> {
  const dishes = await readMany<DishRecord[]>(keys)
  return new Map(dishes.flatMap((dish) => (dish ? [[dish.id, dish]] : [])))
}

export const allDishes = (page?: Page) => readAll<DishRecord>({ pk: 'DISH' }, page)

/** Creates a dish. Throws `invalid` for an unknown category, tax or modifier group, or a long name. */
export async function createDish(input: DishInput) {
  const { dish, writes } = prepareNewDish(input)
  const { id } = dish
  return transactAndRespond(writes, { id })
}

/** A new dish and its writes, which fail as `createDish` does. */
export function prepareNewDish(input: DishInput) {
  refuseLongName(input.name)
  const id = newId()
  const dish: DishRecord = { ...dishKey(id), ...input, id }
  const writes: Write[] = [
    insert(dish),
    upsertMenuDish(id),
    ...updateCategoryUses('dish', [], [input.categoryId]),
    ...updateTaxUses(null, input.taxId),
    ...updateModifierUses('dish', [], input.modifierGroupIds),
    insertCreationAudit(dish),
  ]
  return { dish, writes }
}

/**
 * Changes a dish, by a user. Throws `notFound`, `recordChanged`, and what `createDish`
 * throws.
 */
export const changeDish = (
  id: string,
  { ifWas, ...input }: DishInput & { readonly ifWas?: AsRead },
  userId: string,
) =>
  retryOnConflict(async () => {
    const current = required(await findDish(id))
    refuseIfChanged(ifWas, shownDish(current))
    await transact(updateDish(current, input, userId))
    return { id }
  })

/** The writes that change a dish; they fail as `createDish` does. */
export const updateDish = (
  current: DishRecord,
  input: DishInput,
  userId: string,
): Writes => {
  refuseLongName(input.name, current.name)
  return [
    updateUnchanged(current, locked, { set: input }),
    ...updateCategoryUses('dish', [current.categoryId], [input.categoryId]),
    ...updateTaxUses(current.taxId, input.taxId),
    ...updateModifierUses('dish', current.modifierGroupIds, input.modifierGroupIds),
    insertPriceAudit(userId, current, input),
    ...insertTaxUseAudit(current, input.taxId),
    ...insertCatalogAudit(userId, current, describedOf(current), {
      ...input,
      priceCents: undefined,
      taxId: undefined,
    }),
  ]
}

/** Returns the fields of a dish that the audit trail keeps besides price and tax. */
const describedOf = ({
  name,
  categoryId,
  isAvailable,
  modifierGroupIds,
  course,
}: DishRecord) => ({
  name,
  categoryId,
  isAvailable: isAvailable !== false,
  modifierGroupIds: modifierGroupIds ?? [],
  course: course ?? null,
})

/** Soft-deletes a dish that no line of an open order names. Throws `notFound`, `inUse`. */
export const softDeleteDish = (id: string) =>
  retryOnConflict(async () => {
    const current = required(await findDish(id))
    try {
      await transact([
        ...softDelete(current, 'DISH', locked),
        updateMenuWithout(id),
        ...updateCategoryUses('dish', [current.categoryId], []),
        ...updateTaxUses(current.taxId, null),
        ...updateModifierUses('dish', current.modifierGroupIds, []),
        insertDeletionAudit(current),
      ])
    } catch (error) {
      // The counts included lines that no open order has any more: try again without them
      if (isFailure(error, 'inUse') && (await countOutPending())) throw versionConflict()
      throw error
    }
  })
