import type { ModifierGroup } from '../../../shared/client/api.ts'
import type { Choice } from '../cart/cart.ts'

/** The groups of a product or a dish, in its order. */
export const groupsOf = (
  ids: readonly string[],
  groups: readonly ModifierGroup[],
): ModifierGroup[] => ids.flatMap((id) => groups.filter((group) => group.id === id))

/** Default modifiers. */
export const defaultChoices = (groups: readonly ModifierGroup[]): Choice[] =>
  groups.flatMap((group) =>
    group.options
      .filter(({ isDefault, isAvailable }) => isDefault && isAvailable)
      .map((option) => ({ groupId: group.id, optionId: option.id, quantity: 1 })),
  )

export const unitsIn = (group: ModifierGroup, choices: readonly Choice[]): number =>
  choices
    .filter(({ groupId }) => groupId === group.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** True if every group has as many choices as it asks for. */
export const areSatisfied = (
  groups: readonly ModifierGroup[],
  choices: readonly Choice[],
): boolean =>
  groups.every((group) => {
    const units = unitsIn(group, choices)
    return units >= group.min && units <= group.max
  })

/** Changes the quantity of an option. In a group of one, another option takes its place. */
export function choose(
  choices: readonly Choice[],
  group: ModifierGroup,
  optionId: string,
  quantity: number,
): readonly Choice[] {
  const isSame = (choice: Choice) =>
    choice.groupId === group.id && (group.max === 1 || choice.optionId === optionId)
  const others = choices.filter((choice) => !isSame(choice))
  if (quantity === 0) return others
  if (unitsIn(group, others) + quantity > group.max) return choices
  return [...others, { groupId: group.id, optionId, quantity }]
}
