import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bills, openBills } from '../../support/bills.ts'
import type { Answer } from '../../support/client.ts'
import { openPrintDesk, type PrintDesk, sent } from '../../support/printing.ts'
import { shiftsOf } from '../../support/shifts.ts'

let desk: PrintDesk
let bills: Bills
let shifts: Awaited<ReturnType<typeof shiftsOf>>
let shift: string
beforeAll(async () => {
  desk = await openPrintDesk()
  bills = await openBills(desk.shop)
  shifts = await shiftsOf(desk.shop)
  const front = { printerType: 'CUSTOMER', printerName: 'front', templateName: null }
  await desk.createPrinter(front)
})
afterAll(() => desk.shop.close())
beforeEach(async () => {
  if (shift) await shifts.closeShift(shift)
  shift = await shifts.createShift()
  // Bills of other tests are not open any more
  const { body } = await bills.admin.get('/orders/status/open')
  for (const { id } of Array.isArray(body) ? body : []) {
    await bills.admin.send('DELETE', `/orders/${id}`)
  }
  await shifts.closeShift(shift)
  shift = await shifts.createShift()
})

/** A bill whose dishes the kitchen has. */
const firedBill = async (...prices: readonly number[]) => {
  const id = await bills.createBill(prices)
  expect((await bills.admin.post(`/orders/${id}/fire`, { onScreen: true })).status).toBe(
    200,
  )
  return id
}

const print = async (orderId: string) => {
  const body = { printerType: 'CUSTOMER', orderId }
  expect(await bills.admin.post('/printers/print', body)).toMatchObject(sent)
  const [job] = await desk.agent.takeJobs()
  return job?.elements[0]?.value === '*** COPY ***' ? 'copy' : 'original'
}

const counts = async () => {
  const { cancelledLines, cancelledAfterPrint, openBills } = await shifts.breakdown(shift)
  return { gone: cancelledLines, afterPrint: cancelledAfterPrint, open: openBills }
}

const of = (count: number, total: number) => ({ count, total })

const change = (id: string, line: string | undefined, body: object) =>
  bills.admin.put(`/orders/${id}/dishes/${line}`, body)

const put = (orderId: string, fields: object) =>
  bills.admin.put(`/orders/${orderId}`, {
    userId: desk.shop.ownerId,
    status: 'open',
    total: 0,
    ...fields,
  })

const entriesOf = async (kind: string, id: string): Promise<Answer['body'][]> =>
  (await bills.admin.get(`/audit?kind=${kind}`)).body.filter(
    (entry: { readonly subjectId: string }) => entry.subjectId === id,
  )

