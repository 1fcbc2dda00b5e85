import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../infra/local/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openFloor } from '../../support/tables.ts'

let shop: Shop
let admin: Client
let floor: Awaited<ReturnType<typeof openFloor>>
beforeAll(async () => {
  shop = await openShop()
  floor = await openFloor(shop)
  admin = floor.admin
})
afterAll(() => shop.close())

const taken = {
  status: 409,
  body: { message: 'Table name already exists in this space' },
}
const invalid = { status: 400, body: { message: expect.any(String) } }
const unknown = { status: 404, body: 'Table not found' }

describe('tables', () => {
  it('list a bare string while there are none', async () => {
    expect(await admin.get('/tables')).toMatchObject({
      status: 200,
      body: 'No tables found',
    })
  })

  it('are created, listed, read, changed and deleted', async () => {
    const spaceId = await floor.space()
    const created = await admin.post('/tables', {
      name: 'T1',
      status: 'reserved',
      spaceId,
      orderId: null,
    })
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Table added successfully' },
    })
    const { id } = created.body
    const first = { id, name: 'T1', status: 'reserved', spaceId, orderId: null }
    expect((await admin.get('/tables')).body).toEqual([first])
    expect(await floor.inSpace(spaceId)).toEqual([first])
    expect(await admin.get(`/tables/${id}`)).toMatchObject({ status: 200, body: first })

    const orderId = await floor.order()
    const second = { name: 'T2', status: 'occupied', spaceId, orderId }
    expect(await admin.put(`/tables/${id}`, second)).toMatchObject({
      status: 200,
      body: { id, message: 'Table updated successfully' },
    })
    expect(await floor.table(id)).toEqual({ id, ...second })
    expect(await floor.inSpace(spaceId)).toEqual([{ id, ...second }])

    expect(await admin.del(`/tables/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await admin.get(`/tables/${id}`)).toMatchObject(unknown)
    expect((await admin.get('/tables')).body).toBe('No tables found')
  })

  it('are available and without order unless said otherwise', async () => {
    const id = await floor.create({ name: 'T1', spaceId: await floor.space() })
    expect(await floor.table(id)).toMatchObject({ status: 'available', orderId: null })
  })

  it('keep what an update leaves out; null clears the order', async () => {
    const spaceId = await floor.space()
    const orderId = await floor.order()
    const id = await floor.create({ name: 'T1', status: 'occupied', spaceId, orderId })
    await admin.put(`/tables/${id}`, { name: 'T9', spaceId })
    expect(await floor.table(id)).toMatchObject({
      name: 'T9',
      status: 'occupied',
      orderId,
    })
    await admin.put(`/tables/${id}`, { name: 'T9', spaceId, orderId: null })
    expect(await floor.table(id)).toMatchObject({ status: 'occupied', orderId: null })
    expect(await floor.inSpace(spaceId)).toEqual([await floor.table(id)])
  })

  it.each([
    [{ name: ' ' }],
    [{ name: undefined }],
    [{ name: 7 }],
    [{ status: 'free' }],
    [{ status: null }],
    [{ spaceId: undefined }],
    [{ spaceId: randomUUID() }],
    [{ spaceId: 'hall' }],
    [{ orderId: randomUUID() }],
    [{ orderId: '' }],
    [{ orderId: 7 }],
  ])('refuse %j and change nothing', async (wrong) => {
    const spaceId = await floor.space()
    const sound = { name: 'T1', status: 'available', spaceId, orderId: null }
    const id = await floor.create(sound)
    const body = { ...sound, name: 'T2', ...wrong }
    expect(await admin.post('/tables', body)).toMatchObject(invalid)
    expect(await admin.put(`/tables/${id}`, body)).toMatchObject(invalid)
    expect(await floor.inSpace(spaceId)).toEqual([{ id, ...sound }])
  })

  it('take no order of the store', async () => {
    const body = {
      name: 'T1',
      spaceId: await floor.space(),
      orderId: await floor.order('store'),
    }
    expect(await admin.post('/tables', body)).toMatchObject(invalid)
  })

  it('take no space that was deleted', async () => {
    const spaceId = await floor.space()
    await admin.del(`/spaces/${spaceId}`)
    expect(await admin.post('/tables', { name: 'T1', spaceId })).toMatchObject(invalid)
  })

  it('say which one is unknown', async () => {
    const spaceId = await floor.space()
    for (const id of [randomUUID(), '12']) {
      expect(await admin.get(`/tables/${id}`)).toMatchObject(unknown)
      expect(await admin.del(`/tables/${id}`)).toMatchObject(unknown)
      expect(await admin.put(`/tables/${id}`, { name: 'T1', spaceId })).toMatchObject({
        status: 404,
        body: `Table with ID: ${id} not found`,
      })
    }
    expect(await admin.get('/tables/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed ID',
    })
  })

  it('ask for the permission of the deed', async () => {
    const reader = await shop.userWith('tables_read')
    const spaceId = await floor.space()
    const id = await floor.create({ name: 'T1', spaceId })
    const refused = { status: 403, body: { message: 'Permission required' } }
    expect((await reader.get(`/tables/by-space/${spaceId}`)).status).toBe(200)
    expect(await reader.post('/tables', {})).toMatchObject(refused)
    expect(await reader.put(`/tables/${id}`, {})).toMatchObject(refused)
    expect(await reader.del(`/tables/${id}`)).toMatchObject(refused)
  })
})

describe('the tables of a space', () => {
  it('are those that stand in it', async () => {
    const [hall, terrace] = [await floor.space(), await floor.space()]
    const ids = [
      await floor.create({ name: 'T1', spaceId: hall }),
      await floor.create({ name: 'T2', spaceId: hall }),
    ]
    await floor.create({ name: 'T3', spaceId: terrace })
    const found = (await floor.inSpace(hall)).map(({ id }: { id: string }) => id)
    expect(found.sort()).toEqual(ids.sort())
  })

  it('may be none; an unknown space is told apart', async () => {
    const empty = await floor.space()
    expect(await admin.get(`/tables/by-space/${empty}`)).toMatchObject({
      status: 200,
      body: `No tables found for space ID: ${empty}`,
    })
    for (const id of [randomUUID(), 'hall', 'x'.repeat(3000)]) {
      expect(await admin.get(`/tables/by-space/${id}`)).toMatchObject({
        status: 404,
        body: 'Space not found',
      })
    }
    expect(await admin.get('/tables/by-space/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed ID',
    })
  })

  it('have names of their own, free again after deletion, renaming and moving', async () => {
    const [hall, terrace] = [await floor.space(), await floor.space()]
    const one = await floor.create({ name: 'T1', spaceId: hall })
    const two = await floor.create({ name: 'T2', spaceId: hall })
    const other = await floor.create({ name: 'T1', spaceId: terrace })
    expect(await admin.post('/tables', { name: 'T1', spaceId: hall })).toMatchObject(
      taken,
    )
    expect(
      await admin.put(`/tables/${two}`, { name: 'T1', spaceId: hall }),
    ).toMatchObject(taken)
    expect(
      await admin.put(`/tables/${other}`, { name: 'T1', spaceId: hall }),
    ).toMatchObject(taken)
    await admin.put(`/tables/${one}`, { name: 'T7', spaceId: hall })
    expect(
      (await admin.put(`/tables/${other}`, { name: 'T1', spaceId: hall })).status,
    ).toBe(200)
    await floor.create({ name: 'T1', spaceId: terrace })
    await admin.del(`/tables/${two}`)
    await floor.create({ name: 'T2', spaceId: hall })
  })

  it('move: the space they left can go, the one they entered cannot', async () => {
    const [from, to] = [await floor.space(), await floor.space()]
    const id = await floor.create({ name: 'T1', spaceId: from })
    await admin.put(`/tables/${id}`, { name: 'T1', spaceId: to })
    expect(await floor.inSpace(from)).toBe(`No tables found for space ID: ${from}`)
    expect(await floor.inSpace(to)).toEqual([await floor.table(id)])
    expect((await admin.del(`/spaces/${from}`)).status).toBe(204)
    expect((await admin.del(`/spaces/${to}`)).status).toBe(400)
    expect((await admin.del(`/tables/${id}`)).status).toBe(204)
    expect((await admin.del(`/spaces/${to}`)).status).toBe(204)
  })
})
