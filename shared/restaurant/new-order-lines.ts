import { type DishRecord, dishKey } from '../catalog/dishes.ts'
import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { maxTotalCents, type NewLine, type OrderLine, sumOf } from './order-line.ts'

/** Characters of a dish's name in a line: 1,000 lines share a record of 400 KB. */
const maxDishNameLength = 60

export const totalTooLarge = () =>
  new Failure('invalid', { fault: 'the total is too large' })

/**
 * Reads the dishes of new lines from the menu and returns the lines to store. Throws
 * `invalidDishes` for a dish that does not exist, `invalid` for too large a total.
 */
export async function newOrderLines(input: readonly NewLine[]): Promise<OrderLine[]> {
  if (sumOf(input) > maxTotalCents) throw totalTooLarge()
  const dishes = await dishesById([...new Set(input.map(({ dishId }) => dishId))])
  return input.map(({ dishId, priceCents, notes }) => {
    const dish = dishes.get(dishId)
    if (!dish) throw new Failure('invalidDishes')
    return {
      id: newId(),
      dishId,
      dishName: dish.name.slice(0, maxDishNameLength).toWellFormed(),
      priceCents,
      notes,
      status: 'pending',
      shouldPrepare: true,
    }
  })
}

async function dishesById(ids: readonly string[]): Promise<Map<string, DishRecord>> {
  const dishes = (await readMany(ids.map(dishKey))) as (DishRecord | undefined)[]
  return new Map(dishes.flatMap((dish) => (dish ? [[dish.id, dish]] : [])))
}
