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
  it.each<[string, string, (coffee: string) => Cart]>([
    ['checkout_empty', 'no items', () => ({ items: [] })],
    ['checkout_empty', 'missing items', () => ({ items: undefined })],
    [
      'checkout_invalid_quantity',
      'no unit',
      (id) => ({ items: [item(id, { quantity: 0 })] }),
    ],
    [
      'checkout_invalid_quantity',
      'a quantity as text',
      (id) => ({ items: [item(id, { quantity: '1' })] }),
    ],
    [
      'checkout_invalid_quantity',
      'a negative price',
      (id) => ({ items: [item(id, { priceAtOrder: -1 })] }),
    ],
    [
      'checkout_invalid_quantity',
      'half a unit among whole ones',
      (id) => ({ items: [item(id), item(id, { quantity: 0.5 })] }),
    ],
    ['checkout_invalid_reference', 'an unknown user', () => ({ userId: randomUUID() })],
    ['checkout_invalid_reference', 'an unknown currency', () => ({ currencyId: 'x' })],
    [
      'checkout_invalid_reference',
      'no payment method',
      () => ({ paymentMethodId: null }),
    ],
    [
      'checkout_invalid_reference',
      'eleven tenders',
      () => ({ tenders: Array(11).fill({}) }),
    ],
    [
      'checkout_invalid_reference',
      'tenders beside a payment',
      () => ({ tenders: [tender('Cash', 250)] }),
    ],
    [
      'checkout_product_not_found',
      'an unknown product',
      () => ({ items: [item(randomUUID())] }),
    ],
    [
      'checkout_insufficient_stock',
      'too many units',
      (id) => ({ items: [item(id, { quantity: 6 })] }),
    ],
    ['checkout_invalid_discount', 'a discount as text', () => ({ discountAmount: '1' })],
    [
      'checkout_invalid_discount',
      'a negative discount',
      () => ({ discountAmount: -0.4 }),
    ],
    ['checkout_invalid_discount', 'more than the lines', () => ({ discountAmount: 251 })],
    ['checkout_invalid_discount', 'a huge discount', () => ({ discountAmount: 1e300 })],
    [
      'checkout_invalid_discount',
      'more than a line',
      (id) => ({ items: [item(id, { discountCents: 251 }), item(id)] }),
    ],
    [
      'checkout_invalid_discount',
      'a part of a cent on a line',
      (id) => ({ items: [item(id, { discountCents: 0.5 })] }),
    ],
    ['checkout_invalid_tip', 'a tip as text', () => ({ tipAmount: '1' })],
    ['checkout_invalid_tip', 'a negative tip', () => ({ tipAmount: -1 })],
    ['checkout_invalid_tip', 'more than the amount', () => ({ tipAmount: 2.51 })],
    ['checkout_invalid_tip', 'a huge tip', () => ({ tipAmount: 1e300 })],
    ['checkout_invalid_reference', 'an amount as text', () => ({ amount: '1' })],
  ])('%s that there is %s', async (code, _, changes) => {
    expect(await refusal(till.cart(coffee, 1, changes(coffee)))).toMatchObject(
      refused(code),
    )
  })

  it.each([-1, -0.001, -1e12, 1e300])(
    'that the amount is %d, with the cents it expects',
    async (amount) => {
      const cart = till.cart(coffee, 2, { amount, discountAmount: 20, tipAmount: 0.5 })
      const answer = refused('checkout_amounts_differ', { expectedCents: 530 })
      expect(await refusal(cart)).toMatchObject(answer)
      const tenders = [tender('Cash', 100)]
      const split = { ...splitCart(till, [item(coffee)], 0, tenders), amount }
      expect(await refusal(split)).toMatchObject(
        refused('checkout_amounts_differ', { expectedCents: 250 }),
      )
    },
  )

  it.each<[string, number, object[]]>([
    ['do not add up', 250, [tender('Cash', 100), tender('BTC', 149)]],
    ['are of 0', 250, [tender('Cash', 250), tender('BTC', 0)]],
    ['are less than given', 250, [tender('Cash', 250, { givenCents: 249 })]],
    ['are negative', 250, [tender('Cash', 251), tender('BTC', -1)]],
  ])('that tenders %s, with the cents it expects', async (_, expectedCents, tenders) => {
    expect(await refusal(splitCart(till, [item(coffee)], 250, tenders))).toMatchObject(
      refused('checkout_amounts_differ', { expectedCents }),
    )
  })

  it.each<[string, object[]]>([
    ['none', []],
    ['unknown methods', [tender('?', 250)]],
    ['change on a card', [tender('Credit Card', 250, { givenCents: 300 })]],
    [
      'two payment hashes',
      [
        tender('BTC', 100, { paymentHash: hash }),
        tender('BTC', 150, { paymentHash: 'x' }),
      ],
    ],
  ])('that tenders are %s', async (_, tenders) => {
    expect(await refusal(splitCart(till, [item(coffee)], 250, tenders))).toMatchObject(
      refused('checkout_invalid_reference'),
    )
  })

  it('that several tenders leave room for 80 products', async () => {
    const items = Array.from({ length: 81 }, () => item(randomUUID()))
    const cart = splitCart(till, items, 250, [tender('Cash', 1), tender('BTC', 249)])
    expect((await refusal(cart)).body).toEqual({
      message: 'Checkout failed: a sale holds at most 80 different products',
      code: 'checkout_too_many_products',
    })
  })

  it('and sells nothing', async () => {
    expect(await till.stockOf(coffee)).toBe(5)
    expect(await till.listOrders()).toEqual([])
  })
})
