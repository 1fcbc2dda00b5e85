import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../shared/ids.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { update } from '../../../shared/platform/dynamodb/write.ts'
import { idempotencyKey } from '../../../shared/platform/idempotency/reservation.ts'
import { currencies } from '../../../shared/platform/money/currencies.ts'
import { type Bills, openBills } from '../../support/bills.ts'
import type { Answer } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { readDay, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import {
  type Cart,
  methodId,
  newPaymentHash,
  openTill,
  type Till,
  usd,
} from '../../support/till.ts'

let shop: Shop
let till: Till
let bills: Bills
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  bills = await openBills(shop)
})
afterAll(() => shop.close())

const euro = currencies.find(({ acronym }) => acronym === 'EUR')?.id

const differs = { status: 409, body: { code: 'sale_differs' } }

const ordersOf = async (saleId: string) =>
  (await till.listOrders()).filter(({ id }: { id: string }) => id === saleId)

describe('a checkout with a saleId', () => {
  it('makes an order with that id, in lower case', async () => {
    const saleId = randomUUID()
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, { saleId: saleId.toUpperCase() })
    const sold = await till.checkout(cart)
    expect(sold).toMatchObject({ status: 201, body: { orderId: saleId } })
    expect(await till.getOrder(saleId)).toMatchObject({
      status: 200,
      body: { id: saleId },
    })
    expect(await till.checkout({ ...cart, saleId })).toEqual(
      expect.objectContaining({ status: 201, body: sold.body }),
    )
  })

  it('sells once; the same cart gets the same response, also after stock, product and seller are gone', async () => {
    const seller = await till.admin.pos.users.create({
      body: { name: randomUUID(), pin: '2468', role: await roleId() },
    })
    const coffee = await till.createProduct(1)
    const cart = till.cart(coffee, 1, { saleId: randomUUID(), userId: seller.id })
    const before = await readDay()
    const first = await till.checkout(cart)
    expect(await till.checkout(cart)).toMatchObject({ status: 201, body: first.body })
    await till.admin.del(`/products/${coffee}`)
    await till.admin.del(`/users/${seller.id}`)
    await later(50, async () => {
      expect(await till.checkout(cart)).toMatchObject({ status: 201, body: first.body })
    })
    expect((await readDay()).tickets).toBe(before.tickets + 1)
    expect(await ordersOf(cart.saleId as string)).toHaveLength(1)
  })

  const changes: Record<string, (cart: Cart) => Cart> = {
    'another amount and price': (cart) => ({ ...cart, amount: 3 }),
    'another quantity': (cart) => ({
      ...cart,
      items: [{ ...(cart.items as object[])[0], quantity: 2 }],
    }),
    'another seller': (cart) => ({ ...cart, userId: randomUUID() }),
    'another payment': (cart) => ({ ...cart, paymentMethodId: methodId('Credit Card') }),
    'a card transaction': (cart) => ({ ...cart, transactionId: '77' }),
    'a discount': (cart) => ({ ...cart, discountAmount: 1 }),
    'a tip': (cart) => ({ ...cart, tipAmount: 0.1 }),
  }
  it.each(Object.entries(changes))('is refused with %s', async (_, change) => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, { saleId: randomUUID() })
    expect((await till.checkout(cart)).status).toBe(201)
    const refusal = await till.checkout(change(cart))
    expect(refusal).toMatchObject(differs)
    expect(Object.keys(refusal.body).sort()).toEqual(['code', 'message', 'source'])
    expect(await till.stockOf(coffee)).toBe(4)
  })

  it('is not taken by a sale that was refused', async () => {
    const coffee = await till.createProduct(0)
    const cart = till.cart(coffee, 1, { saleId: randomUUID() })
    expect((await till.checkout(cart)).status).toBe(400)
    await till.admin.post('/products/stock', [{ productId: coffee, quantity: 1 }])
    expect(await till.checkout(cart)).toMatchObject({ body: { orderId: cart.saleId } })
  })

  it('is refused where the id is that of another order, or no UUID', async () => {
    const coffee = await till.createProduct(5)
    const bill = await bills.createBill([100])
    const other = (await till.checkout(till.cart(coffee))).body.orderId
    for (const saleId of [bill, other]) {
      expect(await till.checkout(till.cart(coffee, 1, { saleId }))).toMatchObject(differs)
    }
    for (const saleId of ['', '42', 7]) {
      expect((await till.checkout(till.cart(coffee, 1, { saleId }))).status).toBe(400)
    }
    expect((await till.checkout(till.cart(coffee, 1, { saleId: null }))).status).toBe(201)
  })

  it('returns the payments and the change again', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, {
      saleId: randomUUID(),
      paymentMethodId: undefined,
      currencyId: undefined,
      tenders: [tender('Credit Card', 100), tender('Cash', 150, { givenCents: 200 })],
    })
    const first = await till.checkout(cart)
    expect(first.body).toMatchObject({ changeCents: 50 })
    expect((await till.checkout(cart)).body).toEqual(first.body)
  })

  it('is listed by its moment, whatever its id says of another one', async () => {
    const coffee = await till.createProduct(50)
    const ids = [newId(), randomUUID(), '00000000-0000-4000-8000-000000000001', newId()]
    // Made now, sold in the other order
    for (const saleId of ids.toReversed()) {
      await till.checkout(till.cart(coffee, 1, { saleId }))
    }
    const isOne = ({ id }: { id: string }) => ids.includes(id)
    const idOf = ({ id }: { id: string }) => id
    expect((await till.listOrders()).filter(isOne).map(idOf)).toEqual(ids)
    const { body } = await till.admin.get('/orders/with-payments')
    expect(body.filter(isOne).map(idOf)).toEqual(ids)
  })

  it('is refunded like any other', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 2, { saleId: randomUUID() })
    await till.checkout(cart)
    const refund = await till.admin.post(
      `/store/orders/${String(cart.saleId)}/refund`,
      {},
    )
    expect(refund).toMatchObject({ status: 200, body: { status: 'refunded' } })
    expect(await till.stockOf(coffee)).toBe(5)
    // The sale is still the one that was made
    expect((await till.checkout(cart)).status).toBe(201)
    expect(await till.stockOf(coffee)).toBe(5)
  })
})