describe('X and Z', () => {
  it('count every dish that the kitchen had and nobody pays, whatever made it vanish', async () => {
    const deleted = await firedBill(100, 200)
    const [first] = await bills.idsOf(deleted)
    await bills.admin.send('DELETE', `/orders/${deleted}/dishes/${first}`)
    expect(await counts()).toEqual({
      gone: of(1, 1),
      afterPrint: of(0, 0),
      open: of(1, 2),
    })
    await bills.admin.send('DELETE', `/orders/${deleted}`)
    expect((await counts()).gone).toEqual(of(2, 3))
    const [entry] = (await entriesOf('cancellation', deleted)).slice(-1)
    expect(entry.before.lines).toMatchObject([
      { dishName: 'Soup', priceCents: 200, status: 'sent' },
    ])

    const emptied = await firedBill(400)
    await bills.admin.send('DELETE', `/orders/${emptied}/dishes`)
    expect((await counts()).gone).toEqual(of(3, 7))

    const settled = await firedBill(1_000, 2_000, 3_000)
    const [cancelled, free] = await bills.idsOf(settled)
    await change(settled, cancelled, { status: 'cancelled' })
    await change(settled, free, { priceAtOrder: 0 })
    expect((await counts()).gone).toEqual(of(3, 7))
    expect(await bills.settle(settled, 3_000)).toMatchObject({ status: 200 })
    expect((await counts()).gone).toEqual(of(5, 37))

    const never = await bills.createBill([5_000])
    await bills.admin.send('DELETE', `/orders/${never}`)
    const done = await bills.createBill([600, 100])
    const [line] = await bills.idsOf(done)
    await change(done, line, { status: 'done' })
    await change(done, line, { status: 'pending' })
    await bills.admin.send('DELETE', `/orders/${done}/dishes/${line}`)
    expect((await counts()).gone).toEqual(of(6, 43))
    await shifts.closeShift(shift)
    expect((await shifts.zReport(shift)).cancelledLines).toEqual(of(6, 43))
    shift = await shifts.createShift()
  })

  it('count a bill that is closed without a payment, until it is paid after all', async () => {
    const closed = await firedBill(700, 300)
    await put(closed, { status: 'closed', total: 10 })
    expect(await counts()).toEqual({
      gone: of(2, 10),
      afterPrint: of(0, 0),
      open: of(0, 0),
    })
    await put(closed, { status: 'open', total: 10 })
    expect(await counts()).toEqual({
      gone: of(0, 0),
      afterPrint: of(0, 0),
      open: of(1, 10),
    })
    await put(closed, { status: 'paid', total: 10 })
    expect((await counts()).gone).toEqual(of(2, 10))
    await bills.pay(closed)
    expect((await counts()).gone).toEqual(of(0, 0))

    const settled = await firedBill(500)
    await put(settled, { status: 'closed', total: 5 })
    expect((await counts()).gone).toEqual(of(1, 5))
    expect(await bills.settle(settled, 500)).toMatchObject({ status: 200 })
    expect((await counts()).gone).toEqual(of(0, 0))

    const frozen = await firedBill(900)
    await put(frozen, { status: 'closed', total: 9 })
    await bills.admin.send('DELETE', `/orders/${frozen}`)
    // Counted once
    expect((await counts()).gone).toEqual(of(1, 9))
  })

  it('count what was on a printed bill, and the bills that are open', async () => {
    const id = await bills.createBill([1_000, 2_000])
    expect((await counts()).open).toEqual(of(0, 0))
    expect(await print(id)).toBe('original')
    expect((await counts()).open).toEqual(of(1, 30))
    await bills.addDishes(id, [{ dishId: bills.soup, priceAtOrder: 5 }])
    const [first, , unprinted] = await bills.idsOf(id)
    // A split does not wash the print off
    const { id: part } = (await bills.split(id, [first])).body
    await bills.admin.send('DELETE', `/orders/${part}`)
    await bills.admin.send('DELETE', `/orders/${id}/dishes/${unprinted}`)
    expect(await counts()).toEqual({
      gone: of(1, 10),
      afterPrint: of(1, 10),
      open: of(1, 20),
    })
    expect(await bills.settle(id, 2_000)).toMatchObject({ status: 200 })
    expect(await counts()).toEqual({
      gone: of(1, 10),
      afterPrint: of(1, 10),
      open: of(0, 0),
    })
  })
})

describe('the bill on paper', () => {
  it('is an original once, also after changes of nothing and back', async () => {
    const tableId = await bills.createTable({ name: 'Nine' })
    const id = await bills.createBill([1_000, 2_000], { tableId })
    expect(await print(id)).toBe('original')
    const [line] = await bills.idsOf(id)
    await put(id, { tableId, total: 30 })
    await change(id, line, { notes: null })
    await bills.admin.put(`/orders/${id}/calculate-total`)
    expect(await print(id)).toBe('copy')
    await change(id, line, { status: 'cancelled' })
    expect(await print(id)).toBe('original')
    await change(id, line, { status: 'pending' })
    expect(await print(id)).toBe('copy')
    expect(await entriesOf('print', id)).toMatchObject([
      {
        after: {
          note: 'further original of the bill',
          originalsBefore: 1,
          totalCents: 2_000,
        },
      },
    ])
  })

  it('is told when its table is freed, deleted or given to others', async () => {
    const { tableId, orderId } = await bills.seat([500])
    const table = await bills.diningRoom.readTable(tableId)
    const freed = { ...table, status: 'available', orderId: null }
    expect((await bills.admin.put(`/tables/${tableId}`, freed)).status).toBe(200)
    expect((await bills.admin.put(`/tables/${tableId}`, freed)).status).toBe(200)
    expect(await entriesOf('order', orderId)).toMatchObject([
      {
        subjectName: table.name,
        before: { tableId, tableStatus: 'occupied', orderId, totalCents: 500 },
        after: { tableStatus: 'available', orderId: null },
      },
    ])
    const other = await bills.seat([700])
    await bills.admin.send('DELETE', `/tables/${other.tableId}`)
    expect(await entriesOf('order', other.orderId)).toMatchObject([{ after: null }])
    const paid = await bills.seat([100])
    await bills.settle(paid.orderId, 100)
    await bills.admin.send('DELETE', `/tables/${paid.tableId}`)
    expect(await entriesOf('order', paid.orderId)).toEqual([])
  })
})
