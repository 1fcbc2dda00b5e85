import type { Item } from '../platform/dynamodb/keys.ts'
import { fromCents } from '../platform/money/decimal.ts'
import type { Dish } from './dish.ts'

export type DishRecord = Item &
  Omit<Dish, 'price' | 'taxId' | 'isAvailable' | 'modifierGroupIds' | 'course'> & {
    readonly priceCents: number
    /** The tax that it names; none of its own is the default tax. */
    readonly taxId?: string | null | undefined
    /** Absent before a client sent it, which means true. */
    readonly isAvailable?: boolean | undefined
    /** Ids in the order in which tills ask; absent for none. */
    readonly modifierGroupIds?: readonly string[] | undefined
    /** Absent or null for none. */
    readonly course?: string | null | undefined
  }

/** A dish as clients read it. */
export const shownDish = ({ isAvailable = true, ...dish }: DishRecord) => ({
  ...dish,
  isAvailable,
  modifierGroupIds: dish.modifierGroupIds ?? [],
  course: dish.course ?? null,
  price: fromCents(dish.priceCents),
})
