import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { putInvoice, readPaymentHash } from '../../shared/selling/sales/payment-hashes.ts'
import { type Bills, openBills } from '../support/bills.ts'
import type { Answer } from '../support/client.ts'
import { scaled } from '../support/scale.ts'
import { item } from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { methodId, newPaymentHash, openTill, type Till, usd } from '../support/till.ts'
import { notifyShop } from '../support/watchers.ts'

let shop: Shop
let till: Till
let bills: Bills
let admin: Till['admin']
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  bills = await openBills(shop)
  admin = till.admin
})
afterAll(() => shop.close())

/** At 100,000 dollars a bitcoin, 1,000 satoshis are a dollar. */
const shopRate = { currency: 'USD', rate: 100_000 }

const received: number[] = []

async function receive(amountSat: number): Promise<string> {
  const paymentHash = newPaymentHash()
  await transact([putInvoice(paymentHash, { shopRate })])
  await notifyShop(shop, { paymentHash, amountSat })
  received.push(amountSat)
  return paymentHash
}

const act = (verb: string, hash: string, body?: object): Promise<Answer> =>
  admin.post(`/payments/unmatched/${hash}/${verb}`, body)

const attach = (hash: string, orderId: string) => act('attach', hash, { orderId })
const dismiss = (hash: string) => act('dismiss', hash, { reason: 'a test' })

const listed = async (): Promise<string[]> =>
  (await admin.get('/payments/unmatched')).body.map(
    ({ paymentHash }: { paymentHash: string }) => paymentHash,
  )

type Kept = { readonly paymentHash: string; readonly cents: number }

const prepaidOf = async (orderId: string): Promise<Kept[]> =>
  (await admin.get(`/orders/${orderId}`)).body.prepaid ?? []

/** Returns a payment's outcome by the records. */
async function outcomeOf(hash: string): Promise<string | undefined> {
  const { sale, use } = await readPaymentHash(hash)
  return sale ? 'sold' : use?.use
}

/** Settles what the payments of a bill leave of it, unless it changes in between. */
async function settleRest(orderId: string): Promise<Answer> {
  const answer = await bills.settle(orderId, 1)
  const { expectedCents } = answer.body
  return expectedCents === undefined ? answer : bills.settle(orderId, expectedCents)
}

/** A checkout of an administrator, as the tills of earlier releases send it. */
const sellAtTill = (hash: string, product: string) =>
  admin.post('/store/orders/checkout-if-paid', {
    ...till.cart(product, 1, { paymentMethodId: methodId('BTC'), currencyId: usd }),
    paymentHash: hash,
  })

const rounds = scaled(3, 60)

it('no payment is lost, in the records and in the Z', async () => {
  const { id: shift } = await admin.pos.shifts.create({
    body: {
      userId: shop.ownerId,
      shiftDate: '2026-05-01',
      startTime: '08:00',
      notes: '',
    },
  })
  const product = await till.createProduct(1_000)
  const hashes: string[] = []
  const orders: string[] = []
  for (let n = 1; n <= scaled(8, 60); n += 1) {
    hashes.push(await receive(n * 100))
    if (n % 2 === 0) orders.push(await bills.createBill([n * 10 + 40]))
  }
  const soldAtTill = await receive(77)
  expect(await sellAtTill(soldAtTill, product)).toMatchObject({ status: 200 })
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const anyHash = () => hashes[next(hashes.length)] ?? ''
  const anyOrder = () => orders[next(orders.length)] ?? ''
  const sale = { userId: shop.ownerId, items: [item(product)], amount: 2.5 }
  const settleAny = () => settleRest(anyOrder())
  const actions: (() => Promise<Answer>)[] = [
    () => attach(anyHash(), anyOrder()),
    () => attach(anyHash(), anyOrder()),
    () => act('detach', anyHash()),
    () => act('attach', anyHash(), { sale }),
    () => dismiss(anyHash()),
    settleAny,
  ]
  for (let step = 0; step < scaled(12, 150); step += 1) {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => (actions[next(actions.length)] ?? settleAny)()),
    )
    for (const { status } of answers) expect(status).toBeLessThan(500)
  }
  const kept = (await Promise.all(orders.map(prepaidOf))).flat()
  const list = await listed()
  for (const hash of hashes) {
    const outcome = await outcomeOf(hash)
    expect(list.includes(hash)).toBe(outcome === undefined)
    if (outcome === 'attached') {
      expect(kept.filter(({ paymentHash }) => paymentHash === hash)).toHaveLength(1)
    }
  }
  const close = await admin.post(`/shifts/${shift}/close`, {})
  expect(close.status).toBe(200)
  const { body: report } = await admin.get(`/shifts/${shift}/z-report`)
  const { received: counted, open, ...became } = report.unsoldPayments
  const all = received.reduce((sum, each) => sum + each, 0)
  expect(counted).toBe(all - 77)
  expect(counted).toBe(open + became.sold + became.refunded + became.dismissed)
})

it('one of many becomes something of a payment', async () => {
  const product = await till.createProduct(1_000)
  for (let round = 0; round < rounds; round += 1) {
    const hash = await receive(2_500)
    const [first, second] = [await bills.createBill([400]), await bills.createBill([250])]
    const sale = { userId: shop.ownerId, items: [item(product)], amount: 2.5 }
    const answers = await Promise.all([
      attach(hash, first),
      attach(hash, second),
      dismiss(hash),
      act('attach', hash, { sale }),
      sellAtTill(hash, product),
      attach(hash, first),
    ])
    // A repeated sale of the store, by hand or at the till, gets the first answer
    const done = answers.filter(({ status }) => status < 300)
    const others = answers.filter(({ status }) => status >= 300)
    expect(done.length).toBeGreaterThan(0)
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 409))
    const outcome = await outcomeOf(hash)
    const kept = [await prepaidOf(first), await prepaidOf(second)].flat()
    expect(kept).toHaveLength(outcome === 'attached' ? 1 : 0)
    expect(await listed()).not.toContain(hash)
    const orders = new Set(done.map(({ body }) => body?.orderId))
    expect(orders.size).toBe(1)
    expect([...orders][0] === undefined).toBe(outcome === 'dismissed')
  }
})

it('a bill that is settled while payments are attached and detached counts each once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const orderId = await bills.createBill([500])
    const hashes = [await receive(1_000), await receive(500), await receive(300)]
    const settleUntilPaid = async () => {
      for (let cents = 500; ; ) {
        const { status, body } = await bills.settle(orderId, cents)
        if (status === 200) return
        expect(body.code).toBe('checkout_amounts_differ')
        cents = body.expectedCents
      }
    }
    await Promise.all([
      ...hashes.map((hash) => attach(hash, orderId)),
      settleUntilPaid(),
      act('detach', hashes[0] ?? ''),
    ])
    const { body: order } = await admin.get(`/orders/${orderId}`)
    expect(order).toMatchObject({ status: 'paid', total: 5 })
    const sold = (await prepaidOf(orderId)).map(({ paymentHash }) => paymentHash)
    const list = await listed()
    for (const hash of hashes) {
      const isSold = sold.includes(hash)
      expect(await outcomeOf(hash)).toBe(isSold ? 'sold' : undefined)
      expect(list.includes(hash)).toBe(!isSold)
    }
  }
})
