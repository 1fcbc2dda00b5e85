import { describe, expect, it } from 'vitest'
import type { StoreOrderRecord } from '../../../shared/selling/checkout/store-orders.ts'
import { requireAmount } from '../../../shared/selling/refunds/payout-amount.ts'
import { stateBefore } from '../../../shared/selling/refunds/payouts.ts'
import {
  unitsInRestaurant,
  unitsInStore,
} from '../../../shared/selling/refunds/refund-units.ts'
import { leftOfOrder, refundableOf } from '../../../shared/selling/refunds/refundable.ts'
import type { RestaurantOrderRecord } from '../../../shared/selling/restaurant/restaurant-orders.ts'

const item = (productId: string, priceAtOrder: number, quantity = 2) => ({
  productId,
  priceAtOrder,
  quantity,
})

const storeOrder = (changes: object = {}) =>
  ({
    kind: 'store',
    settled: true,
    totalCents: 700,
    items: [item('tea', 100), item('tea', 150), item('cake', 200, 1)],
    payments: [
      { paymentId: 'p1', methodId: 'unknown', amountCents: 700, ticketIds: ['t1'] },
    ],
    ...changes,
  }) as unknown as StoreOrderRecord

const restaurantOrder = (changes: object = {}) =>
  ({
    kind: 'restaurant',
    lines: [
      { id: 'd1', status: 'served', paidCents: 300, taxCents: 30 },
      { id: 'd2', status: 'cancelled' },
    ],
    sale: { tipCents: 20 },
    ...changes,
  }) as unknown as RestaurantOrderRecord

const wanted = (productId: string, quantity: number, priceAtOrder: number | null) => ({
  productId,
  quantity,
  priceAtOrder,
})

const fault = (text: string) => ({
  kind: 'invalid',
  details: { fault: `items: ${text}` },
})

const failureOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

describe('the units of a store order', () => {
  it('are all without items', () => {
    expect(unitsInStore(undefined)(storeOrder())).toBeNull()
    expect(unitsInStore(null)(storeOrder())).toBeNull()
  })

  it('are found by product, and by price where it has several', () => {
    const items = [wanted('tea', 1, 150), wanted('cake', 1, null), wanted('tea', 2, 150)]
    expect(unitsInStore(items)(storeOrder())).toEqual(
      new Map([
        [1, 3],
        [2, 1],
      ]),
    )
  })

  it.each([
    [wanted('tea', 1, null), 'product tea needs its priceAtOrder'],
    [wanted('tea', 1, 151), 'product tea was not sold so'],
    [wanted('milk', 1, null), 'product milk was not sold so'],
  ])('are refused: %j', (one, text) => {
    expect(failureOf(() => unitsInStore([one])(storeOrder()))).toMatchObject(fault(text))
  })
})

describe("the units of a restaurant's order", () => {
  it('are one for each dish', () => {
    expect(unitsInRestaurant(undefined)(restaurantOrder())).toBeNull()
    expect(unitsInRestaurant([{ orderDishId: 'd2' }])(restaurantOrder())).toEqual(
      new Map([[1, 1]]),
    )
    const twice = [{ orderDishId: 'd1' }, { orderDishId: 'd1' }]
    expect(unitsInRestaurant(twice)(restaurantOrder())).toEqual(new Map([[0, 2]]))
  })

  it('are refused for a dish that it does not have', () => {
    expect(
      failureOf(() => unitsInRestaurant([{ orderDishId: 'd3' }])(restaurantOrder())),
    ).toMatchObject(fault('the order has no dish d3'))
  })
})

describe('what is refundable', () => {
  it('excludes an order that was not paid', () => {
    expect(refundableOf(storeOrder({ settled: false }))).toBeUndefined()
    expect(refundableOf(restaurantOrder({ sale: undefined }))).toBeUndefined()
  })

  it('of a restaurant is each dish that was not cancelled, and the tip', () => {
    const refundable = refundableOf(restaurantOrder())
    expect(refundable?.lines.map(({ quantity }) => quantity)).toEqual([1, 0])
    expect(refundable && leftOfOrder(refundable)).toMatchObject({ cents: 320, units: 1 })
    const refunds = [
      { tipCents: 20, lines: [{ at: 0, quantity: 1, paidCents: 300, taxCents: 30 }] },
    ]
    const refunded = refundableOf(restaurantOrder({ sale: { tipCents: 20, refunds } }))
    expect(refunded && leftOfOrder(refunded)).toMatchObject({ cents: 0, units: 0 })
  })

  it('of a sale with a snapshot is what the snapshot says', () => {
    const sale = { tipCents: 0 }
    const order = storeOrder({ sale })
    expect(refundableOf(order)).toEqual({ order, sale, lines: order.items })
  })

  it('of an earlier sale is what its order says', () => {
    const order = storeOrder({
      payments: [
        {
          paymentId: 'p1',
          methodId: '3ae8f71e-954a-4795-8531-368354c67ede',
          amountCents: 600,
          ticketIds: ['t1', 't2'],
          lightning: { paymentHash: 'aa' },
        },
        { paymentId: 'p2', methodId: 'unknown', amountCents: 100, ticketIds: [] },
      ],
      totalCents: 690,
    })
    const refundable = refundableOf(order)
    expect(refundable?.sale).toEqual({
      ticketId: 't1',
      goodsCents: 690,
      discountCents: 0,
      tipCents: 0,
      adjustmentCents: -10,
      pricesIncludeTax: true,
      taxes: [],
      tenders: [
        {
          paymentId: 'p1',
          methodId: '3ae8f71e-954a-4795-8531-368354c67ede',
          methodName: 'BTC',
          amountCents: 600,
          lightning: { paymentHash: 'aa' },
        },
        { paymentId: 'p2', methodId: 'unknown', methodName: '', amountCents: 100 },
      ],
    })
    const paid = refundable?.items?.map(({ paidCents }) => paidCents)
    expect(paid?.reduce<number>((sum, each = 0) => sum + each, 0)).toBe(690)
    expect(refundable?.lines).toBe(refundable?.items)
  })

  it('has no ticket where the order names none', () => {
    expect(refundableOf(storeOrder({ payments: [] }))?.sale).toMatchObject({
      ticketId: '',
      tenders: [],
    })
    const payments = [{ paymentId: 'p', methodId: 'm', amountCents: 700, ticketIds: [] }]
    expect(refundableOf(storeOrder({ payments }))?.sale.ticketId).toBe('')
  })
})

it('a payout that was paid is only ever finished, and nothing follows an end', () => {
  expect(stateBefore).toEqual({ paid: 'begun', finished: 'paid', 'given-up': 'begun' })
})

it('an invoice of a payout has an amount', () => {
  const terms = { paymentHash: 'aa', expiresAtMs: 1 }
  expect(requireAmount({ ...terms, amountMsat: 0n } as never)).toBe(0n)
  expect(
    failureOf(() => requireAmount({ ...terms, amountMsat: null } as never)),
  ).toMatchObject({
    kind: 'refundInvoiceMissingAmount',
    details: { field: 'invoice' },
  })
})
