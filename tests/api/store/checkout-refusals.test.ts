import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'
import { type Cart, checkoutFailed, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

describe('a checkout that fails a check', () => {
  const line = (changes: object) => (coffee: string) => ({
    items: [{ productId: coffee, quantity: 1, priceAtOrder: 250, ...changes }],
  })
  it.each<[string, (coffee: string) => Cart]>([
    ['an unknown user', () => ({ userId: randomUUID() })],
    ['a user id that is not a UUID', () => ({ userId: 'ana' })],
    ['no user', () => ({ userId: undefined })],
    ['an unknown payment method', () => ({ paymentMethodId: randomUUID() })],
    ['an unknown currency', () => ({ currencyId: 'USD' })],
    ['no items', () => ({ items: [] })],
    ['items of the wrong type', () => ({ items: 'coffee' })],
    ['an unknown product', line({ productId: randomUUID() })],
    ['a quantity of 0', line({ quantity: 0 })],
    ['a negative quantity', line({ quantity: -1 })],
    ['half a unit', line({ quantity: 0.5 })],
    ['a quantity as text', line({ quantity: '1' })],
    ['a quantity beyond the safe integers', line({ quantity: 1e300 })],
    ['a negative price', line({ priceAtOrder: -1 })],
    ['a price in parts of a cent', line({ priceAtOrder: 0.5 })],
    ['a negative amount', () => ({ amount: -0.01 })],
    ['an amount as text', () => ({ amount: '2.50' })],
    ['an amount beyond exact cents', () => ({ amount: 1e300 })],
    ['a rate out of range', () => ({ exchangeRateAtPayment: 1e300 })],
    ['more than the stock', line({ quantity: 6 })],
    [
      'more than the stock in several lines',
      (coffee) => ({
        items: [1, 2].map((price) => ({
          productId: coffee,
          quantity: 3,
          priceAtOrder: price,
        })),
      }),
    ],
    [
      'quantities whose sum is beyond the safe integers',
      (coffee) => ({
        items: [1, 2].map((price) => ({
          productId: coffee,
          quantity: Number.MAX_SAFE_INTEGER,
          priceAtOrder: price,
        })),
      }),
    ],
    [
      'a line whose total is beyond the safe integers',
      line({ quantity: 2, priceAtOrder: 2 ** 52 }),
    ],
    [
      'lines whose sum is beyond the safe integers',
      (coffee) => ({
        items: [0, 1]
          .map((less) => ({
            productId: coffee,
            quantity: 1,
            priceAtOrder: 2 ** 52 - less,
          }))
          .concat({ productId: coffee, quantity: 1, priceAtOrder: 1 }),
      }),
    ],
    [
      'notes that are too long to be stored',
      () => ({ ticketNotes: 'x'.repeat(400_000) }),
    ],
  ])('because of %s returns 400 and writes nothing', async (_, changes) => {
    const coffee = await till.createProduct(5)
    const before = await till.listOrders()
    expect(await till.checkout(till.cart(coffee, 1, changes(coffee)))).toMatchObject(
      checkoutFailed,
    )
    expect(await till.stockOf(coffee)).toBe(5)
    expect(await till.listOrders()).toHaveLength(before.length)
  })

  it('returns 400 when the units of all products exceed the safe integers', async () => {
    const maxUnits = Number.MAX_SAFE_INTEGER
    const [one, other] = [
      await till.createProduct(maxUnits),
      await till.createProduct(maxUnits),
    ]
    const items = [
      { productId: one, quantity: maxUnits, priceAtOrder: 0 },
      { productId: other, quantity: 1, priceAtOrder: 0 },
    ]
    const cart = till.cart('', 1, { items, amount: 0 })
    expect(await till.checkout(cart)).toMatchObject(checkoutFailed)
    expect(await till.stockOf(one)).toBe(maxUnits)
  })

  it('returns 400 for a missing or malformed body', async () => {
    const { cashier } = till
    for (const body of [undefined, '{', 'null', '[]', '"coffee"']) {
      expect(await cashier.post('/store/orders/checkout', body)).toMatchObject(
        checkoutFailed,
      )
    }
  })

  it('returns 400 for a deleted product', async () => {
    const coffee = await till.createProduct(5)
    await till.admin.del(`/products/${coffee}`)
    expect(await till.checkout(till.cart(coffee))).toMatchObject(checkoutFailed)
  })

  it('sells nothing when one of several products has insufficient stock', async () => {
    const [coffee, cake] = [await till.createProduct(5), await till.createProduct(0)]
    const items = [coffee, cake].map((productId) => ({
      productId,
      quantity: 1,
      priceAtOrder: 1,
    }))
    expect(await till.checkout(till.cart('', 1, { items }))).toMatchObject(checkoutFailed)
    expect(await till.stockOf(coffee)).toBe(5)
  })

  it('returns 400 for more lines than fit into an order record', async () => {
    const coffee = await till.createProduct(20_000)
    const items = Array.from({ length: 6_000 }, (_, priceAtOrder) => ({
      productId: coffee,
      quantity: 1,
      priceAtOrder,
    }))
    expect(await till.checkout(till.cart(coffee, 1, { items }))).toMatchObject(
      checkoutFailed,
    )
    expect(await till.stockOf(coffee)).toBe(20_000)
  })
})
