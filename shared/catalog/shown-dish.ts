import { fromCents } from '../platform/money/decimal.ts'
import type { DishRecord } from './dishes.ts'

/** A dish as clients read it. */
export const shownDish = ({ isAvailable = true, ...dish }: DishRecord) => ({
  ...dish,
  isAvailable,
  modifierGroupIds: dish.modifierGroupIds ?? [],
  course: dish.course ?? null,
  price: fromCents(dish.priceCents),
})
