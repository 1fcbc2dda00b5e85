import { type DishRecord, dishKey } from '../catalog/dishes.ts'
import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { refuseReduced } from './line-prices.ts'
import { maxTotalCents, type NewLine, type OrderLine, sumOf } from './order-line.ts'

/** Characters of a dish's name in a line: 1,000 lines share a record of 400 KB. */
const maxDishNameLength = 60

export const totalTooLarge = () =>
  new Failure('invalid', { fault: 'the total is too large' })

/** A line at another price than its dish has on the menu. */
export type OffMenu = Pick<OrderLine, 'dishName' | 'priceCents'> & {
  readonly menuCents: number
}

/**
 * Reads the dishes of new lines from the menu and returns the lines to store, and which of
 * them have other prices than on the menu. Throws `invalidDishes` for a dish that does not exist,
 * `invalid` for too large a total, and what `refuseReduced` throws.
 */
export async function newOrderLines(
  input: readonly NewLine[],
  mayDiscount: boolean,
): Promise<{ readonly lines: OrderLine[]; readonly offMenu: OffMenu[] }> {
  if (sumOf(input) > maxTotalCents) throw totalTooLarge()
  const dishes = await dishesById([...new Set(input.map(({ dishId }) => dishId))])
  const offMenu: OffMenu[] = []
  const lines = input.map(({ dishId, priceCents, notes }): OrderLine => {
    const dish = dishes.get(dishId)
    if (!dish) throw new Failure('invalidDishes')
    const dishName = dish.name.slice(0, maxDishNameLength).toWellFormed()
    const { priceCents: menuCents } = dish
    if (priceCents !== menuCents) offMenu.push({ dishName, priceCents, menuCents })
    return {
      id: newId(),
      dishId,
      dishName,
      priceCents,
      notes,
      status: 'pending',
      shouldPrepare: true,
      ...(priceCents < menuCents && !mayDiscount && { isReduced: true }),
    }
  })
  if (lines.some(({ isReduced }) => isReduced)) await refuseReduced()
  return { lines, offMenu }
}

async function dishesById(ids: readonly string[]): Promise<Map<string, DishRecord>> {
  const dishes = (await readMany(ids.map(dishKey))) as (DishRecord | undefined)[]
  return new Map(dishes.flatMap((dish) => (dish ? [[dish.id, dish]] : [])))
}
