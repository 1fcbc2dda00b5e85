import type { Dish, ModifierGroup, NewLine } from '../../../../shared/client/api.ts'
import type { Choice } from '../../cart/cart.ts'
import { centsOf } from '../../catalogue/cents-of.ts'

/** Returns the price of a dish with its modifiers, never below 0; in cents. */
export const unitCentsOf = (
  dish: Dish,
  groups: readonly ModifierGroup[],
  choices: readonly Choice[],
): number =>
  Math.max(
    0,
    choices.reduce((sum, { groupId, optionId, quantity }) => {
      const group = groups.find(({ id }) => id === groupId)
      const option = group?.options.find(({ id }) => id === optionId)
      return sum + (option?.priceCents ?? 0) * quantity
    }, centsOf(dish.price)),
  )

type Wanted = {
  readonly quantity: number
  readonly groups: readonly ModifierGroup[]
  readonly choices: readonly Choice[]
  readonly notes: string
}

/** A line for each unit, as orders take them. */
export function newLines(
  dish: Dish,
  { quantity, groups, choices, notes }: Wanted,
): NewLine[] {
  const line: NewLine = {
    dishId: dish.id,
    priceAtOrder: unitCentsOf(dish, groups, choices) / 100,
    ...(groups.length > 0 && { modifiers: [...choices] }),
    ...(notes.trim() !== '' && { notes: notes.trim() }),
  }
  return Array.from({ length: quantity }, () => line)
}
