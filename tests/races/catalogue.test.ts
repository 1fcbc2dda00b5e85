import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  ModifierGroup,
  ModifierOption,
} from '../../shared/catalog/modifier-groups.ts'
import type { Answer } from '../support/client.ts'
import { refundsOf } from '../support/refunds.ts'
import { scaled } from '../support/scale.ts'
import {
  cartOf,
  changeStored,
  item,
  makeBundle,
  makeSizes,
  option,
  removeSize,
  storeGroups,
  unitsOf,
} from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type Cart, openTill, type Till } from '../support/till.ts'

let shop: Shop
let till: Till
let refunds: ReturnType<typeof refundsOf>
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  refunds = refundsOf(shop, till)
})
afterAll(() => shop.close())

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const sold = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status === 201)

const refusals = (answers: readonly Answer[]) => [
  ...new Set(answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.code]))),
]

const groupOf = (...options: readonly ModifierOption[]): ModifierGroup => ({
  id: 'extras',
  name: 'Extras',
  min: 0,
  max: 3,
  options,
})

const ofExtras = (optionId: string) => ({ groupId: 'extras', optionId })

/** A product with two variants, each with these units. */
async function createShirt(units: number) {
  const shirt = await till.createProduct(0)
  const [small = '', large = ''] = await makeSizes(shirt, [
    { size: 'S', units },
    { size: 'L', units },
  ])
  return { shirt, small, large }
}

describe('parallel sales', () => {
  it('of a variant, alone and in a bundle, sell all of its units', async () => {
    const units = scaled(20, 100)
    const { shirt, small } = await createShirt(units)
    const set = await till.createProduct(0)
    await makeBundle(set, { [shirt]: 1 }, { variantId: small, unitsIn: 'units1' })
    const carts: Cart[] = [
      cartOf(till, [item(shirt, { variantId: small })], 250),
      cartOf(till, [item(set)], 250),
    ]
    const answers = await times(2 * units, (at) => till.checkout(carts[at % 2] as Cart))
    expect(sold(answers)).toHaveLength(units)
    expect(refusals(answers)).toEqual(['checkout_insufficient_stock'])
    expect(await unitsOf(shirt)).toEqual([0, units])
  })

  it('of a product, by itself, in a bundle and as a modifier, sell all of its units', async () => {
    const units = scaled(21, 100)
    const cup = await till.createProduct(units)
    const [set, tea] = [await till.createProduct(0), await till.createProduct(1000)]
    await makeBundle(set, { [cup]: 1 })
    await storeGroups(groupOf(option('cup', { productId: cup })))
    await changeStored(tea, { modifierGroupIds: ['extras'] })
    const carts: Cart[] = [
      cartOf(till, [item(cup)], 250),
      cartOf(till, [item(set)], 250),
      cartOf(till, [item(tea, { modifiers: [ofExtras('cup')] })], 250),
    ]
    const answers = await times(2 * units, (at) => till.checkout(carts[at % 3] as Cart))
    expect(sold(answers)).toHaveLength(units)
    expect(refusals(answers)).toEqual(['checkout_insufficient_stock'])
    expect(await unitsOf(cup)).toEqual([0])
  })

  it('with an option that is renamed and takes another product have one or the other', async () => {
    const [cup, mug] = [await till.createProduct(50), await till.createProduct(50)]
    const tea = await till.createProduct(50)
    await storeGroups(groupOf(option('vessel', { name: 'Cup', productId: cup })))
    await changeStored(tea, { modifierGroupIds: ['extras'] })
    const cart = cartOf(till, [item(tea, { modifiers: [ofExtras('vessel')] })], 250)
    const [answers] = await Promise.all([
      times(10, () => till.checkout(cart)),
      storeGroups(groupOf(option('vessel', { name: 'Mug', productId: mug }))),
    ])
    expect(sold(answers)).toHaveLength(10)
    const orders = await Promise.all(
      answers.map(({ body }) => till.getOrder(body.orderId)),
    )
    const names = orders.map(({ body }) => body.items[0].modifiers[0].name)
    const mugs = names.filter((name) => name === 'Mug').length
    expect([await unitsOf(cup), await unitsOf(mug)]).toEqual([[40 + mugs], [50 - mugs]])
  })

  it('and refunds of a variant that is deleted leave the others as they were', async () => {
    const { shirt, small, large } = await createShirt(50)
    const sell = (variantId: string) =>
      till.checkout(cartOf(till, [item(shirt, { variantId })], 250))
    const earlier = (await sell(large)).body.orderId
    const [answers] = await Promise.all([
      times(10, (at) => sell(at % 2 === 0 ? small : large)),
      refunds.refund(earlier),
      removeSize(shirt, large),
    ])
    const others = refusals(answers)
    expect(['', 'checkout_product_not_found']).toContain(others.join())
    const ofSmall = answers.filter((_, at) => at % 2 === 0)
    expect(sold(ofSmall)).toHaveLength(5)
    expect(await unitsOf(shirt)).toEqual([45])
  })

  it('of a product whose units are no longer counted take those sold before', async () => {
    const tea = await till.createProduct(50)
    const set = await till.createProduct(0)
    await makeBundle(set, { [tea]: 1 })
    const carts = [cartOf(till, [item(tea)], 250), cartOf(till, [item(set)], 250)]
    const [answers] = await Promise.all([
      times(10, (at) => till.checkout(carts[at % 2] as Cart)),
      changeStored(tea, { trackStock: false }),
    ])
    expect(sold(answers)).toHaveLength(10)
    const orders = await Promise.all(
      sold(answers).map(({ body }) => refunds.refund(body.orderId)),
    )
    expect(orders.every(({ status }) => status === 200)).toBe(true)
    const [left = 0] = await unitsOf(tea)
    expect(left).toBeGreaterThanOrEqual(40)
    expect(left).toBeLessThanOrEqual(50)
  })
})
