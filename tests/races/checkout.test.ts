import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../infra/local/client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { checkoutFailed, newHash, openTill, type Till } from '../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const withStatus = (answers: readonly Answer[], expected: number) =>
  answers.filter(({ status }) => status === expected)

/** Units of a product sold, over all orders. */
const unitsSold = async (productId: string): Promise<number> => {
  const lines = (await till.orders()).flatMap(
    ({ items }: { items: { productId: string; quantity: number }[] }) => items,
  )
  return lines
    .filter((line: { productId: string }) => line.productId === productId)
    .reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)
}

describe('parallel checkouts', () => {
  it('succeed 100 times out of 200 when stock is 100', async () => {
    const coffee = await till.product(100)
    const answers = await times(200, () => till.checkout(till.cart(coffee)))
    expect(withStatus(answers, 201)).toHaveLength(100)
    const refused = withStatus(answers, 400)
    expect(refused).toHaveLength(100)
    for (const each of refused) expect(each).toMatchObject(checkoutFailed)
    expect(await till.stock(coffee)).toBe(0)
    expect(await unitsSold(coffee)).toBe(100)
  }, 60_000)

  it('with one payment hash make one sale, and every response is the same', async () => {
    const coffee = await till.product(1)
    const cart = till.cart(coffee, 1, { paymentHash: newHash() })
    const answers = await times(50, (index) =>
      index % 2 === 0 ? till.checkout(cart) : till.checkout({ ...cart, amount: 9 }),
    )
    expect(withStatus(answers, 201)).toHaveLength(50)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await unitsSold(coffee)).toBe(1)
    expect(await till.stock(coffee)).toBe(0)
  }, 60_000)

  it('with one Idempotency-Key make one sale', async () => {
    const coffee = await till.product(50)
    const key = { 'Idempotency-Key': randomUUID() }
    const answers = await times(20, () => till.checkout(till.cart(coffee), key))
    const made = withStatus(answers, 201)
    expect(made.length).toBeGreaterThan(0)
    expect(made.length + withStatus(answers, 409).length).toBe(20)
    expect(new Set(made.map(({ body }) => body.orderId)).size).toBe(1)
    expect(await till.checkout(till.cart(coffee), key)).toMatchObject({
      status: 201,
      body: made[0]?.body,
    })
    expect(await unitsSold(coffee)).toBe(1)
  }, 60_000)

  it('never make stock negative; remaining stock and units sold add up to the initial stock', async () => {
    const line = fc.record({
      product: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 4 }),
      priceAtOrder: fc.constantFrom(100, 250),
    })
    const carts = fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    })
    const stocks = fc.tuple(...[0, 1, 2].map(() => fc.nat(12)))
    await fc.assert(
      fc.asyncProperty(stocks, carts, async (stock, cartLines) => {
        const products = await times(3, (index) => till.product(stock[index] ?? 0))
        const productOf = (index: number) => products[index] ?? ''
        const answers = await Promise.all(
          cartLines.map((lines) =>
            till.checkout(
              till.cart('', 1, {
                items: lines.map(({ product, ...rest }) => ({
                  productId: productOf(product),
                  ...rest,
                })),
              }),
            ),
          ),
        )
        for (const { status } of answers) expect([201, 400]).toContain(status)
        for (const [index, productId] of products.entries()) {
          const left = await till.stock(productId)
          expect(left).toBeGreaterThanOrEqual(0)
          expect(left + (await unitsSold(productId))).toBe(stock[index])
        }
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})
