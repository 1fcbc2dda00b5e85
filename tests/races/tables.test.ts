import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { openLargeOrders } from '../support/large-orders.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openDiningRoom } from '../support/tables.ts'

let shop: Shop
let admin: Client
let diningRoom: Awaited<ReturnType<typeof openDiningRoom>>
beforeAll(async () => {
  shop = await openShop()
  diningRoom = await openDiningRoom(shop)
  admin = diningRoom.admin
})
afterAll(() => shop.close())

const crowd = scaled(12, 50)

describe('parallel requests', () => {
  it(`create one of ${crowd} tables with the same name in a space`, async () => {
    const spaceId = await diningRoom.createSpace()
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => admin.post('/tables', { name: 'T1', spaceId })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(crowd - 1)
    expect(await diningRoom.readTablesOfSpace(spaceId)).toHaveLength(1)
  })

  it('leave no table that names an order deleted at the same time', async () => {
    for (let round = 0; round < scaled(2, 5); round += 1) {
      const spaceId = await diningRoom.createSpace()
      const names = Array.from({ length: 8 }, (_, at) => `T${at}`)
      const ids = await Promise.all(
        names.map((name) => diningRoom.createTable({ name, spaceId })),
      )
      const order = { userId: shop.ownerId, tableId: ids[0], status: 'open', total: 0 }
      const orderId = (await admin.post('/orders', order)).body.id
      const [removal, ...namings] = await Promise.all([
        admin.del(`/orders/${orderId}`),
        ...ids.map((id, at) =>
          admin.put(`/tables/${id}`, { name: names[at], spaceId, orderId }),
        ),
      ])
      expect(removal?.status).toBe(204)
      for (const { status } of namings) expect([200, 400]).toContain(status)
      const left = (await diningRoom.readTablesOfSpace(spaceId)).filter(isNamed)
      expect(left).toEqual([])
    }
  })

  it('let at most 47 tables name one order', async () => {
    const largeOrders = await openLargeOrders(shop)
    const { orderId, spaceId } = await largeOrders.createLargeOrder(43)
    const input = { spaceId: await diningRoom.createSpace(), orderId }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        admin.post('/tables', { ...input, name: `N${at}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(6)
    expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(43)
    expect(await largeOrders.countTablesNaming(input.spaceId, orderId)).toBe(4)
    expect((await admin.del(`/orders/${orderId}`)).status).toBe(204)
    expect(await largeOrders.countTablesNaming(input.spaceId, orderId)).toBe(0)
  })

  it('move an order to one table, and no other table names it', async () => {
    const spaceId = await diningRoom.createSpace()
    const userId = shop.ownerId
    const input = { userId, status: 'open', total: 0 }
    const orderId = (await admin.post('/orders', input)).body.id
    const ids = await Promise.all(
      ['T1', 'T2', 'T3', 'T4'].map((name) =>
        diningRoom.createTable({ name, spaceId, orderId }),
      ),
    )
    const moves = await Promise.all(
      ids.map((tableId) => admin.put(`/orders/${orderId}`, { ...input, tableId })),
    )
    expect(moves.map(({ status }) => status)).toEqual(moves.map(() => 200))
    const { tableId } = (await admin.get(`/orders/${orderId}`)).body
    for (const table of (await diningRoom.readTablesOfSpace(spaceId)).filter(isNamed)) {
      expect(table.id).toBe(tableId)
    }
  })

  it('move a table to one space, and keep the number of tables of each space exact', async () => {
    const spaces = await Promise.all(Array.from({ length: 4 }, diningRoom.createSpace))
    const ids = await Promise.all(
      ['T1', 'T2', 'T3'].map((name) =>
        diningRoom.createTable({ name, spaceId: spaces[0] }),
      ),
    )
    const moves = await Promise.all(
      Array.from({ length: scaled(12, 24) }, (_, at) =>
        admin.put(`/tables/${ids[at % 3]}`, {
          name: `T${1 + (at % 3)}`,
          spaceId: spaces[at % 4],
        }),
      ),
    )
    expect(moves.map(({ status }) => status)).toEqual(moves.map(() => 200))
    const tables = await Promise.all(ids.map(diningRoom.readTable))
    for (const spaceId of spaces) {
      const here = tables.filter((each) => each.spaceId === spaceId)
      const listed = await diningRoom.readTablesOfSpace(spaceId)
      expect(here.length === 0 ? [] : [...listed].sort(byId)).toEqual(here.sort(byId))
      expect((await admin.del(`/spaces/${spaceId}`)).status).toBe(
        here.length === 0 ? 204 : 400,
      )
    }
  })
})

const isNamed = ({ orderId }: { orderId: string | null }) => orderId !== null

const byId = (one: { id: string }, other: { id: string }) =>
  one.id.localeCompare(other.id)