describe('a Lightning payment with a saleId', () => {
  const lightning = async () => {
    const coffee = await till.createProduct(5)
    const invoice = await till.cashier.post('/wallet/invoice', {
      amountSat: 100,
      description: '',
    })
    const { paymentHash } = invoice.body as { paymentHash: string }
    return till.cart(coffee, 1, {
      saleId: randomUUID(),
      paymentMethodId: methodId('BTC'),
      paymentHash,
      satoshiAmount: 100,
    })
  }

  it('is sold once it is paid, and then is the same sale', async () => {
    const cart = await lightning()
    expect((await till.checkoutIfPaid(cart)).status).toBe(202)
    await shop.node.pay({ paymentHash: cart.paymentHash as string })
    const first = await till.checkoutIfPaid(cart)
    expect(first).toMatchObject({ status: 200, body: { orderId: cart.saleId } })
    expect((await till.checkoutIfPaid(cart)).body).toEqual(first.body)
    expect(await till.checkoutIfPaid({ ...cart, userId: randomUUID() })).toMatchObject(
      differs,
    )
    // Nor does another payment, or another sale, take its place
    const other = { ...cart, paymentHash: newPaymentHash() }
    expect(await till.checkout(other)).toMatchObject(differs)
    const sold = (await till.checkout(till.cart(await till.createProduct(1)))).body
    expect(await till.checkout({ ...cart, saleId: sold.orderId })).toMatchObject(differs)
  })

  it('of a quote makes the order with that id', async () => {
    const items = [{ productId: await till.createProduct(5), quantity: 1 }]
    const quote = (await till.cashier.post('/quotes', { kind: 'store', items })).body
    await shop.node.pay({ paymentHash: quote.paymentHash })
    const sale = { quoteId: quote.quoteId, saleId: randomUUID() }
    const first = await till.checkoutIfPaid(sale)
    expect(first).toMatchObject({ status: 200, body: { orderId: sale.saleId } })
    expect((await till.checkoutIfPaid(sale)).body).toEqual(first.body)
  })
})

describe('a settlement with a saleId', () => {
  it('is made once; the same one gets the same reply', async () => {
    const saleId = randomUUID()
    const { orderId } = await bills.seat([100, 200])
    const before = await readDay()
    const first = await bills.settle(orderId, 300, { saleId })
    expect(first).toMatchObject({ status: 200, body: { orderId } })
    expect(await bills.settle(orderId, 300, { saleId })).toMatchObject({
      status: 200,
      body: first.body,
    })
    expect((await readDay()).tickets).toBe(before.tickets + 1)
    expect(await bills.settle(orderId, 300)).toMatchObject({ status: 409 })
    expect(await bills.settle(orderId, 200, { saleId })).toMatchObject(differs)
    expect(await bills.settle(orderId, 300, { saleId, tipAmount: 1 })).toMatchObject(
      differs,
    )
  })

  it('is the same however its till writes its tenders', async () => {
    const saleId = randomUUID()
    const { orderId } = await bills.seat([300])
    const { currencyId: _, ...bare } = tender('Cash', 300)
    const settle = (...tenders: object[]) =>
      bills.settle(orderId, 300, { saleId, tenders })
    const first = await settle(bare)
    expect(first.status).toBe(200)
    const named = { ...bare, currencyId: usd }
    expect(await settle(named)).toMatchObject({ status: 200, body: first.body })
    const other = { ...bare, currencyId: euro }
    expect(await settle(other)).toMatchObject(differs)
    const halves = [tender('Cash', 150), tender('Debit Card', 150)]
    expect(await settle(...halves)).toMatchObject(differs)
    // The content of a bill is none of a cart
    const cart = till.cart(await till.createProduct(5), 1, { saleId })
    expect(await till.checkout(cart)).toMatchObject(differs)
  })

  it('keeps its id from other bills, sales and orders', async () => {
    const saleId = randomUUID()
    const coffee = await till.createProduct(5)
    const [bill, other] = [await bills.createBill([100]), await bills.createBill([100])]
    expect((await bills.settle(bill, 100, { saleId })).status).toBe(200)
    expect(await bills.settle(other, 100, { saleId })).toMatchObject(differs)
    expect(await till.checkout(till.cart(coffee, 1, { saleId }))).toMatchObject(differs)
    for (const taken of [other, bill]) {
      expect(await bills.settle(other, 100, { saleId: taken })).toMatchObject(differs)
    }
    expect((await bills.settle(other, 100)).status).toBe(200)
    // It is not an order
    for (const path of [`/orders/${saleId}`, `/store/orders/${saleId}`]) {
      expect((await till.admin.get(path)).status).toBe(404)
    }
    const ticket = { orderId: saleId, userId: shop.ownerId, status: 2, totalAmount: 1 }
    const made = await till.admin.post('/tickets', {
      ...ticket,
      ticketDate: '',
      notes: '',
    })
    expect(made.status).toBe(400)
  })
})

