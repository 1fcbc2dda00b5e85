import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { refundsOf } from '../support/refunds.ts'
import { scaled } from '../support/scale.ts'
import { readDay } from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { methodId, openTill, type Till } from '../support/till.ts'
import { openWallet } from '../support/wallet-client.ts'

let shop: Shop
let till: Till
let refunds: ReturnType<typeof refundsOf>
let wallet: Awaited<ReturnType<typeof openWallet>>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  wallet = await openWallet(shop)
  refunds = refundsOf(shop, till)
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

type Given = { amountCents: number; satoshiAmount: number; items: { quantity: number }[] }

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

/** A refund that a till asks for; `satoshis` makes it a payout to an invoice. */
const wish = fc.record({
  units: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  amountCents: fc.option(fc.integer({ min: 1, max: 800 }), { nil: null }),
  satoshis: fc.option(fc.integer({ min: 1, max: 1_500 }), { nil: null }),
  key: fc.option(fc.integer({ min: 1, max: 2 }), { nil: null }),
})
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never

const faults = fc.constantFrom({}, { cut: true }, { paymentFailure: 'no route' })

const sentSat = async () => {
  const { body } = await wallet.get('/wallet/payments/outgoing?limit=5000')
  return total(
    body.map(
      ({ sent, fees }: { sent: number; fees: number }) => sent - Math.floor(fees / 1_000),
    ),
  )
}

async function sell() {
  const coffee = await till.createProduct(9)
  const orderId = await refunds.sellForSatoshis(1_000, (paymentHash) =>
    till.cart(coffee, 4, {
      amount: 11,
      tipAmount: 1,
      paymentMethodId: methodId('BTC'),
      paymentHash,
    }),
  )
  const ask = async ({ units, amountCents, satoshis, key }: Wish) =>
    refunds.refund(
      orderId,
      {
        ...(units !== null && { items: [{ productId: coffee, quantity: units }] }),
        ...(units === null && amountCents !== null && { amountCents }),
        ...(satoshis !== null && { invoice: await refunds.invoiceOf(satoshis) }),
      },
      key === null ? {} : { 'Idempotency-Key': `${orderId} ${key}` },
    )
  return { coffee, orderId, ask }
}

const refundedOfDay = async () =>
  total((await readDay()).refunds.map(({ cents }) => Number(cents)))

it('parallel refunds never give back more than was paid, received or sold', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(wish, { minLength: 2, maxLength: 8 }),
      faults,
      async (wishes, fault) => {
        const { coffee, orderId, ask } = await sell()
        const [sentBefore, dayBefore] = [await sentSat(), await refundedOfDay()]
        await shop.node.faults({
          ...fault,
          ...('cut' in fault && { path: '/payinvoice' }),
        })
        const answers = await Promise.all(wishes.map(ask))
        await shop.node.clearFaults()
        expect(answers.filter(({ status }) => status === 500)).toEqual([])
        const given: Given[] = (await till.getOrder(orderId)).body.refunds
        const cents = total(given.map(({ amountCents }) => amountCents))
        const satoshis = total(given.map(({ satoshiAmount }) => satoshiAmount))
        const units = total(
          given.flatMap(({ items }) => items.map(({ quantity }) => quantity)),
        )
        expect(cents).toBeLessThanOrEqual(1_100)
        expect(satoshis).toBeLessThanOrEqual(1_000)
        expect(units).toBeLessThanOrEqual(4)
        expect(await till.stockOf(coffee)).toBe(5 + units)
        expect((await sentSat()) - sentBefore).toBe(satoshis)
        expect((await refundedOfDay()) - dayBefore).toBe(cents)
      },
    ),
    { numRuns: scaled(4, 30) },
  )
})
