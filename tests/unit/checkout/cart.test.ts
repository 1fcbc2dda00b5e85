import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModifierOption } from '../../../shared/catalog/modifier-groups.ts'
import { modifiersKey } from '../../../shared/catalog/modifier-groups.ts'
import { type ProductRecord, productKey } from '../../../shared/catalog/products.ts'
import type { User } from '../../../shared/people/staff/users.ts'
import { cartLines } from '../../../shared/selling/checkout/cart-lines.ts'
import { CheckoutRequest } from '../../../shared/selling/checkout/checkout-request.ts'
import type { SaleInputs } from '../../../shared/selling/checkout/sale-inputs.ts'
import { planSale } from '../../../shared/selling/checkout/sale-plan.ts'
import { saleSettings } from '../../../shared/selling/shop-config/sold-shop.ts'
import { scaled } from '../../support/scale.ts'
import { methodId, usd } from '../../support/till.ts'

const option = (id: string, priceCents: number): ModifierOption => ({
  id,
  name: id,
  priceCents,
  isDefault: false,
  isAvailable: true,
})

const extras = {
  id: 'extras',
  name: 'Extras',
  min: 0,
  max: 20,
  options: [option('oat', 50), option('shot', 120), option('own cup', -30)],
}

const taxes = [
  { id: 'vat', name: 'VAT', rateThousandths: 16_000, isDefault: true },
  { id: 'reduced', name: 'Reduced', rateThousandths: 7_500, isDefault: false },
]

const product = (id: string, fields: Partial<ProductRecord> = {}): ProductRecord => ({
  ...productKey(id),
  id,
  name: id,
  SKU: null,
  description: undefined,
  imageUrl: undefined,
  categoryIds: [],
  costCents: 0,
  priceCents: 250,
  minStockThreshold: 0,
  maxStockThreshold: 0,
  quantity: 1_000_000,
  taxId: null,
  version: 1,
  modifierGroupIds: ['extras'],
  ...fields,
})

const size = (id: string, priceCents: number) => ({
  id,
  priceCents,
  isActive: true,
  optionValueIds: [],
  unitsIn: `units_${id}`,
})

const products = [
  product('tea'),
  product('book', { taxId: 'reduced', priceCents: 999 }),
  product('shirt', {
    variants: [size('small', 1_000), size('large', 1_200)],
    units_small: 1_000_000,
    units_large: 1_000_000,
  }),
]

const settings = saleSettings(undefined, undefined)

const inputs = (pricesIncludeTax: boolean, cashRoundingCents = 0): SaleInputs => ({
  ...settings,
  safeguards: { ...settings.safeguards, cashRoundingCents },
  pricesIncludeTax,
  user: { id: 'user', name: 'Ana' } as User,
  products: new Map(products.map((each) => [each.id, each])),
  taxes,
  modifiers: { ...modifiersKey, groups: [extras], version: 1 },
  day: undefined,
})

