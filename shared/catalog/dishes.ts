import { collectionKey, type Item, type Key, softDeletedKey } from '../dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import { insert, put } from '../dynamodb/write.ts'
import { Failure, isFailure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { newId } from '../ids.ts'
import { insertDishAudit, insertPriceAudit, insertTaxUseAudit } from './catalog-audit.ts'
import { decrementCategoryUses, incrementCategoryUses } from './categories.ts'
import type { Dish, DishInput } from './dish.ts'
import { updateMenuWithout, upsertMenuDish } from './dish-use.ts'
import { countOutPending } from './pending-counts.ts'
import { updateTaxUses } from './taxes.ts'

/** A stored dish of the menu. */
export type DishRecord = Item &
  Omit<Dish, 'price' | 'taxId'> & {
    readonly priceCents: number
    /** The tax that it names; none of its own is the default tax. */
    readonly taxId?: string | null | undefined
  }

export const dishKey = (id: string): Key => collectionKey('DISH', id)

/** Where a deleted dish is. */
export const softDeletedDishKey = (id: string): Key => softDeletedKey('DISH', id)

/** Category and tax count their uses, the audit trail has the price; else the last write wins. */
const locked = ['categoryId', 'taxId', 'priceCents'] as const

/** A dish that is not deleted. */
export const findDish = (id: string) => read<DishRecord>(dishKey(id))

/** All dishes that are not deleted. */
export const allDishes = (page?: Page) => readAll<DishRecord>({ pk: 'DISH' }, page)

/** Creates a dish. Throws `invalid` for an unknown category or tax. */
export async function createDish(input: DishInput) {
  const id = newId()
  const dish: DishRecord = { ...dishKey(id), ...input, id }
  await transactAndRespond(
    [
      insert(dish),
      upsertMenuDish(id),
      incrementCategoryUses('dish', input.categoryId),
      ...updateTaxUses(null, input.taxId),
      insertDishAudit(dish, null, dish.priceCents),
    ],
    { id },
  )
  return { id }
}

/** Changes a dish, by a user. Throws `notFound`, and `invalid` for an unknown category or tax. */
export const changeDish = (id: string, input: DishInput, userId: string) =>
  retryOnConflict(async () => {
    const current = await findDish(id)
    if (!current) throw new Failure('notFound')
    await transact([
      updateUnchanged(current, locked, { set: input }),
      ...(input.categoryId === current.categoryId
        ? []
        : [
            incrementCategoryUses('dish', input.categoryId),
            decrementCategoryUses('dish', current.categoryId),
          ]),
      ...(input.taxId === undefined ? [] : updateTaxUses(current.taxId, input.taxId)),
      ...insertPriceAudit(userId, current, input),
      ...insertTaxUseAudit(current, input.taxId),
    ])
  })

/** Soft-deletes a dish that no line of an open order names. Throws `notFound`, `inUse`. */
export const softDeleteDish = (id: string) =>
  retryOnConflict(async () => {
    const current = await findDish(id)
    if (!current) throw new Failure('notFound')
    try {
      await transact([
        deleteUnchanged(current, locked),
        put({ ...current, ...softDeletedDishKey(id) }),
        updateMenuWithout(id),
        decrementCategoryUses('dish', current.categoryId),
        ...updateTaxUses(current.taxId, null),
        insertDishAudit(current, current.priceCents, null),
      ])
    } catch (error) {
      // The counts included lines that no open order has any more: try again without them
      if (isInUse(error) && (await countOutPending())) throw versionConflict()
      throw error
    }
  })

const isInUse = (error: unknown) => isFailure(error, 'inUse')
