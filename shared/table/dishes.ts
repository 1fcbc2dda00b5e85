import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Page } from '../page.ts'
import { leaveCategory, useCategory } from './categories.ts'
import { commit } from './commit.ts'
import { enterMenu, leaveMenu } from './dish-use.ts'
import { type Item, inCollection, type Key, retired } from './keys.ts'
import { countOutPending } from './pending-counts.ts'
import { read, readAll } from './read.ts'
import { Stale, untilFresh } from './stale.ts'
import { change, insert, put, remove } from './write.ts'

/** What a client says of a dish. */
export type DishInput = {
  readonly name: string
  readonly priceCents: number
  readonly categoryId: string
}

/** A dish of the menu. */
export type Dish = Item & DishInput & { readonly id: string }

export const dishKey = (id: string): Key => inCollection('DISH', id)

const stale = () => new Stale()

/** A live dish. */
export const findDish = (id: string) => read<Dish>(dishKey(id))

/** Every live dish. */
export const allDishes = (page?: Page) => readAll<Dish>({ pk: 'DISH' }, page)

/** Creates a dish. Throws `invalid` for an unknown category. */
export async function createDish(input: DishInput) {
  const id = newId()
  const dish: Dish = { ...dishKey(id), ...input, id }
  await commit([insert(dish), enterMenu(id), useCategory('dish', input.categoryId)], {
    id,
  })
  return { id }
}

/** Changes a dish. Throws `unknown`, `invalid` for an unknown category. */
export const updateDish = (id: string, input: DishInput) =>
  untilFresh(async () => {
    const held = await findDish(id)
    if (!held) throw new Failure('unknown')
    await commit([
      change(held, { set: input, ...inCategoryOf(held) }, stale),
      ...(input.categoryId === held.categoryId
        ? []
        : [
            useCategory('dish', input.categoryId),
            leaveCategory('dish', held.categoryId),
          ]),
    ])
  })

/** Deletes a dish that no open order has a line of. Throws `unknown`, `inUse`. */
export const retireDish = (id: string) =>
  untilFresh(async () => {
    const held = await findDish(id)
    if (!held) throw new Failure('unknown')
    try {
      await commit([
        remove(held, inCategoryOf(held), stale),
        put({ ...held, ...retired('DISH', id) }),
        leaveMenu(id),
        leaveCategory('dish', held.categoryId),
      ])
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
