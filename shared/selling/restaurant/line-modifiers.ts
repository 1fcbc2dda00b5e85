import { findDish } from '../../catalog/dishes.ts'
import {
  chooseModifiers,
  type ModifierChoice,
  type ModifiersRecord,
  modifiersCents,
  modifiersKey,
  soldModifiers,
} from '../../catalog/modifier-groups.ts'
import type { DishRecord } from '../../catalog/shown-dish.ts'
import { Failure } from '../../failure.ts'
import { read } from '../../platform/dynamodb/read.ts'
import type { OrderLine } from './order-line.ts'

/** The modifier groups of the shop; they are not read for dishes that name none. */
export const readGroupsOf = async (dishes: Iterable<DishRecord>) =>
  [...dishes].some(({ modifierGroupIds = [] }) => modifierGroupIds.length > 0)
    ? read<ModifiersRecord>(modifiersKey)
    : undefined

/**
 * The modifiers of a line of a dish: those that the till sent or, if it sent none, the defaults.
 * Throws `invalidModifiers`.
 */
export function modifiersOfLine(
  dish: Pick<DishRecord, 'modifierGroupIds'> | undefined,
  record: ModifiersRecord | undefined,
  choices: readonly ModifierChoice[] | undefined,
): Pick<OrderLine, 'modifiers' | 'modifiersCents'> {
  const chosen = chooseModifiers(record, dish?.modifierGroupIds, choices)
  if ('refused' in chosen) {
    throw new Failure('invalidModifiers', { group: chosen.refused || 'unknown group' })
  }
  const addedCents = modifiersCents(chosen)
  return {
    ...(chosen.length > 0 && { modifiers: soldModifiers(chosen) }),
    ...(addedCents !== 0 && { modifiersCents: addedCents }),
  }
}

/** The line with other modifiers; undefined keeps them. Throws `invalidModifiers`. */
export async function withModifiers(
  line: OrderLine,
  choices: readonly ModifierChoice[] | undefined,
): Promise<OrderLine> {
  if (!choices) return line
  const dish = await findDish(line.dishId)
  const record = await readGroupsOf(dish ? [dish] : [])
  const { modifiers: _modifiers, modifiersCents: _cents, ...rest } = line
  return { ...rest, ...modifiersOfLine(dish, record, choices) }
}

/** The price of a unit of a dish with its line's modifiers, in cents. */
export const withModifiersCents = (
  dishCents: number,
  { modifiersCents = 0 }: Pick<OrderLine, 'modifiersCents'>,
): number => Math.max(0, dishCents + modifiersCents)