describe('any number of requests', () => {
  it('with one saleId at once make one sale', async () => {
    const coffee = await till.createProduct(50)
    const cart = till.cart(coffee, 1, { saleId: randomUUID() })
    const other = till.cart(coffee, 2, { saleId: cart.saleId })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => till.checkout(at % 2 ? cart : other)),
    )
    const sold = answers.filter(({ status }) => status === 201)
    expect(sold).toHaveLength(10)
    expect(new Set(sold.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    for (const each of answers)
      if (each.status !== 201) expect(each).toMatchObject(differs)
    expect([48, 49]).toContain(await till.stockOf(coffee))
  })

  it('in any order sell each saleId once, for its first content', async () => {
    const request = fc.record({
      sale: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 2 }),
      again: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 1, maxLength: 6 }),
        async (sent) => {
          const coffee = await till.createProduct(100)
          const ids = [randomUUID(), randomUUID(), randomUUID()]
          const answers = await Promise.all(
            sent.flatMap(({ sale, quantity, again }) =>
              Array.from(
                { length: again },
                async (): Promise<[string, number, Answer]> => {
                  const saleId = ids[sale] ?? ''
                  const cart = till.cart(coffee, quantity, { saleId })
                  return [saleId, quantity, await till.checkout(cart)]
                },
              ),
            ),
          )
          const units = new Map<string, number>()
          for (const [saleId, quantity, { status }] of answers) {
            if (status !== 201) continue
            expect(units.get(saleId) ?? quantity).toBe(quantity)
            units.set(saleId, quantity)
          }
          for (const [saleId, , answer] of answers) {
            if (answer.status !== 201) expect(answer).toMatchObject(differs)
            expect(units.has(saleId)).toBe(true)
          }
          const soldUnits = [...units.values()].reduce((sum, each) => sum + each, 0)
          expect(await till.stockOf(coffee)).toBe(100 - soldUnits)
        },
      ),
      { numRuns: 4 },
    )
  })
})

async function roleId(): Promise<string> {
  const [role] = await till.admin.pos.roles.list()
  return role?.id ?? ''
}

describe('the Idempotency-Key of a run that died', () => {
  /** Leaves the key as a function that died before it stored its response. */
  const dieUnder = (key: string) =>
    transact([
      update(idempotencyKey(shop.ownerId, key), {
        set: { state: 'running', lapsesAtMs: Date.now() + 60_000 },
      }),
    ])
  const sell = (cart: Cart, key: string) =>
    till.admin.post('/store/orders/checkout', cart, { 'idempotency-key': key })

  it.each([
    ['saleId', () => ({ saleId: randomUUID() })],
    [
      'payment hash',
      () => ({
        paymentMethodId: methodId('BTC'),
        paymentHash: newPaymentHash(),
        satoshiAmount: 2_500,
      }),
    ],
  ])('answers the sale that its %s knows, at once', async (_, known) => {
    const key = randomUUID()
    const cart = till.cart(await till.createProduct(1), 1, known())
    const { body } = await sell(cart, key)
    await dieUnder(key)
    const before = await readDay()
    for (const _ of ['once', 'again']) {
      expect(await sell(cart, key)).toMatchObject({ status: 201, body })
    }
    expect(await sell({ ...cart, ticketNotes: 'another' }, key)).toMatchObject({
      status: 422,
    })
    expect((await readDay()).tickets).toBe(before.tickets)
  })

  it('sells nothing while the sale is not known', async () => {
    const key = randomUUID()
    const coffee = await till.createProduct(0)
    const cart = till.cart(coffee, 1, { saleId: randomUUID() })
    expect((await sell(cart, key)).status).toBe(400)
    await dieUnder(key)
    expect((await sell(cart, key)).status).toBe(409)
    await till.admin.post('/products/stock', [{ productId: coffee, quantity: 1 }])
    expect((await sell(cart, key)).status).toBe(409)
    expect(await till.stockOf(coffee)).toBe(1)
    expect(await ordersOf(cart.saleId as string)).toEqual([])
  })
})
