import { collectionKey, type Item, type Key, softDeletedKey } from '../dynamodb/keys.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { deleteItem, insert, put, update } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { decrementCategoryUses, incrementCategoryUses } from './categories.ts'
import { updateMenuWithout, upsertMenuDish } from './dish-use.ts'
import { countOutPending } from './pending-counts.ts'

/** What a client says of a dish. */
export type DishInput = {
  readonly name: string
  readonly priceCents: number
  readonly categoryId: string
}

/** A dish of the menu. */
export type Dish = Item & DishInput & { readonly id: string }

export const dishKey = (id: string): Key => collectionKey('DISH', id)

const stale = () => new VersionConflict()

/** A live dish. */
export const findDish = (id: string) => read<Dish>(dishKey(id))

/** Every live dish. */
export const allDishes = (page?: Page) => readAll<Dish>({ pk: 'DISH' }, page)

/** Creates a dish. Throws `invalid` for an unknown category. */
export async function createDish(input: DishInput) {
  const id = newId()
  const dish: Dish = { ...dishKey(id), ...input, id }
  await transact(
    [insert(dish), upsertMenuDish(id), incrementCategoryUses('dish', input.categoryId)],
    {
      id,
    },
  )
  return { id }
}

/** Changes a dish. Throws `notFound`, `invalid` for an unknown category. */
export const changeDish = (id: string, input: DishInput) =>
  retryOnConflict(async () => {
    const held = await findDish(id)
    if (!held) throw new Failure('notFound')
    await transact(
      [
        update(held, { set: input, ...inCategoryOf(held) }, stale),
        ...(input.categoryId === held.categoryId
          ? []
          : [
              incrementCategoryUses('dish', input.categoryId),
              decrementCategoryUses('dish', held.categoryId),
            ]),
      ],
      noResponse,
    )
  })

/** Deletes a dish that no open order has a line of. Throws `notFound`, `inUse`. */
export const softDeleteDish = (id: string) =>
  retryOnConflict(async () => {
    const held = await findDish(id)
    if (!held) throw new Failure('notFound')
    try {
      await transact(
        [
          deleteItem(held, inCategoryOf(held), stale),
          put({ ...held, ...softDeletedKey('DISH', id) }),
          updateMenuWithout(id),
          decrementCategoryUses('dish', held.categoryId),
        ],
        noResponse,
      )
    } catch (error) {
      if (isInUse(error) && (await countOutPending())) throw stale()
      throw error
    }
  })

const isInUse = (error: unknown) => error instanceof Failure && error.kind === 'inUse'

/** The category is what counts elsewhere; of other fields the last writer's stay. */
const inCategoryOf = ({ categoryId }: Dish) => ({
  when: '#categoryId = :was',
  values: { was: categoryId },
})
