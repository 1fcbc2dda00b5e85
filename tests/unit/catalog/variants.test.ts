import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findVariant,
  hasVariants,
  variantName,
  variantsOf,
  type WithVariants,
} from '../../../shared/catalog/variants.ts'
import { scaled } from '../../support/scale.ts'

const texts = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 })

const option = fc.record({ values: texts, displayOrder: fc.nat(3) })

/** A product with options, and variants that each have a value of some of them. */
const product = fc
  .record({
    options: fc.array(option, { maxLength: 3 }),
    variants: fc.array(
      fc.record({
        isActive: fc.boolean(),
        chosen: fc.array(fc.option(fc.nat(3)), { minLength: 3, maxLength: 3 }),
        units: fc.nat(9),
      }),
      { maxLength: 4 },
    ),
    hasDefault: fc.boolean(),
    quantity: fc.nat(9),
  })
  .map(({ options: given, variants, hasDefault, quantity }) => {
    const options = given.map(({ values, displayOrder }, at) => ({
      id: `option ${at}`,
      name: `Option ${at}`,
      displayOrder,
      // The last is shown first
      values: values.map((value, place) => ({
        id: `${at} ${place}`,
        value,
        displayOrder: -place,
      })),
    }))
    const stored = variants.map(({ isActive, chosen }, at) => ({
      id: at === 0 && hasDefault ? 'product' : `variant ${at}`,
      isActive,
      optionValueIds: options.flatMap(({ values }, place) => {
        const index = chosen[place] ?? values.length
        return values[index]?.id ?? []
      }),
      unitsIn: at === 0 && hasDefault ? 'quantity' : `units${at}`,
    }))
    const units = variants.map((each, at) => [stored[at]?.unitsIn, each.units])
    const result: WithVariants = {
      pk: 'PRODUCT',
      sk: 'product',
      id: 'product',
      name: 'Shirt',
      SKU: null,
      priceCents: 100,
      costCents: 0,
      quantity,
      ...(options.length > 0 && { options }),
      ...(stored.length > 0 && { variants: stored }),
      ...Object.fromEntries(units),
    }
    return result
  })

const check = (property: (product: WithVariants) => void) =>
  fc.assert(fc.property(product, property), { numRuns: scaled(500, 20_000) })

describe('the variant of a line', () => {
  it('that is named is that one, if it is active', () =>
    check((product) => {
      for (const variant of variantsOf(product)) {
        const expected = variant.isActive ? variant : 'unknown'
        expect(findVariant(product, variant.id)).toEqual(expected)
        expect(variant.quantity).toBe(product[variant.unitsIn])
      }
      expect(findVariant(product, 'another')).toBe('unknown')
    }))

  it('that is not named is the only active one', () =>
    check((product) => {
      const active = variantsOf(product).filter(({ isActive }) => isActive)
      const found = findVariant(product, undefined)
      expect(found).toEqual(active.length === 1 ? active[0] : 'ambiguous')
      if (!hasVariants(product)) expect(variantsOf(product)).toHaveLength(1)
    }))
})

it('a variant’s name has its values in the order in which the options are shown', () =>
  check((product) => {
    for (const variant of variantsOf(product)) {
      const name = variantName(product, variant)
      const values = (product.options ?? []).flatMap(({ displayOrder, values }, at) =>
        values
          .filter(({ id }) => variant.optionValueIds.includes(id))
          .map(({ value }) => ({ value, place: displayOrder * 10 + at })),
      )
      const shown = values.sort((one, other) => one.place - other.place)
      const inBrackets = shown.map(({ value }) => value).join(', ')
      expect(name).toBe(shown.length === 0 ? 'Shirt' : `Shirt (${inBrackets})`)
      expect(
        variantName(product, { optionValueIds: variant.optionValueIds.toReversed() }),
      ).toBe(name)
    }
  }))
