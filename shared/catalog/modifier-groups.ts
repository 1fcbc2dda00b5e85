import type { Item, Key } from '../platform/dynamodb/keys.ts'
import type { StockHints } from './products.ts'

/** One choice in a modifier group, such as oat milk. */
export type ModifierOption = StockHints & {
  readonly id: string
  readonly name: string
  /** On top of the price of a unit; may be negative. */
  readonly priceCents: number
  readonly isDefault: boolean
  readonly isAvailable: boolean
  /** The product of which each takes units from stock; absent for none. */
  readonly productId?: string
  /** Units of that product; absent means 1. */
  readonly quantity?: number
}

/** A choice that customers make for a product or dish, such as its milk. */
export type ModifierGroup = {
  readonly id: string
  readonly name: string
  /** Number of options of a unit, with quantities counted: 0 to 20. */
  readonly min: number
  readonly max: number
  readonly options: readonly ModifierOption[]
}

/** All modifier groups of the shop, in one record that a sale reads with its products. */
export type ModifiersRecord = Item & {
  readonly groups: readonly ModifierGroup[]
  /** Counts changes of the groups. */
  readonly version: number
}

/** The key of the groups; a shop that never had one has no such record. */
export const modifiersKey: Key = { pk: 'MODIFIERS', sk: 'MODIFIERS' }

/** The version of the groups, apart: sales of release 0.3.1 check it in their transaction. */
export const modifiersVersionKey: Key = { pk: 'MODIFIERS', sk: 'VERSION' }

/** An option that a line names, as tills send it. */
export type ModifierChoice = {
  readonly groupId: string
  readonly optionId: string
  readonly quantity: number
}

/** A modifier of one unit, with the stock that it takes. */
export type ChosenModifier = {
  readonly option: ModifierOption
  readonly quantity: number
}

/**
 * Returns the modifiers of a unit, in the order of the groups and their options. Without
 * choices, as older tills send none, they are the defaults, also unavailable ones.
 * Otherwise available options must satisfy each group; if not, the result is that group's
 * name, blank for a group that the product or dish does not have.
 */
export function chooseModifiers(
  record: ModifiersRecord | undefined,
  groupIds: readonly string[] = [],
  choices?: readonly ModifierChoice[],
): ChosenModifier[] | { readonly refused: string } {
  const groups = groupIds.flatMap(
    (groupId) => record?.groups.find(({ id }) => id === groupId) ?? [],
  )
  if (!choices) {
    return groups.flatMap(({ options }) =>
      options
        .filter(({ isDefault }) => isDefault)
        .map((option) => ({ option, quantity: 1 })),
    )
  }
  const foreign = choices.find(({ groupId }) => groups.every(({ id }) => id !== groupId))
  if (foreign) return { refused: nameOfGroup(record, foreign.groupId) }
  const unsatisfied = groups.find((group) => !isSatisfied(group, choices))
  if (unsatisfied) return { refused: unsatisfied.name }
  return groups.flatMap((group) =>
    group.options
      .map((option) => ({ option, quantity: unitsOf(group, option, choices) }))
      .filter(({ quantity }) => quantity > 0),
  )
}

/** Returns what the modifiers add to a unit's price, in cents; may be negative. */
export const modifiersCents = (chosen: readonly ChosenModifier[]): number =>
  chosen.reduce((sum, { option, quantity }) => sum + option.priceCents * quantity, 0)

/** The modifiers as their line keeps them. */
export const soldModifiers = (chosen: readonly ChosenModifier[]) =>
  chosen.map(({ option: { name, priceCents }, quantity }) => ({
    name,
    priceCents,
    quantity,
  }))

function isSatisfied(group: ModifierGroup, choices: readonly ModifierChoice[]): boolean {
  const ofGroup = choices.filter(({ groupId }) => groupId === group.id)
  const units = ofGroup.reduce((sum, { quantity }) => sum + quantity, 0)
  const areCounts = ofGroup.every(
    ({ quantity }) => Number.isSafeInteger(quantity) && quantity >= 1,
  )
  const areAvailable = ofGroup.every(({ optionId }) =>
    group.options.some(({ id, isAvailable }) => id === optionId && isAvailable),
  )
  return areCounts && areAvailable && units >= group.min && units <= group.max
}

const unitsOf = (
  group: ModifierGroup,
  option: ModifierOption,
  choices: readonly ModifierChoice[],
): number =>
  choices
    .filter(({ groupId, optionId }) => groupId === group.id && optionId === option.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)

const nameOfGroup = (record: ModifiersRecord | undefined, groupId: string): string =>
  record?.groups.find(({ id }) => id === groupId)?.name ?? ''
