import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { checkoutFailed, newPaymentHash, openTill, type Till } from '../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Number of carts of one payment that are sent at once. */
const crowd = scaled(8, 50)

const withStatus = (answers: readonly Answer[], expected: number) =>
  answers.filter(({ status }) => status === expected)

/** Units of a product in all orders. */
const unitsSold = async (productId: string): Promise<number> => {
  const lines = (await till.listOrders()).flatMap(
    ({ items }: { items: { productId: string; quantity: number }[] }) => items,
  )
  return lines
    .filter((line: { productId: string }) => line.productId === productId)
    .reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)
}

describe('parallel checkouts', () => {
  it('sell all units to as many of twice the carts', async () => {
    const units = scaled(10, 100)
    const coffee = await till.createProduct(units)
    const answers = await times(2 * units, () => till.checkout(till.cart(coffee)))
    expect(withStatus(answers, 201)).toHaveLength(units)
    const failed = withStatus(answers, 400)
    expect(failed).toHaveLength(units)
    for (const each of failed) expect(each).toMatchObject(checkoutFailed)
    expect(await till.stockOf(coffee)).toBe(0)
    expect(await unitsSold(coffee)).toBe(units)
  })

  it('of one payment hash create one sale, which every call for the same returns', async () => {
    const coffee = await till.createProduct(1)
    const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
    const answers = await times(2 * crowd, (index) =>
      index % 2 === 0 ? till.checkout(cart) : till.checkout({ ...cart, amount: 9 }),
    )
    const sold = withStatus(answers, 201)
    expect(sold).toHaveLength(crowd)
    expect(new Set(sold.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const others = withStatus(answers, 409)
    expect(others).toHaveLength(crowd)
    for (const { body } of others) expect(body.code).toBe('payment_already_sold')
    expect(await unitsSold(coffee)).toBe(1)
    expect(await till.stockOf(coffee)).toBe(0)
  })

  it('with one Idempotency-Key create one sale', async () => {
    const coffee = await till.createProduct(50)
    const key = { 'Idempotency-Key': randomUUID() }
    const answers = await times(20, () => till.checkout(till.cart(coffee), key))
    const created = withStatus(answers, 201)
    expect(created.length).toBeGreaterThan(0)
    expect(created.length + withStatus(answers, 409).length).toBe(20)
    expect(new Set(created.map(({ body }) => body.orderId)).size).toBe(1)
    expect(await till.checkout(till.cart(coffee), key)).toMatchObject({
      status: 201,
      body: created[0]?.body,
    })
    expect(await unitsSold(coffee)).toBe(1)
  })

  it('never make the stock negative; stock and sold units add up to the initial stock', async () => {
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
      fc.asyncProperty(stocks, carts, async (stock, orders) => {
        const products = await times(3, (index) => till.createProduct(stock[index] ?? 0))
        const productOf = (index: number) => products[index] ?? ''
        const answers = await Promise.all(
          orders.map((lines) =>
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
          const left = await till.stockOf(productId)
          expect(left).toBeGreaterThanOrEqual(0)
          expect(left + (await unitsSold(productId))).toBe(stock[index])
        }
      }),
      { numRuns: scaled(5, 15) },
    )
  })
})
