import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
import { openBanquet } from '../support/banquet.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openFloor } from '../support/tables.ts'

let shop: Shop
let admin: Client
let floor: Awaited<ReturnType<typeof openFloor>>
beforeAll(async () => {
  shop = await openShop()
  floor = await openFloor(shop)
  admin = floor.admin
})
afterAll(() => shop.close())

describe('parallel calls', () => {
  it('create one of 50 tables with the same name in a space', async () => {
    const spaceId = await floor.space()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.post('/tables', { name: 'T1', spaceId })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await floor.inSpace(spaceId)).toHaveLength(1)
  })

  it('leave no table with a deleted order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const spaceId = await floor.space()
      const names = Array.from({ length: 8 }, (_, at) => `T${at}`)
      const ids = await Promise.all(names.map((name) => floor.create({ name, spaceId })))
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
      const left = (await floor.inSpace(spaceId)).filter(hasOrder)
      expect(left).toEqual([])
    }
  }, 60_000)

  it('assign one order to 48 tables at most', async () => {
    const banquet = await openBanquet(shop)
    const { orderId, spaceId } = await banquet.order(44)
    const input = { spaceId: await floor.space(), orderId }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        admin.post('/tables', { ...input, name: `N${at}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(6)
    expect(await banquet.naming(spaceId, orderId)).toBe(44)
    expect(await banquet.naming(input.spaceId, orderId)).toBe(4)
    expect((await admin.del(`/orders/${orderId}`)).status).toBe(204)
    expect(await banquet.naming(input.spaceId, orderId)).toBe(0)
  }, 60_000)

  it('move an order to one table, and no other table has it', async () => {
    const spaceId = await floor.space()
    const userId = shop.ownerId
    const input = { userId, status: 'open', total: 0 }
    const orderId = (await admin.post('/orders', input)).body.id
    const ids = await Promise.all(
      ['T1', 'T2', 'T3', 'T4'].map((name) => floor.create({ name, spaceId, orderId })),
    )
    const moves = await Promise.all(
      ids.map((tableId) => admin.put(`/orders/${orderId}`, { ...input, tableId })),
    )
    expect(moves.map(({ status }) => status)).toEqual(moves.map(() => 200))
    const { tableId } = (await admin.get(`/orders/${orderId}`)).body
    for (const table of (await floor.inSpace(spaceId)).filter(hasOrder)) {
      expect(table.id).toBe(tableId)
    }
  })

  it('move tables, and every space can be deleted only when it is empty', async () => {
    const spaces = await Promise.all(Array.from({ length: 4 }, floor.space))
    const ids = await Promise.all(
      ['T1', 'T2', 'T3'].map((name) => floor.create({ name, spaceId: spaces[0] })),
    )
    const moves = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        admin.put(`/tables/${ids[at % 3]}`, {
          name: `T${1 + (at % 3)}`,
          spaceId: spaces[at % 4],
        }),
      ),
    )
    expect(moves.map(({ status }) => status)).toEqual(moves.map(() => 200))
    const current = await Promise.all(ids.map(floor.table))
    for (const spaceId of spaces) {
      const here = current.filter((each) => each.spaceId === spaceId)
      const listed = await floor.inSpace(spaceId)
      expect(here.length === 0 ? [] : [...listed].sort(byId)).toEqual(here.sort(byId))
      expect((await admin.del(`/spaces/${spaceId}`)).status).toBe(
        here.length === 0 ? 204 : 400,
      )
    }
  })
})

const hasOrder = ({ orderId }: { orderId: string | null }) => orderId !== null

const byId = (one: { id: string }, other: { id: string }) =>
  one.id.localeCompare(other.id)
