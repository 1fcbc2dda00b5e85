import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChosenModifier,
  chooseModifiers,
  type ModifierChoice,
  type ModifierGroup,
  modifiersCents,
  modifiersKey,
} from '../../../shared/catalog/modifier-groups.ts'
import { scaled } from '../../support/scale.ts'

const option = fc.record({
  name: fc.string(),
  priceCents: fc.integer({ min: -900, max: 900 }),
  isDefault: fc.boolean(),
  isAvailable: fc.boolean(),
})

/** The groups of a shop, each with defaults that satisfy it. */
const groups = fc
  .array(
    fc.record({
      options: fc.array(option, { maxLength: 4 }),
      fewer: fc.nat(3),
      more: fc.nat(3),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ options, fewer, more }, at): ModifierGroup => {
      const defaults = options.filter(({ isDefault }) => isDefault).length
      return {
        id: `group ${at}`,
        name: `Group ${at}`,
        min: Math.max(0, defaults - fewer),
        max: defaults + more,
        options: options.map((each, place) => ({ ...each, id: `option ${place}` })),
      }
    }),
  )

const choices = fc.array(
  fc.record({
    groupId: fc.nat(3).map((at) => `group ${at}`),
    optionId: fc.nat(4).map((at) => `option ${at}`),
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 6 },
)

/** Groups, those of a product, and choices that often satisfy them. */
const chosen = groups.chain((all) =>
  fc.record({
    groups: fc.constant(all),
    groupIds: fc.shuffledSubarray(all.map(({ id }) => id)),
    choices: fc.oneof(
      choices,
      fc.shuffledSubarray(
        all.flatMap(({ id: groupId, options }) =>
          options.map(({ id: optionId }) => ({ groupId, optionId, quantity: 1 })),
        ),
      ),
    ),
  }),
)

const choose = (
  all: readonly ModifierGroup[],
  groupIds: readonly string[],
  sent?: readonly ModifierChoice[],
) => chooseModifiers({ ...modifiersKey, groups: all, version: 1 }, groupIds, sent)

const sum = (units: readonly number[]) => units.reduce((one, other) => one + other, 0)

/** True if a group accepts the choices. */
function satisfies(
  { id, min, max, options }: ModifierGroup,
  all: readonly ModifierChoice[],
) {
  const own = all.filter(({ groupId }) => groupId === id)
  const units = sum(own.map(({ quantity }) => quantity))
  const available = options.filter(({ isAvailable }) => isAvailable).map(({ id }) => id)
  return (
    units >= min &&
    units <= max &&
    own.every(({ optionId }) => available.includes(optionId))
  )
}

const check = (
  property: (
    of: { groups: ModifierGroup[]; groupIds: string[]; choices: ModifierChoice[] },
    taken: ChosenModifier[] | { readonly refused: string },
  ) => void,
) =>
  fc.assert(
    fc.property(chosen, (of) => property(of, choose(of.groups, of.groupIds, of.choices))),
    { numRuns: scaled(1_000, 30_000) },
  )

describe('a choice of modifiers', () => {
  it('is taken exactly when it satisfies each group and names no other', () =>
    check(({ groups, groupIds, choices }, taken) => {
      const own = groups.filter(({ id }) => groupIds.includes(id))
      const isOwn = choices.every(({ groupId }) => groupIds.includes(groupId))
      const isSatisfied = own.every((group) => satisfies(group, choices))
      expect(Array.isArray(taken)).toBe(isOwn && isSatisfied)
    }))

  it('that is refused names a group that it does not satisfy or that is not there', () =>
    check(({ groups, groupIds, choices }, taken) => {
      if (Array.isArray(taken)) return
      const named = groups.find(({ name }) => name === taken.refused)
      if (!named) {
        expect(taken.refused).toBe('')
        const ids = groups.map(({ id }) => id)
        expect(choices.some(({ groupId }) => !ids.includes(groupId))).toBe(true)
        return
      }
      const isOwn = groupIds.includes(named.id)
      if (isOwn) expect(satisfies(named, choices)).toBe(false)
      else expect(choices.map(({ groupId }) => groupId)).toContain(named.id)
    }))

  it('is the same in any order, and has each option once with all of its units', () =>
    check(({ groups, groupIds, choices }, taken) => {
      const sorted = choices.toSorted((one, other) =>
        JSON.stringify(one).localeCompare(JSON.stringify(other)),
      )
      for (const same of [choices.toReversed(), sorted]) {
        const again = choose(groups, groupIds, same)
        if (Array.isArray(taken)) expect(again).toEqual(taken)
        else expect(again).toHaveProperty('refused')
      }
      if (!Array.isArray(taken)) return
      expect(new Set(taken.map(({ option }) => option)).size).toBe(taken.length)
      const prices = choices.map(({ groupId, optionId, quantity }) => {
        const { options = [] } = groups.find(({ id }) => id === groupId) ?? {}
        const { priceCents = 0 } = options.find(({ id }) => id === optionId) ?? {}
        return priceCents * quantity
      })
      expect(modifiersCents(taken)).toBe(sum(prices))
      expect(sum(taken.map(({ quantity }) => quantity))).toBe(
        sum(choices.map(({ quantity }) => quantity)),
      )
    }))

  it('left out is the defaults, which are never refused', () =>
    check(({ groups, groupIds }) => {
      const own = groupIds.flatMap((id) => groups.filter((group) => group.id === id))
      expect(choose(groups, groupIds)).toEqual(
        own.flatMap(({ options }) =>
          options
            .filter(({ isDefault }) => isDefault)
            .map((option) => ({ option, quantity: 1 })),
        ),
      )
    }))
})
