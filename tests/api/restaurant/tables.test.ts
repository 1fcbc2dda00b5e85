import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openDiningRoom } from '../../support/tables.ts'

let shop: Shop
let admin: Client
let diningRoom: Awaited<ReturnType<typeof openDiningRoom>>
beforeAll(async () => {
  shop = await openShop()
  diningRoom = await openDiningRoom(shop)
  admin = diningRoom.admin
})
afterAll(() => shop.close())

const alreadyExists = {
  status: 409,
  body: { message: 'Table name already exists in this space' },
}
const invalid = { status: 400, body: { message: expect.any(String) } }
const unknown = { status: 404, body: 'Table not found' }

describe('tables', () => {
  it('are listed as a text when there are none', async () => {
    expect(await admin.get('/tables')).toMatchObject({
      status: 200,
      body: 'No tables found',
    })
  })

  it('are created, listed, read, changed and deleted', async () => {
    const spaceId = await diningRoom.createSpace()
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
    expect(await diningRoom.readTablesOfSpace(spaceId)).toEqual([first])
    expect(await admin.get(`/tables/${id}`)).toMatchObject({ status: 200, body: first })

    const orderId = await diningRoom.insertOrder()
    const second = { name: 'T2', status: 'occupied', spaceId, orderId }
    expect(await admin.put(`/tables/${id}`, second)).toMatchObject({
      status: 200,
      body: { id, message: 'Table updated successfully' },
    })
    expect(await diningRoom.readTable(id)).toEqual({ id, ...second })
    expect(await diningRoom.readTablesOfSpace(spaceId)).toEqual([{ id, ...second }])

    expect(await admin.del(`/tables/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await admin.get(`/tables/${id}`)).toMatchObject(unknown)
    expect((await admin.get('/tables')).body).toBe('No tables found')
  })

  it('are available and without an order by default', async () => {
    const id = await diningRoom.createTable({
      name: 'T1',
      spaceId: await diningRoom.createSpace(),
    })
    expect(await diningRoom.readTable(id)).toMatchObject({
      status: 'available',
      orderId: null,
    })
  })

  it('keep the fields that an update omits; null clears the order', async () => {
    const spaceId = await diningRoom.createSpace()
    const orderId = await diningRoom.insertOrder()
    const id = await diningRoom.createTable({
      name: 'T1',
      status: 'occupied',
      spaceId,
      orderId,
    })
    await admin.put(`/tables/${id}`, { name: 'T9', spaceId })
    expect(await diningRoom.readTable(id)).toMatchObject({
      name: 'T9',
      status: 'occupied',
      orderId,
    })
    await admin.put(`/tables/${id}`, { name: 'T9', spaceId, orderId: null })
    expect(await diningRoom.readTable(id)).toMatchObject({
      status: 'occupied',
      orderId: null,
    })
    expect(await diningRoom.readTablesOfSpace(spaceId)).toEqual([
      await diningRoom.readTable(id),
    ])
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
  ])('return 400 for %j and change nothing', async (wrong) => {
    const spaceId = await diningRoom.createSpace()
    const valid = { name: 'T1', status: 'available', spaceId, orderId: null }
    const id = await diningRoom.createTable(valid)
    const body = { ...valid, name: 'T2', ...wrong }
    expect(await admin.post('/tables', body)).toMatchObject(invalid)
    expect(await admin.put(`/tables/${id}`, body)).toMatchObject(invalid)
    expect(await diningRoom.readTablesOfSpace(spaceId)).toEqual([{ id, ...valid }])
  })

  it('return 400 for an order of the store', async () => {
    const body = {
      name: 'T1',
      spaceId: await diningRoom.createSpace(),
      orderId: await diningRoom.insertOrder('store'),
    }
    expect(await admin.post('/tables', body)).toMatchObject(invalid)
  })

  it('return 400 for a deleted space', async () => {
    const spaceId = await diningRoom.createSpace()
    await admin.del(`/spaces/${spaceId}`)
    expect(await admin.post('/tables', { name: 'T1', spaceId })).toMatchObject(invalid)
  })

  it('return 404 for an unknown id, and 400 for a blank one', async () => {
    const spaceId = await diningRoom.createSpace()
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

  it('require the permission of the operation', async () => {
    const reader = await shop.userWith('tables_read')
    const spaceId = await diningRoom.createSpace()
    const id = await diningRoom.createTable({ name: 'T1', spaceId })
    const permissionRequired = { status: 403, body: { message: 'Permission required' } }
    expect((await reader.get(`/tables/by-space/${spaceId}`)).status).toBe(200)
    expect(await reader.post('/tables', {})).toMatchObject(permissionRequired)
    expect(await reader.put(`/tables/${id}`, {})).toMatchObject(permissionRequired)
    expect(await reader.del(`/tables/${id}`)).toMatchObject(permissionRequired)
  })
})

describe('the tables of a space', () => {
  it('are listed by space', async () => {
    const [hall, terrace] = [
      await diningRoom.createSpace(),
      await diningRoom.createSpace(),
    ]
    const ids = [
      await diningRoom.createTable({ name: 'T1', spaceId: hall }),
      await diningRoom.createTable({ name: 'T2', spaceId: hall }),
    ]
    await diningRoom.createTable({ name: 'T3', spaceId: terrace })
    const found = (await diningRoom.readTablesOfSpace(hall)).map(
      ({ id }: { id: string }) => id,
    )
    expect(found.sort()).toEqual(ids.sort())
  })

  it('are listed as a text when there are none; an unknown space returns 404', async () => {
    const empty = await diningRoom.createSpace()
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

  it('return 409 when the name exists; deletion, renaming and moving free a name', async () => {
    const [hall, terrace] = [
      await diningRoom.createSpace(),
      await diningRoom.createSpace(),
    ]
    const one = await diningRoom.createTable({ name: 'T1', spaceId: hall })
    const two = await diningRoom.createTable({ name: 'T2', spaceId: hall })
    const other = await diningRoom.createTable({ name: 'T1', spaceId: terrace })
    expect(await admin.post('/tables', { name: 'T1', spaceId: hall })).toMatchObject(
      alreadyExists,
    )
    expect(
      await admin.put(`/tables/${two}`, { name: 'T1', spaceId: hall }),
    ).toMatchObject(alreadyExists)
    expect(
      await admin.put(`/tables/${other}`, { name: 'T1', spaceId: hall }),
    ).toMatchObject(alreadyExists)
    await admin.put(`/tables/${one}`, { name: 'T7', spaceId: hall })
    expect(
      (await admin.put(`/tables/${other}`, { name: 'T1', spaceId: hall })).status,
    ).toBe(200)
    await diningRoom.createTable({ name: 'T1', spaceId: terrace })
    await admin.del(`/tables/${two}`)
    await diningRoom.createTable({ name: 'T2', spaceId: hall })
  })

  it('can move: then their former space can be deleted, and the new one cannot', async () => {
    const [from, to] = [await diningRoom.createSpace(), await diningRoom.createSpace()]
    const id = await diningRoom.createTable({ name: 'T1', spaceId: from })
    await admin.put(`/tables/${id}`, { name: 'T1', spaceId: to })
    expect(await diningRoom.readTablesOfSpace(from)).toBe(
      `No tables found for space ID: ${from}`,
    )
    expect(await diningRoom.readTablesOfSpace(to)).toEqual([
      await diningRoom.readTable(id),
    ])
    expect((await admin.del(`/spaces/${from}`)).status).toBe(204)
    expect((await admin.del(`/spaces/${to}`)).status).toBe(400)
    expect((await admin.del(`/tables/${id}`)).status).toBe(204)
    expect((await admin.del(`/spaces/${to}`)).status).toBe(204)
  })
})
