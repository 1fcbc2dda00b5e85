import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { alreadyPaid, type Bills, openBills } from '../../support/bills.ts'
import type { Answer } from '../../support/client.ts'
import { openPrintDesk, type PrintDesk, sent } from '../../support/printing.ts'
import { refused } from '../../support/selling.ts'

let desk: PrintDesk
let bills: Bills
beforeAll(async () => {
  desk = await openPrintDesk()
  bills = await openBills(desk.shop)
  const front = { printerType: 'CUSTOMER', printerName: 'front', templateName: null }
  await desk.createPrinter(front)
  const printers = [{ name: 'front', kind: 'network' }]
  await desk.agent.post('/agents/report', { printers, version: '1.0.0', elementTypes })
})
afterAll(() => desk.shop.close())

const discount = (id: string, body: object): Promise<Answer> =>
  bills.admin.put(`/orders/${id}/discount`, body)

const given = { status: 200, body: { message: 'Order discount updated successfully' } }

/** Returns a bill's discount, in cents, and checks that both readings of its order agree. */
const offOf = async (id: string): Promise<number> => {
  const { discountAmount } = (await bills.admin.get(`/orders/${id}`)).body
  const { order } = await bills.readCompleteOrder(id)
  expect(order.discountAmount ?? 0).toBe(discountAmount)
  return discountAmount
}

const more = (id: string, ...prices: readonly number[]) =>
  bills.addDishes(
    id,
    prices.map((cents) => ({ dishId: bills.soup, priceAtOrder: cents / 100 })),
  )

const auditOf = async (id: string): Promise<Answer['body'][]> =>
  (await bills.admin.get('/audit?kind=discount')).body.filter(
    (entry: { readonly subjectId: string }) => entry.subjectId === id,
  )

