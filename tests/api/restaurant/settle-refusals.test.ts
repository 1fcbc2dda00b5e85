import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alreadyPaid, type Bills, openBills } from '../../support/bills.ts'
import { readDay, refused, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill } from '../../support/till.ts'

let shop: Shop
let bills: Bills
beforeAll(async () => {
  shop = await openShop()
  bills = await openBills(shop)
})
afterAll(() => shop.close())

const settled = async (id: string, cents: number) => {
  const { status, body } = await bills.settle(id, cents)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('a bill is refused', () => {
  const cash = (cents: number, changes: object = {}) => [tender('Cash', cents, changes)]
  const cases: [string, number[], object, string, object?][] = [
    ['without lines', [], {}, 'checkout_empty'],
    [
      'when its tenders do not add up',
      [500],
      { tenders: cash(499) },
      'checkout_amounts_differ',
      { expectedCents: 500, field: 'tenders' },
    ],
    [
      'when less cash was given',
      [500],
      { tenders: cash(500, { givenCents: 499 }) },
      'checkout_amounts_differ',
      { expectedCents: 500, field: 'tenders[0].givenCents' },
    ],
    [
      'with a tender of 0',
      [5],
      { tenders: [...cash(5), ...cash(0)] },
      'checkout_amounts_differ',
    ],
    [
      'with a tender below 0',
      [5],
      { tenders: cash(-1) },
      'checkout_amounts_differ',
      { expectedCents: 5 },
    ],
    [
      'with a discount above its lines',
      [5],
      { discountAmount: 6 },
      'checkout_invalid_discount',
      { field: 'discountAmount' },
    ],
    ['with a discount below 0', [5], { discountAmount: -1 }, 'checkout_invalid_discount'],
    [
      'with a tip above what is paid',
      [5],
      { tipAmount: 1 },
      'checkout_invalid_tip',
      { field: 'tipAmount' },
    ],
    ['with a tip that is not a number', [5], { tipAmount: '1' }, 'checkout_invalid_tip'],
    [
      'by an unknown user',
      [5],
      { userId: randomUUID() },
      'checkout_invalid_reference',
      { field: 'userId' },
    ],
    ['without tenders', [5], { tenders: [] }, 'checkout_invalid_reference'],
    [
      'by an unknown method',
      [5],
      { tenders: [{ ...tender('Cash', 5), paymentMethodId: randomUUID() }] },
      'checkout_invalid_reference',
      { field: 'tenders[0].paymentMethodId' },
    ],
  ]

  it.each(cases)('%s', async (_, prices, changes, code, members = {}) => {
    const id = await bills.createBill(prices)
    const before = await readDay()
    const answer = await bills.settle(id, prices[0] ?? 0, changes)
    expect(answer).toMatchObject(refused(code, members))
    expect(await bills.readOrder(id)).toMatchObject({ status: 'open', number: null })
    expect(await readDay()).toEqual(before)
  })

  it('for an unknown order and one of the store', async () => {
    const till = await openTill(shop)
    const sold = (await till.checkout(till.cart(await till.createProduct(1)))).body
    for (const id of [randomUUID(), sold.orderId]) {
      expect(await bills.settle(id, 1)).toMatchObject({
        status: 404,
        body: { message: `Order ${id} not found` },
      })
    }
  })

  it('when it is paid already, by hand, by a payment or here', async () => {
    const byHand = await bills.createBill([100])
    await bills.admin.put(`/orders/${byHand}`, {
      userId: shop.ownerId,
      status: 'paid',
      total: 1,
    })
    expect(await bills.settle(byHand, 100)).toMatchObject(alreadyPaid)
    const linked = await bills.createBill([100])
    await bills.pay(linked)
    expect(await bills.settle(linked, 100)).toMatchObject(alreadyPaid)
    const here = await bills.createBill([100])
    await settled(here, 100)
    expect(await bills.settle(here, 100)).toMatchObject(alreadyPaid)
  })
})

describe('a settled order', () => {
  it('refuses every change', async () => {
    const { admin } = bills
    const id = await bills.createBill([100, 200])
    const [line] = await bills.linesOf(id)
    await settled(id, 300)
    const order = { userId: shop.ownerId, status: 'open', total: 1 }
    const dish = { dishId: bills.soup, priceAtOrder: 1 }
    const before = await bills.readCompleteOrder(id)
    const answers = [
      await admin.post(`/orders/${id}/dishes`, [dish]),
      await admin.put(`/orders/${id}/dishes/${line?.id}`, { status: 'done' }),
      await admin.del(`/orders/${id}/dishes/${line?.id}`),
      await admin.del(`/orders/${id}/dishes`),
      await admin.put(`/orders/${id}/calculate-total`, undefined),
      await admin.put(`/orders/${id}`, order),
      await admin.del(`/orders/${id}`),
    ]
    for (const answer of answers) expect(answer).toMatchObject(alreadyPaid)
    expect(await bills.readCompleteOrder(id)).toEqual(before)
  })

  it('stays in reports when its ticket is deleted', async () => {
    const id = await bills.createBill([777])
    const { ticketId } = await settled(id, 777)
    expect((await bills.admin.del(`/tickets/${ticketId}`)).status).toBe(204)
    const { sales } = (await bills.admin.get('/reports')).body
    expect(sales).toContainEqual(expect.objectContaining({ orderId: id, paidCents: 777 }))
    expect(await bills.settle(id, 777)).toMatchObject(alreadyPaid)
  })
})
