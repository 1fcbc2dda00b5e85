import { type Dish, dishKey } from '../catalog/dishes.ts'
import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { OrderDishStatus } from '../sales/order.ts'

/** A dish as it is ordered. */
export type NewLine = {
  readonly dishId: string
  readonly priceCents: number
  readonly notes: string | null
}

/** One unit of a dish in an order; it stands in the order's own record. */
export type OrderLine = NewLine & {
  readonly id: string
  /** The dish's name when it was ordered, cut to fit. */
  readonly dishName: string
  readonly status: OrderDishStatus
  readonly shouldPrepare: boolean
}

/** Characters of a dish's name in a line: 1,000 lines share a record of 400 KB. */
const maxDishNameLength = 60

/** The largest sum of lines; up to it a total is exact on the wire, see `fitsCents`. */
export const maxTotalCents = 2 ** 46 * 100

export const totalTooLarge = () =>
  new Failure('invalid', { fault: 'the total is too large' })

/** The sum of lines in cents. */
export const sumOf = (lines: readonly { readonly priceCents: number }[]) =>
  lines.reduce((sum, { priceCents }) => sum + priceCents, 0)

/** New lines with what the menu says of their dishes. Throws `invalidDishes`, `invalid`. */
export async function newOrderLines(wanted: readonly NewLine[]): Promise<OrderLine[]> {
  if (sumOf(wanted) > maxTotalCents) throw totalTooLarge()
  const dishes = await dishesById([...new Set(wanted.map(({ dishId }) => dishId))])
  return wanted.map(({ dishId, priceCents, notes }) => {
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

async function dishesById(ids: readonly string[]): Promise<Map<string, Dish>> {
  const keys = ids.map(dishKey)
  const found = await Promise.all([
    readMany(keys.slice(0, 100)),
    readMany(keys.slice(100)),
  ])
  const dishes = found.flat() as (Dish | undefined)[]
  return new Map(dishes.flatMap((dish) => (dish ? [[dish.id, dish]] : [])))
}

/**
 * Where a line stands, by its id or, when exactly one line has it, by its dish's.
 * -1 when the order has no such line.
 */
export function lineIndex(lines: readonly OrderLine[], id: string): number {
  const place = lines.findIndex((line) => line.id === id)
  if (place !== -1) return place
  const isDish = (line: OrderLine) => line.dishId === id
  return lines.filter(isDish).length === 1 ? lines.findIndex(isDish) : -1
}
