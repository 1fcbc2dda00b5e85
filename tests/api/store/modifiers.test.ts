import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ModifierGroup } from '../../../shared/catalog/modifier-groups.ts'
import { refundsOf } from '../../support/refunds.ts'
import {
  cartOf,
  changeStored,
  item,
  makeBundle,
  option,
  refused,
  stopTracking,
  storeGroups,
  unitsOf,
} from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let refunds: ReturnType<typeof refundsOf>
let coffee: string
let cake: string
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  refunds = refundsOf(shop, till)
})
afterAll(() => shop.close())

const milk: ModifierGroup = {
  id: 'milk',
  name: 'Milk',
  min: 1,
  max: 1,
  options: [
    option('cow', { isDefault: true }),
    option('oat', { priceCents: 50 }),
    option('none', { isAvailable: false }),
    option('staff', { priceCents: -900 }),
  ],
}

const extras = (productId: string): ModifierGroup => ({
  id: 'extras',
  name: 'Extras',
  min: 0,
  max: 3,
  options: [option('cake', { priceCents: 100, productId, quantity: 2 })],
})

beforeEach(async () => {
  ;[coffee, cake] = [await till.createProduct(10), await till.createProduct(10, 'Cake')]
  await storeGroups(milk, extras(cake))
  await changeStored(coffee, { modifierGroupIds: ['milk', 'extras'] })
})

/** A default that is not free. */
const costly = option('soy', { isDefault: true, priceCents: 300 })

const choice = (groupId: string, optionId: string, quantity = 1) => ({
  groupId,
  optionId,
  quantity,
})
const oat = choice('milk', 'oat')
const withOat = { modifiers: [oat], priceAtOrder: 300 }

const sell = (items: readonly object[], amountCents: number) =>
  till.checkout(cartOf(till, items, amountCents))
const itemsOf = async (orderId: string) => (await till.getOrder(orderId)).body.items

describe('modifiers', () => {
  it('are on the line with their names and prices, in lists and reports', async () => {
    const items = [item(coffee, withOat), item(coffee, withOat), item(coffee)]
    const { body } = await sell(items, 850)
    const modifiers = [{ name: 'oat', priceCents: 50, quantity: 1 }]
    const byDefault = [{ name: 'cow', priceCents: 0, quantity: 1 }]
    expect(await itemsOf(body.orderId)).toMatchObject([
      { quantity: 2, priceAtOrder: 300, modifiers },
      { quantity: 1, priceAtOrder: 250, modifiers: byDefault },
    ])
    await storeGroups()
    const { body: rows } = await till.admin.get('/orders/with-payments')
    const row = rows.find(({ id }: { id: string }) => id === body.orderId)
    expect(row.items).toMatchObject([{ modifiers }, { modifiers: byDefault }])
    const { body: report } = await till.admin.get('/reports')
    const sales = report.sales.filter(
      ({ orderId }: { orderId: string }) => orderId === body.orderId,
    )
    expect(sales).toMatchObject([{ modifiers }, { modifiers: byDefault }])
  })

  it.each([
    ['cents', 10_000_000_000, 100_000],
    ['cents below 0', -10_000_000_000, 100_000],
    ['numbers', 0, Number.MAX_SAFE_INTEGER],
  ])(
    'are refused where their %s are too large for reports',
    async (_, priceCents, quantity) => {
      const gold: ModifierGroup = {
        id: 'gold',
        name: 'Gold',
        min: 0,
        max: 20,
        options: [option('gold', { priceCents })],
      }
      await storeGroups(gold)
      const paper = await till.createProduct(1)
      await changeStored(paper, { modifierGroupIds: ['gold'] })
      await stopTracking(paper)
      const line = (each: number) => [
        item(paper, {
          quantity: each,
          priceAtOrder: 0,
          modifiers: [choice('gold', 'gold', 20)],
        }),
      ]
      expect(await sell(line(quantity), 1)).toMatchObject(
        refused('checkout_invalid_quantity'),
      )
      expect((await till.admin.get('/reports')).status).toBe(200)
      expect((await sell(line(1), 1)).status).toBe(201)
      expect((await till.admin.get('/reports')).status).toBe(200)
    },
  )

  it('make lines that differ, also at the same price', async () => {
    const items = [
      item(coffee, { modifiers: [oat] }),
      item(coffee, { modifiers: [choice('milk', 'cow')] }),
    ]
    const { body } = await sell(items, 500)
    expect(await itemsOf(body.orderId)).toHaveLength(2)
    const ofLine = { productId: coffee, quantity: 1 }
    expect((await refunds.refund(body.orderId, { items: [ofLine] })).status).toBe(400)
    const second = { ...ofLine, line: 1 }
    expect((await refunds.refund(body.orderId, { items: [second] })).status).toBe(200)
  })

  it.each([
    ['fewer than its group needs', []],
    ['more than its group takes', [choice('milk', 'oat', 2)]],
    ['two halves', [choice('milk', 'oat', 0.5), choice('milk', 'oat', 0.5)]],
    ['none of one', [oat, choice('milk', 'cow', 0)]],
    ['less than none of one', [choice('milk', 'oat', 2), choice('milk', 'cow', -1)]],
    ['of two options that are too many together', [oat, choice('milk', 'cow')]],
    ['an option that is not available', [choice('milk', 'none')]],
    ['an unknown option', [choice('milk', 'soy')]],
    ['a group of other products', [oat, choice('sauce', 'ketchup')]],
  ])('are refused: %s', async (_, modifiers) => {
    const items = [item(cake), item(coffee, { modifiers })]
    const { status, body } = await sell(items, 500)
    expect({ status, body }).toMatchObject(
      refused('checkout_invalid_modifiers', { field: 'items[1].modifiers' }),
    )
    expect(await unitsOf(cake)).toEqual([10])
  })

  it.each([
    ['no list', 'oat'],
    ['no group', [{ optionId: 'oat' }]],
    ['too many', Array.from({ length: 201 }, () => oat)],
  ])('that are %s are an invalid field', async (_, modifiers) => {
    expect(await sell([item(coffee, { modifiers })], 250)).toMatchObject(
      refused('checkout_invalid_reference'),
    )
  })

  it('take the stock of their products, and give it back', async () => {
    const modifiers = [oat, choice('extras', 'cake')]
    const items = [item(coffee, { modifiers, quantity: 2 }), item(cake)]
    const { body } = await sell(items, 750)
    expect([await unitsOf(coffee), await unitsOf(cake)]).toEqual([[8], [5]])
    const units = [{ productId: coffee, quantity: 1 }]
    expect((await refunds.refund(body.orderId, { items: units })).status).toBe(200)
    expect([await unitsOf(coffee), await unitsOf(cake)]).toEqual([[9], [7]])
    const more = item(coffee, { modifiers, quantity: 4 })
    const lacking = await sell([more], 1000)
    expect({ status: lacking.status, body: lacking.body }).toMatchObject(
      refused('checkout_insufficient_stock', { field: 'items[0].quantity' }),
    )
  })

  it('take nothing of a product that is no longer counted', async () => {
    await stopTracking(cake)
    const modifiers = [oat, choice('extras', 'cake')]
    const { body } = await sell([item(coffee, { modifiers, quantity: 9 })], 2250)
    expect([await unitsOf(coffee), await unitsOf(cake)]).toEqual([[1], [10]])
    expect((await refunds.refund(body.orderId)).status).toBe(200)
    expect([await unitsOf(coffee), await unitsOf(cake)]).toEqual([[10], [10]])
  })

  it('of a bundle take stock beside its components', async () => {
    const set = await till.createProduct(0)
    await makeBundle(set, { [cake]: 1 })
    await changeStored(set, { modifierGroupIds: ['extras'] })
    const items = [item(set, { modifiers: [choice('extras', 'cake', 2)] })]
    const { body } = await sell(items, 250)
    expect(await unitsOf(cake)).toEqual([5])
    expect((await refunds.refund(body.orderId)).status).toBe(200)
    expect(await unitsOf(cake)).toEqual([10])
  })
})