const modifiers = fc.option(
  fc.array(
    fc.record({
      groupId: fc.constant('extras'),
      optionId: fc.constantFrom(...extras.options.map(({ id }) => id)),
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
    { maxLength: 2 },
  ),
  { nil: undefined },
)

const what = fc.oneof(
  fc.record({ productId: fc.constantFrom('tea', 'book'), modifiers }),
  fc.record({
    productId: fc.constant('shirt'),
    variantId: fc.constantFrom('small', 'large'),
    modifiers,
  }),
  fc.record({
    name: fc.constantFrom('Repair', 'Gift'),
    taxId: fc.constantFrom('vat', 'reduced', null),
  }),
)

/** Few prices and wares, so that some lines are the same. */
const item = fc
  .tuple(
    what,
    fc.record({
      quantity: fc.integer({ min: 1, max: 4 }),
      priceAtOrder: fc.constantFrom(0, 1, 250, 999),
    }),
    fc.nat(100),
  )
  .map(([ware, units, percent]) => ({
    ...ware,
    ...units,
    discountCents: Math.floor((units.quantity * units.priceAtOrder * percent) / 100),
  }))
type Sent = typeof item extends fc.Arbitrary<infer T> ? T : never

const sum = (cents: readonly number[]) => cents.reduce((one, other) => one + other, 0)

const parse = (items: readonly Sent[], amountCents: number, changes: object = {}) =>
  CheckoutRequest.parse({
    userId: 'user',
    items,
    amount: amountCents / 100,
    paymentMethodId: methodId('Cash'),
    currencyId: usd,
    ...changes,
  })

const carts = fc.array(item, { minLength: 1, maxLength: 8 })

const plan = (items: readonly Sent[], amountCents = 500, changes: object = {}) =>
  planSale(parse(items, amountCents, changes), inputs(true), true)

/** Returns an item as customers see it, apart from units and discounts. */
const looksLike = (sent: Sent): string => {
  const chosen = 'modifiers' in sent ? sent.modifiers : undefined
  const units = extras.options.map(({ id }) =>
    sum(
      (chosen ?? []).flatMap(({ optionId, quantity }) =>
        optionId === id ? [quantity] : [],
      ),
    ),
  )
  const ware = { ...sent, modifiers: chosen && units, quantity: 1, discountCents: 0 }
  return JSON.stringify(ware)
}

describe('items of a cart', () => {
  it('are one line exactly when product, variant, price, modifiers, name and tax are the same', () =>
    fc.assert(
      fc.property(carts, (items) => {
        const lines = plan(items).items
        const alike = Map.groupBy(items, looksLike)
        expect(lines).toHaveLength(alike.size)
        const unitsOf = (all: readonly { quantity: number }[]) =>
          sum(all.map(({ quantity }) => quantity))
        expect(lines.map(({ quantity }) => quantity)).toEqual(
          [...alike.values()].map(unitsOf),
        )
        const discounts = [...alike.values()].map((same) =>
          sum(same.map(({ discountCents }) => discountCents)),
        )
        expect(lines.map(({ discountCents = 0 }) => discountCents)).toEqual(discounts)
      }),
      { numRuns: scaled(500, 20_000) },
    ))

  it('are one line also where one names an option twice and the other two of it', () => {
    const oat = { groupId: 'extras', optionId: 'oat' } as const
    const unit = { quantity: 1, priceAtOrder: 250, discountCents: 0 } as const
    const each = { ...unit, productId: 'tea' } as const
    const twice = { ...oat, quantity: 1 }
    const lines = plan([
      { ...each, modifiers: [twice, twice] },
      { ...each, modifiers: [{ ...oat, quantity: 2 }] },
    ]).items
    expect(lines).toMatchObject([{ quantity: 2, modifiers: [{ quantity: 2 }] }])
  })

  it('cost by the catalogue what variant and modifiers come to, never below 0', () =>
    fc.assert(
      fc.property(carts, (items) => {
        const lines = cartLines(parse(items, 0), inputs(true))
        for (const [at, sent] of items.entries()) {
          if (!('productId' in sent)) {
            expect(lines[at]?.cataloguePriceCents).toBeUndefined()
            continue
          }
          const prices = { tea: 250, book: 999, small: 1_000, large: 1_200 }
          const named = 'variantId' in sent ? sent.variantId : sent.productId
          const own = prices[named as keyof typeof prices]
          const more = (sent.modifiers ?? []).map(({ optionId, quantity }) => {
            const { priceCents = 0 } =
              extras.options.find(({ id }) => id === optionId) ?? {}
            return priceCents * quantity
          })
          expect(lines[at]?.cataloguePriceCents).toBe(Math.max(own + sum(more), 0))
        }
      }),
      { numRuns: scaled(500, 20_000) },
    ))
})

it('a sale is lines with modifiers, less discounts, with tax, adjustment, tip and rounding', () =>
  fc.assert(
    fc.property(
      carts,
      fc.record({
        percent: fc.nat(100),
        tipCents: fc.nat(500),
        isTaxIncluded: fc.boolean(),
        step: fc.constantFrom(0, 5, 10, 100),
        extraCents: fc.oneof(fc.constant(0), fc.integer({ min: -99, max: 99 })),
      }),
      (items, { percent, tipCents, isTaxIncluded, step, extraCents }) => {
        const costCents = sum(items.map((each) => each.quantity * each.priceAtOrder))
        const ownCents = sum(items.map(({ discountCents }) => discountCents))
        const ofSale = Math.floor(((costCents - ownCents) * percent) / 100)
        const changes = { discountAmount: ofSale, tipAmount: tipCents / 100 }
        const known = inputs(isTaxIncluded, step)
        const asked = planSale(parse(items, 1_000_000, changes), known, true).sums
        const goodsCents = Math.max(0, asked.expectedCents + extraCents)
        const amountCents = goodsCents + tipCents
        const half = step === 0 ? 0 : step / 2
        const paidCents =
          step === 0 ? amountCents : Math.floor((amountCents + half) / step) * step
        const cash = { paymentMethodId: methodId('Cash'), currencyId: usd }
        const tenders = [{ ...cash, amountCents: paidCents }]
        const cart = parse(items, amountCents, {
          ...changes,
          paymentMethodId: undefined,
          currencyId: undefined,
          tenders,
        })
        const { sums, roundingCents, items: lines } = planSale(cart, known, true)
        expect(amountCents + roundingCents).toBe(paidCents)
        const { discountCents, addedTaxCents, adjustmentCents } = sums
        expect(discountCents).toBe(ownCents + ofSale)
        expect(
          costCents - discountCents + addedTaxCents + adjustmentCents + tipCents,
        ).toBe(paidCents - roundingCents)
        expect(sum(lines.map(({ paidCents }) => paidCents ?? 0))).toBe(goodsCents)
        expect(sum(lines.map((each) => each.discountCents ?? 0))).toBe(discountCents)
        expect(sum(lines.map((each) => each.taxCents ?? 0))).toBe(
          sum(sums.taxes.map(({ taxCents }) => taxCents)),
        )
        if (extraCents === 0) expect(adjustmentCents).toBe(0)
        if (isTaxIncluded) expect(addedTaxCents).toBe(0)
      },
    ),
    { numRuns: scaled(500, 20_000) },
  ))
