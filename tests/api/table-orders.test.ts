import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
import { commit } from '../../shared/table/commit.ts'
import { Stale } from '../../shared/table/stale.ts'
import { releaseOrder } from '../../shared/table/tables.ts'
import { openFloor } from './floor.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let admin: Client
let floor: Awaited<ReturnType<typeof openFloor>>
beforeAll(async () => {
  shop = await openShop()
  floor = await openFloor(shop)
  admin = floor.admin
})
afterAll(() => shop.close())

describe('a deleted order', () => {
  it('leaves its table', async () => {
    const spaceId = await floor.space()
    const orderId = await floor.order()
    const id = await floor.create({ name: 'T1', status: 'occupied', spaceId, orderId })
    await commit(await releaseOrder(id, orderId))
    expect(await floor.table(id)).toMatchObject({ status: 'occupied', orderId: null })
    expect(await floor.inSpace(spaceId)).toEqual([await floor.table(id)])
  })

  it('leaves a table with another order alone, and needs no table', async () => {
    const orderId = await floor.order()
    const id = await floor.create({ name: 'T1', spaceId: await floor.space(), orderId })
    await commit(await releaseOrder(id, randomUUID()))
    expect((await floor.table(id)).orderId).toBe(orderId)
    expect(await releaseOrder(randomUUID(), orderId)).toEqual([])
  })

  it('looks again when the table took the order meanwhile', async () => {
    const spaceId = await floor.space()
    const orderId = await floor.order()
    const id = await floor.create({ name: 'T1', spaceId })
    const writes = await releaseOrder(id, orderId)
    await admin.put(`/tables/${id}`, { name: 'T1', spaceId, orderId })
    await expect(commit(writes)).rejects.toThrow(Stale)
  })
})