it('defaults that cost and are left out at the price without them are in the audit trail', async () => {
  await storeGroups({ ...milk, options: [costly] })
  const priced = await sell([item(coffee, { priceAtOrder: 550 })], 550)
  const below = await sell([item(coffee)], 250)
  const { body: entries } = await till.admin.get('/audit?kind=discount')
  const entriesOf = ({ body }: typeof below) =>
    entries.filter(({ subjectId }: Entry) => subjectId === body.orderId)
  expect(entriesOf(priced)).toEqual([])
  expect(entriesOf(below)).toMatchObject([
    { after: { otherPrices: [{ priceCents: 250, cataloguePriceCents: 550 }] } },
  ])
})

type Entry = { readonly subjectId: string }

it('a payment hash answers the same modifiers again, and no others', async () => {
  const paymentHash = newPaymentHash()
  const sellWith = (modifiers: unknown) =>
    till.checkout(cartOf(till, [item(coffee, { modifiers })], 250, { paymentHash }))
  const first = await sellWith([oat, choice('extras', 'cake')])
  expect(await sellWith([choice('extras', 'cake'), oat])).toMatchObject({
    status: 201,
    body: first.body,
  })
  for (const others of [undefined, [oat], [oat, choice('extras', 'cake', 2)]]) {
    expect((await sellWith(others)).body.code).toBe('payment_already_sold')
  }
})

describe('with verifyAmounts', () => {
  beforeAll(async () => {
    const { body: config } = await till.admin.get('/config')
    await till.admin.put('/config', { ...config, verifyAmounts: true })
  })

  it('a unit costs what its variant and modifiers come to', async () => {
    const below = item(coffee, { ...withOat, priceAtOrder: 299 })
    expect((await sell([below], 299)).status).toBe(403)
    expect((await sell([item(coffee, withOat)], 300)).status).toBe(201)
  })

  it('a unit whose modifiers are left out costs what its variant and the defaults do', async () => {
    expect((await sell([item(coffee)], 250)).status).toBe(201)
    await storeGroups({ ...milk, options: [costly] })
    expect((await sell([item(coffee)], 250)).status).toBe(403)
    expect((await sell([item(coffee, { priceAtOrder: 550 })], 550)).status).toBe(201)
  })

  it('a unit is never expected to cost less than nothing', async () => {
    const staff = { modifiers: [choice('milk', 'staff')] }
    expect((await sell([item(coffee, { ...staff, priceAtOrder: 0 })], 0)).status).toBe(
      201,
    )
    const below = item(coffee, { ...staff, priceAtOrder: -1 })
    expect((await sell([below], 0)).status).toBe(400)
  })
})
