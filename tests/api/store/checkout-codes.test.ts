import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { item, refused, splitCart, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { type Cart, newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let coffee: string
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  coffee = await till.createProduct(5)
})
afterAll(() => shop.close())

const refusal = (cart: Cart) => till.admin.post('/store/orders/checkout', cart)

const hash = newPaymentHash()

describe('a refused checkout says by its code', () => {
  it.each<[string, string, (coffee: string) => Cart, string?]>([
    ['checkout_empty', 'no items', () => ({ items: [] }), 'items'],
    ['checkout_empty', 'missing items', () => ({ items: undefined }), 'items'],
    [
      'checkout_invalid_quantity',
      'no unit',
      (id) => ({ items: [item(id, { quantity: 0 })] }),
      'items[0].quantity',
    ],
    [
      'checkout_invalid_quantity',
      'a quantity as text',
      (id) => ({ items: [item(id, { quantity: '1' })] }),
      'items[0].quantity',
    ],
    [
      'checkout_invalid_quantity',
      'a negative price',
      (id) => ({ items: [item(id, { priceAtOrder: -1 })] }),
      'items[0].priceAtOrder',
    ],
    [
      'checkout_invalid_quantity',
      'half a unit among whole ones',
      (id) => ({ items: [item(id), item(id, { quantity: 0.5 })] }),
      'items[1].quantity',
    ],
    [
      'checkout_invalid_reference',
      'an unknown user',
      () => ({ userId: randomUUID() }),
      'userId',
    ],
    [
      'checkout_invalid_reference',
      'an unknown currency',
      () => ({ currencyId: 'x' }),
      'currencyId',
    ],
    [
      'checkout_invalid_reference',
      'no payment method',
      () => ({ paymentMethodId: null }),
      'paymentMethodId',
    ],
    [
      'checkout_invalid_reference',
      'eleven tenders',
      () => ({ tenders: Array(11).fill({}) }),
      'tenders',
    ],
    [
      'checkout_invalid_reference',
      'tenders beside a payment',
      () => ({ tenders: [tender('Cash', 250)] }),
      'paymentMethodId',
    ],
    [
      'checkout_invalid_reference',
      'tenders beside a currency',
      () => ({ tenders: [tender('Cash', 250)], paymentMethodId: null }),
      'currencyId',
    ],
    [
      'checkout_invalid_reference',
      'tenders beside a payment hash',
      () => ({
        tenders: [tender('Cash', 250)],
        paymentMethodId: null,
        currencyId: null,
        paymentHash: 'ab'.repeat(32),
      }),
      'paymentHash',
    ],
    [
      'checkout_product_not_found',
      'an unknown product',
      () => ({ items: [item(randomUUID())] }),
      'items[0].productId',
    ],
    [
      'checkout_insufficient_stock',
      'too many units',
      (id) => ({ items: [item(id, { quantity: 6 })] }),
      'items[0].quantity',
    ],
    [
      'checkout_invalid_discount',
      'a discount as text',
      () => ({ discountAmount: '1' }),
      'discountAmount',
    ],
    [
      'checkout_invalid_discount',
      'a negative discount',
      () => ({ discountAmount: -0.4 }),
      'discountAmount',
    ],
    [
      'checkout_invalid_discount',
      'more than the lines',
      () => ({ discountAmount: 251 }),
      'discountAmount',
    ],
    [
      'checkout_invalid_discount',
      'a huge discount',
      () => ({ discountAmount: 1e300 }),
      'discountAmount',
    ],
    [
      'checkout_invalid_discount',
      'more than a line',
      (id) => ({ items: [item(id, { discountCents: 251 }), item(id)] }),
      'items[0].discountCents',
    ],
    [
      'checkout_invalid_discount',
      'a part of a cent on a line',
      (id) => ({ items: [item(id, { discountCents: 0.5 })] }),
      'items[0].discountCents',
    ],
    ['checkout_invalid_tip', 'a tip as text', () => ({ tipAmount: '1' }), 'tipAmount'],
    ['checkout_invalid_tip', 'a negative tip', () => ({ tipAmount: -1 }), 'tipAmount'],
    [
      'checkout_invalid_tip',
      'more than the amount',
      () => ({ tipAmount: 2.51 }),
      'tipAmount',
    ],
    ['checkout_invalid_tip', 'a huge tip', () => ({ tipAmount: 1e300 }), 'tipAmount'],
    [
      'checkout_invalid_reference',
      'an amount as text',
      () => ({ amount: '1' }),
      'amount',
    ],
  ])('%s that there is %s', async (code, _, changes, field) => {
    const answer = await refusal(till.cart(coffee, 1, changes(coffee)))
    expect(answer).toMatchObject(refused(code))
    expect(answer.body.field).toBe(field)
  })

  it.each([-1, -0.001, -1e12, 1e300])(
    'that the amount is %d, with the cents it expects',
    async (amount) => {
      const cart = till.cart(coffee, 2, { amount, discountAmount: 20, tipAmount: 0.5 })
      const answer = refused('checkout_amounts_differ', {
        expectedCents: 530,
        field: 'amount',
      })
      expect(await refusal(cart)).toMatchObject(answer)
      const tenders = [tender('Cash', 100)]
      const split = { ...splitCart(till, [item(coffee)], 0, tenders), amount }
      expect(await refusal(split)).toMatchObject(
        refused('checkout_amounts_differ', { expectedCents: 250 }),
      )
    },
  )

  it.each<[string, number, object[], string]>([
    ['do not add up', 250, [tender('Cash', 100), tender('BTC', 149)], 'tenders'],
    ['are of 0', 250, [tender('Cash', 250), tender('BTC', 0)], 'tenders[1].amountCents'],
    [
      'are less than given',
      250,
      [tender('Cash', 250, { givenCents: 249 })],
      'tenders[0].givenCents',
    ],
    [
      'are negative',
      250,
      [tender('Cash', 251), tender('BTC', -1)],
      'tenders[1].amountCents',
    ],
  ])(
    'that tenders %s, with the cents it expects',
    async (_, expectedCents, tenders, field) => {
      expect(await refusal(splitCart(till, [item(coffee)], 250, tenders))).toMatchObject(
        refused('checkout_amounts_differ', { expectedCents, field }),
      )
    },
  )

  it.each<[string, object[], string]>([
    ['none', [], 'tenders'],
    ['unknown methods', [tender('?', 250)], 'tenders[0].paymentMethodId'],
    [
      'change on a card',
      [tender('Credit Card', 250, { givenCents: 300 })],
      'tenders[0].givenCents',
    ],
    [
      'two payment hashes',
      [
        tender('BTC', 100, { paymentHash: hash }),
        tender('BTC', 150, { paymentHash: 'x' }),
      ],
      'tenders',
    ],
  ])('that tenders are %s', async (_, tenders, field) => {
    expect(await refusal(splitCart(till, [item(coffee)], 250, tenders))).toMatchObject(
      refused('checkout_invalid_reference', { field }),
    )
  })

  it('that several tenders leave room for 80 products', async () => {
    const items = Array.from({ length: 81 }, () => item(randomUUID()))
    const cart = splitCart(till, items, 250, [tender('Cash', 1), tender('BTC', 249)])
    expect((await refusal(cart)).body).toMatchObject({
      message: 'Checkout failed: a sale holds at most 80 different products',
      code: 'checkout_too_many_products',
    })
  })

  it('and sells nothing', async () => {
    expect(await till.stockOf(coffee)).toBe(5)
    expect(await till.listOrders()).toEqual([])
  })
})
