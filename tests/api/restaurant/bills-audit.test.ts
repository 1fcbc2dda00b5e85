import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bills, openBills } from '../../support/bills.ts'
import type { Answer } from '../../support/client.ts'
import { openPrintDesk, type PrintDesk, sent } from '../../support/printing.ts'

let desk: PrintDesk
let bills: Bills
let wine: string
beforeAll(async () => {
  desk = await openPrintDesk()
  bills = await openBills(desk.shop)
  wine = await bills.createDish('Wine')
  const front = { printerType: 'CUSTOMER', printerName: 'front', templateName: null }
  await desk.createPrinter(front)
})
afterAll(() => desk.shop.close())

/** The entries about an order of this kind, oldest first. */
const entriesOf = async (orderId: string, kind = 'order'): Promise<Answer['body'][]> =>
  (await bills.admin.get(`/audit?kind=${kind}`)).body.filter(
    (entry: { readonly subjectId: string }) => entry.subjectId === orderId,
  )

const put = async (orderId: string, fields: object) => {
  const body = { userId: desk.shop.ownerId, status: 'open', total: 1, ...fields }
  expect((await bills.admin.put(`/orders/${orderId}`, body)).status).toBe(200)
}

const tableNamed = (name: string) => bills.createTable({ name })

describe('the audit trail of bills', () => {
  it('has lines that leave a printed bill for that of another table', async () => {
    const [five, one] = [await tableNamed('Five'), await tableNamed('One')]
    const printed = await bills.createBill([2_000], { tableId: five })
    await bills.addDishes(printed, [{ dishId: wine, priceAtOrder: 4.5 }])
    const other = await bills.createBill([500], { tableId: one })
    const print = { printerType: 'CUSTOMER', orderId: printed }
    expect(await bills.admin.post('/printers/print', print)).toMatchObject(sent)

    const [, line = ''] = await bills.idsOf(printed)
    const { id: part } = (await bills.split(printed, [line])).body
    const lines = [{ dishName: 'Wine', cents: 450 }]
    expect(await entriesOf(printed)).toMatchObject([
      {
        before: {
          orderId: printed,
          tableName: 'Five',
          totalCents: 2_450,
          isPrinted: true,
        },
        after: {
          orderId: part,
          tableName: 'Five',
          totalCents: 450,
          isPrinted: false,
          dishes: 1,
          movedCents: 450,
          lines,
        },
      },
    ])

    expect((await bills.merge(other, part)).status).toBe(200)
    expect(await entriesOf(part)).toMatchObject([
      {
        before: { orderId: part, tableName: 'Five', totalCents: 450, isPrinted: false },
        after: {
          orderId: other,
          tableName: 'One',
          totalCents: 950,
          isPrinted: false,
          dishes: 1,
          movedCents: 450,
          lines,
        },
      },
    ])
    expect(await entriesOf(other)).toEqual([])
  })

  it('has no split and no merge that was refused', async () => {
    const id = await bills.createBill([100])
    expect((await bills.split(id, await bills.idsOf(id))).status).toBe(400)
    expect((await bills.merge(id, id)).status).toBe(400)
    expect(await entriesOf(id)).toEqual([])
  })

  it('counts moved lines that are cancelled as nothing', async () => {
    const id = await bills.createBill([100, 200])
    const [first = ''] = await bills.idsOf(id)
    await bills.admin.put(`/orders/${id}/dishes/${first}`, { status: 'cancelled' })
    await bills.split(id, [first])
    expect((await entriesOf(id))[0]?.after).toMatchObject({
      tableName: null,
      dishes: 1,
      movedCents: 0,
      lines: [{ dishName: 'Soup', cents: 0 }],
    })
  })

  it('has orders that change tables, by a move and by hand', async () => {
    const [from, to] = [await tableNamed('Window'), await tableNamed('Door')]
    const id = await bills.createBill([100], { tableId: from })
    for (let time = 0; time < 2; time += 1) {
      expect((await bills.move(id, to)).status).toBe(200)
    }
    await put(id, { tableId: from })
    await put(id, {})
    await put(id, { tableId: null })
    expect(await entriesOf(id)).toMatchObject([
      {
        before: { tableId: from, tableName: 'Window' },
        after: { tableId: to, tableName: 'Door' },
      },
      { before: { tableId: to }, after: { tableId: from } },
      { before: { tableId: from }, after: { tableId: null } },
    ])
  })

  it('has orders that leave a table that they never named', async () => {
    const door = await tableNamed('Garden')
    /** A bill that only the record of its table knows. */
    const seatedAt = async (name: string) => {
      const id = await bills.createBill([100])
      const tableId = await tableNamed(name)
      const table = await bills.diningRoom.readTable(tableId)
      const seated = { ...table, status: 'occupied', orderId: id }
      expect((await bills.admin.put(`/tables/${tableId}`, seated)).status).toBe(200)
      return { id, free: { ...table, status: 'available', orderId: null } }
    }
    const freed = await seatedAt('Freed')
    await bills.admin.put(`/tables/${freed.free.id}`, freed.free)
    expect(await entriesOf(freed.id)).toMatchObject([
      { before: { tableName: 'Freed', totalCents: 100 }, after: { orderId: null } },
    ])
    const moved = await seatedAt('Moved')
    expect((await bills.move(moved.id, door)).status).toBe(200)
    expect(await entriesOf(moved.id)).toMatchObject([
      {
        before: { tableId: null, tableName: 'Moved', leftTables: ['Moved'] },
        after: { tableName: 'Garden' },
      },
    ])
    const byHand = await seatedAt('Put')
    await put(byHand.id, { tableId: door })
    expect(await entriesOf(byHand.id)).toMatchObject([
      { before: { tableId: null }, after: { tableId: door, leftTables: ['Put'] } },
    ])
    const there = await seatedAt('Second')
    const hall = await tableNamed('Hall')
    await put(there.id, { tableId: hall })
    const table = await bills.diningRoom.readTable(there.free.id)
    await bills.admin.put(`/tables/${table.id}`, { ...table, orderId: there.id })
    expect((await bills.move(there.id, hall)).status).toBe(200)
    expect((await entriesOf(there.id)).at(-1)).toMatchObject({
      before: { tableName: 'Hall', leftTables: ['Second'] },
    })
    const [merged, into] = [await seatedAt('Merged'), await seatedAt('Into')]
    expect((await bills.merge(into.id, merged.id)).status).toBe(200)
    expect(await entriesOf(merged.id)).toMatchObject([
      { before: { tableName: 'Merged' }, after: { tableName: 'Into' } },
    ])
    const deleted = await seatedAt('Deleted')
    await bills.admin.send('DELETE', `/orders/${deleted.id}`)
    expect(await entriesOf(deleted.id, 'cancellation')).toMatchObject([
      { before: { leftTables: ['Deleted'] } },
    ])
  })

  it('has an unpaid bill that is closed with its sum', async () => {
    const id = await bills.createBill([700, 300])
    await put(id, { status: 'closed', total: 10 })
    expect(await entriesOf(id)).toMatchObject([
      {
        before: { status: 'open' },
        after: { status: 'closed', totalCents: 1_000, dishes: 2 },
      },
    ])
    expect((await bills.admin.send('DELETE', `/orders/${id}`)).status).toBeLessThan(300)
    expect(await entriesOf(id, 'cancellation')).toMatchObject([
      { before: { status: 'closed', totalCents: 1_000, dishes: 2 }, after: null },
    ])
  })

  it('has orders that say another time than it is, with both', async () => {
    const minute = 60_000
    const inMinutes = (minutes: number) =>
      new Date(Date.now() + minutes * minute).toISOString()
    for (const createdAt of ['2099-01-01T00:00:00Z', '2020-01-01T00:00:00Z']) {
      const id = await bills.createBill([], { createdAt })
      const [entry, ...others] = await entriesOf(id)
      expect(others).toEqual([])
      expect(entry).toMatchObject({
        before: null,
        after: { createdAt, status: 'open', totalCents: 0 },
      })
      expect(Math.abs(Date.parse(entry.after.enteredAt) - Date.now())).toBeLessThan(
        minute,
      )
    }
    for (const minutes of [-20, 20]) {
      const id = await bills.createBill([], { createdAt: inMinutes(minutes) })
      expect(await entriesOf(id)).toHaveLength(1)
    }
    for (const createdAt of [inMinutes(-10), inMinutes(10), null]) {
      const id = await bills.createBill([], { createdAt })
      expect(await entriesOf(id)).toEqual([])
    }
    const line = { dishId: bills.soup, priceAtOrder: 4.5 }
    const order = { userId: desk.shop.ownerId, status: 'open', createdAt: '2099-01-01' }
    const { body } = await bills.admin.post('/orders/with-dishes', {
      order,
      dishes: [line],
    })
    expect(await entriesOf(body.id)).toMatchObject([{ after: { totalCents: 450 } }])
  })
})
