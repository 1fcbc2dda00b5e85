import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { cashId } from '../../shared/platform/money/payment-methods.ts'
import { upsertDay } from '../../shared/selling/sales/day-record.ts'
import type { Answer } from '../support/client.ts'
import { scaled } from '../support/scale.ts'
import {
  cartOf,
  item,
  makeBundle,
  readDay,
  splitCart,
  tender,
} from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { checkoutFailed, openTill, type Till } from '../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

type Ticket = { id: string; number: number; totalAmount: number; tipAmount: number }

const tickets = async (): Promise<Ticket[]> => {
  const { body } = await till.admin.get('/tickets')
  return Array.isArray(body) ? body : []
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('ticket numbers', () => {
  it('have no gaps and no duplicates, whatever 50 tills do at once', async () => {
    const coffee = await till.createProduct(60)
    const answers = await times(50, async (index) => {
      // Refunds and cash movements add to the same record, and conflict with no sale
      if (index % 5 === 0) await transact([upsertDay({ cashInCents: 1 })])
      return till.checkout(till.cart(coffee, 1, { tipAmount: 0.5, amount: 3 }))
    })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const numbers = (await tickets()).map(({ number }) => number)
    expect(numbers.sort((one, other) => one - other)).toEqual(upTo(50))
    expect(await readDay()).toMatchObject({
      firstNumber: 1,
      lastNumber: 50,
      tickets: 50,
      tenders: [{ methodId: cashId, cents: 15_000 }],
      tipCents: 2_500,
      cashInCents: 10,
    })
  })

  it('of deleted tickets stay, and so do their totals', async () => {
    const [ticket] = await tickets()
    const { id, number } = ticket ?? { id: '', number: 0 }
    const path = `/tickets/${id}`
    expect((await till.admin.del(path)).status).toBe(204)
    expect(await till.admin.get(path)).toMatchObject({
      status: 200,
      body: { id, number, totalAmount: 3, voided: true },
    })
    expect((await tickets()).map((each) => each.id)).toContain(id)
    expect((await till.admin.del(path)).status).toBe(404)
    expect((await till.admin.put(path, { ...ticket, notes: 'x' })).status).toBe(404)
  })

  it('are not taken by sales that are refused', async () => {
    const before = (await readDay()).lastNumber ?? 0
    const coffee = await till.createProduct(3)
    const answers = await times(6, () => till.checkout(till.cart(coffee)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect((await readDay()).lastNumber).toBe(before + 3)
  })
})

describe('components', () => {
  it('that bundles and single sales take at once are never sold twice', async () => {
    const carts = fc.array(fc.record({ menus: fc.nat(2), buns: fc.nat(3) }), {
      minLength: 2,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 14 }), carts, async (stock, sent) => {
        const [menu, bun] = [await till.createProduct(0), await till.createProduct(stock)]
        await makeBundle(menu, { [bun]: 2 })
        const orders = sent.filter(({ menus, buns }) => menus + buns > 0)
        const answers = await Promise.all(
          orders.map(({ menus, buns }): Promise<Answer> => {
            const items = [
              ...(menus > 0 ? [item(menu, { quantity: menus })] : []),
              ...(buns > 0 ? [item(bun, { quantity: buns })] : []),
            ]
            return till.checkout(cartOf(till, items, 100))
          }),
        )
        const taken = orders
          .filter((_, at) => answers[at]?.status === 201)
          .reduce((sum, { menus, buns }) => sum + 2 * menus + buns, 0)
        expect(await till.stockOf(bun)).toBe(stock - taken)
        for (const [at, answer] of answers.entries()) {
          if (answer.status !== 201) expect(answer).toMatchObject(checkoutFailed)
          const { menus = 0, buns = 0 } = orders[at] ?? {}
          if (answer.status !== 201)
            expect(2 * menus + buns).toBeGreaterThan(stock - taken)
        }
      }),
      { numRuns: scaled(6, 60) },
    )
  })

  it('are taken as soon as a product is a bundle', async () => {
    const [menu, bun] = [await till.createProduct(20), await till.createProduct(20)]
    const cart = cartOf(till, [item(menu)], 250)
    const sell = () => times(5, () => till.checkout(cart))
    const [answers] = await Promise.all([sell(), makeBundle(menu, { [bun]: 1 })])
    const all = [...answers, ...(await sell())]
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201))
    expect(await till.stockOf(bun)).toBeLessThanOrEqual(15)
  })

  it('are those that the bundle has when it is sold', async () => {
    const [menu, bun, roll] = [
      await till.createProduct(0),
      await till.createProduct(20),
      await till.createProduct(20),
    ]
    await makeBundle(menu, { [bun]: 1 })
    const cart = cartOf(till, [item(menu)], 250)
    const [, answers] = await Promise.all([
      makeBundle(menu, { [roll]: 1 }),
      times(10, () => till.checkout(cart)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect((await till.stockOf(bun)) + (await till.stockOf(roll))).toBe(30)
  })
})

it('every sale adds up: tenders to the amount, lines to the goods, sales to the day', async () => {
  const stock = { quantity: 1_000_000 }
  const coffee = await till.createProduct(stock.quantity)
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 5 }),
    priceAtOrder: fc.constantFrom(0, 1, 99, 250),
  })
  const sale = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    discounted: fc.nat(100),
    extra: fc.integer({ min: -100, max: 100 }),
    tipCents: fc.nat(300),
    parts: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(sale, async ({ lines, discounted, extra, tipCents, parts }) => {
      const cost = lines.reduce((sum, each) => sum + each.quantity * each.priceAtOrder, 0)
      const discountAmount = Math.floor((cost * discounted) / 100)
      const amount = Math.max(parts, cost - discountAmount + extra) + tipCents
      const first = amount - (parts - 1)
      const names = ['Cash', 'BTC', 'Debit Card', 'Credit Card']
      const tenders = names
        .slice(0, parts)
        .map((name, at) => tender(name, at ? 1 : first))
      const items = lines.map((each) => item(coffee, each))
      const before = await readDay()
      const { body, status } = await till.admin.post('/store/orders/checkout', {
        ...splitCart(till, items, amount, tenders),
        discountAmount,
        tipAmount: tipCents / 100,
      })
      expect(status, JSON.stringify(body)).toBe(201)
      const order = (await till.getOrder(body.orderId)).body
      const sumOf = (name: string) =>
        order.items.reduce((sum: number, each: Record<string, number>) => {
          return sum + (each[name] ?? Number.NaN)
        }, 0)
      expect(sumOf('paidCents')).toBe(amount - tipCents)
      expect(sumOf('discountCents')).toBe(order.discountAmount)
      const after = await readDay()
      const total = ({ tenders: paid }: typeof after) =>
        paid.reduce((sum, { cents }) => sum + Number(cents), 0)
      expect(total(after) - total(before)).toBe(amount)
      expect(Number(after.tipCents) - Number(before.tipCents)).toBe(tipCents)
    }),
    { numRuns: scaled(15, 300) },
  )
})