describe('the discount of a bill', () => {
  it('is a percent of what the dishes come to at any time, also on paper and when it is settled', async () => {
    const id = await bills.createBill([2_000, 2_000])
    expect(await discount(id, { percent: 50, reason: ' a long wait ' })).toMatchObject(
      given,
    )
    expect(await offOf(id)).toBe(2_000)
    await more(id, 2_001)
    expect((await bills.admin.get(`/orders/${id}`)).body).toMatchObject({
      total: 60.01,
      discount: { percent: 50, amountCents: null, reason: 'a long wait' },
      discountAmount: 3_001,
    })
    const print = { printerType: 'CUSTOMER', orderId: id }
    expect(await bills.admin.post('/printers/print', print)).toMatchObject(sent)
    expect(await bills.settle(id, 3_001)).toMatchObject(
      refused('checkout_amounts_differ'),
    )
    expect(await bills.settle(id, 3_000)).toMatchObject({ status: 200 })
    expect(await bills.admin.post('/printers/print', print)).toMatchObject(sent)
    const [bill, receipt] = await desk.agent.takeJobs()
    for (const job of [bill, receipt]) {
      expect(job?.ticket).toMatchObject({ total: 30, details: { discount: 30.01 } })
    }
    const sold = (await bills.admin.get(`/orders/${id}`)).body
    expect(sold).toMatchObject({ total: 30, discountAmount: 3_001 })
    expect(sold.discount).toBeUndefined()
    expect(await discount(id, { percent: 10 })).toMatchObject(alreadyPaid)
  })

  it('gives way to a discount that the settlement names, also to none', async () => {
    const id = await bills.createBill([1_000])
    await discount(id, { percent: 50 })
    expect(await bills.settle(id, 900, { discountAmount: 100 })).toMatchObject({
      status: 200,
    })
    const other = await bills.createBill([1_000])
    await discount(other, { amountCents: 400 })
    expect(await bills.settle(other, 1_000, { discountAmount: 0 })).toMatchObject({
      status: 200,
    })
  })

  it('needs no permission of who settles it, and one of who gives it', async () => {
    const { waiter } = bills
    const id = await bills.createBill([1_000])
    expect(await waiter.put(`/orders/${id}/discount`, { percent: 5 })).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
    await discount(id, { amountCents: 300 })
    const tenders = [
      { paymentMethodId: '32332081-7a2b-4e67-a198-fddf2451f426', amountCents: 700 },
    ]
    const body = { tenders, userId: desk.shop.ownerId }
    expect(await waiter.post(`/orders/${id}/settle`, body)).toMatchObject({ status: 200 })
  })

  it('is a percent of each part of a split, and of both bills of a merge', async () => {
    const id = await bills.createBill([2_000, 3_000, 1_000])
    await discount(id, { percent: 33.333 })
    const part = await bills.splitFirst(id)
    expect([await offOf(part), await offOf(id)]).toEqual([667, 1_333])
    expect(await bills.merge(id, part)).toMatchObject({ status: 200 })
    await more(id, 3_000)
    expect(await offOf(id)).toBe(3_000)
  })

  it('is shared as a sum by the parts of a split', async () => {
    const id = await bills.createBill([1_000, 1_000, 1_000])
    await discount(id, { amountCents: 1_000 })
    const part = await bills.splitFirst(id)
    expect([await offOf(part), await offOf(id)]).toEqual([333, 667])
    for (const [bill, cents] of [
      [part, 667],
      [id, 1_333],
    ] as const) {
      expect(await bills.settle(bill, cents)).toMatchObject({ status: 200 })
    }
  })

  it('is the sum of both where a merge brings another one together', async () => {
    const [half, tenth, none] = [
      await bills.createBill([2_000]),
      await bills.createBill([1_000]),
      await bills.createBill([4_000]),
    ]
    await discount(half, { percent: 50, reason: 'late' })
    await discount(tenth, { percent: 10, reason: 'cold' })
    await bills.merge(half, tenth)
    expect((await bills.admin.get(`/orders/${half}`)).body.discount).toEqual({
      percent: null,
      amountCents: 1_100,
      reason: 'late; cold',
    })
    // Dishes that had no discount get none
    await bills.merge(none, half)
    expect(await offOf(none)).toBe(1_100)
  })

  it('is no more than the dishes come to, and is all of them where they become fewer', async () => {
    const id = await bills.createBill([500, 700])
    expect(await discount(id, { amountCents: 1_201 })).toMatchObject(
      refused('checkout_invalid_discount'),
    )
    await discount(id, { amountCents: 1_000 })
    const [, second] = await bills.idsOf(id)
    await bills.admin.put(`/orders/${id}/dishes/${second}`, { status: 'cancelled' })
    expect(await offOf(id)).toBe(500)
    expect(await bills.settle(id, 0)).toMatchObject({ status: 200 })
  })

  it('is refused where it is none, both, too much or too long', async () => {
    const id = await bills.createBill([1_000])
    const wrong = [
      { percent: 0 },
      { percent: 100.1 },
      { percent: -5 },
      { percent: '10' },
      { percent: 1.2345 },
      { amountCents: 0 },
      { amountCents: 1.5 },
      { percent: 10, amountCents: 10 },
      { percent: 10, reason: 'x'.repeat(201) },
      { percent: 10, reason: 7 },
    ]
    for (const body of wrong) {
      expect(await discount(id, body), JSON.stringify(body)).toMatchObject(
        refused('checkout_invalid_discount'),
      )
    }
    expect(await offOf(id)).toBe(0)
    expect(await discount('00000000-0000-4000-8000-000000000000', {})).toMatchObject({
      status: 404,
    })
  })

  it('is in the audit trail each time that it changes, and ends', async () => {
    const id = await bills.createBill([1_000])
    await discount(id, { percent: 10 })
    await discount(id, { percent: 10 })
    await discount(id, { percent: null, amountCents: null })
    await discount(id, {})
    expect(await offOf(id)).toBe(0)
    const tenPercent = {
      percent: 10,
      discountCents: 100,
      totalCents: 1_000,
      reason: null,
    }
    expect(await auditOf(id)).toMatchObject([
      { before: null, after: tenPercent },
      { before: tenPercent, after: null },
    ])
  })
})
