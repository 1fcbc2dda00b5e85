import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commit } from '../../shared/table/commit.ts'
import { type Order, type OrderKind, orderKey } from '../../shared/table/orders.ts'
import { Stale } from '../../shared/table/stale.ts'
import { releaseOrder } from '../../shared/table/tables.ts'
import { insert } from '../../shared/table/write.ts'
import type { Client } from './client.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const space = async () =>
  (await admin.post('/spaces', { name: randomUUID() })).body.id as string

const create = async (fields: object) => {
  const { status, body } = await admin.post('/tables', fields)
  expect(status).toBe(201)
  return body.id as string
}

const table = async (id: string) => (await admin.get(`/tables/${id}`)).body

const inSpace = async (id: string) => (await admin.get(`/tables/by-space/${id}`)).body

/** An order as it is stored, of which tables need the id and the kind. */
async function order(kind: OrderKind = 'restaurant') {
  const id = randomUUID()
  const stored: Order = {
    ...orderKey(id),
    id,
    kind,
    userId: shop.ownerId,
    userName: 'Ana',
    tableId: null,
    status: 'open',
    totalCents: 0,
    createdAt: '2026-05-01T10:00:00Z',
    listedAt: `2026-05-01T10:00:00.000Z#${id}`,
    payments: [],
  }
  await commit([insert(stored)])
  return id
}

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
    const spaceId = await space()
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
    expect(await inSpace(spaceId)).toEqual([first])
    expect(await admin.get(`/tables/${id}`)).toMatchObject({ status: 200, body: first })

    const orderId = await order()
    const second = { name: 'T2', status: 'occupied', spaceId, orderId }
    expect(await admin.put(`/tables/${id}`, second)).toMatchObject({
      status: 200,
      body: { id, message: 'Table updated successfully' },
    })
    expect(await table(id)).toEqual({ id, ...second })
    expect(await inSpace(spaceId)).toEqual([{ id, ...second }])

    expect(await admin.del(`/tables/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await admin.get(`/tables/${id}`)).toMatchObject(unknown)
    expect((await admin.get('/tables')).body).toBe('No tables found')
  })

  it('are available and without order unless said otherwise', async () => {
    const id = await create({ name: 'T1', spaceId: await space() })
    expect(await table(id)).toMatchObject({ status: 'available', orderId: null })
  })

  it('keep what an update leaves out; null clears the order', async () => {
    const spaceId = await space()
    const orderId = await order()
    const id = await create({ name: 'T1', status: 'occupied', spaceId, orderId })
    await admin.put(`/tables/${id}`, { name: 'T9', spaceId })
    expect(await table(id)).toMatchObject({ name: 'T9', status: 'occupied', orderId })
    await admin.put(`/tables/${id}`, { name: 'T9', spaceId, orderId: null })
    expect(await table(id)).toMatchObject({ status: 'occupied', orderId: null })
    expect(await inSpace(spaceId)).toEqual([await table(id)])
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
    const spaceId = await space()
    const sound = { name: 'T1', status: 'available', spaceId, orderId: null }
    const id = await create(sound)
    const body = { ...sound, name: 'T2', ...wrong }
    expect(await admin.post('/tables', body)).toMatchObject(invalid)
    expect(await admin.put(`/tables/${id}`, body)).toMatchObject(invalid)
    expect(await inSpace(spaceId)).toEqual([{ id, ...sound }])
  })

  it('take no order of the store', async () => {
    const body = { name: 'T1', spaceId: await space(), orderId: await order('store') }
    expect(await admin.post('/tables', body)).toMatchObject(invalid)
  })

  it('take no space that was deleted', async () => {
    const spaceId = await space()
    await admin.del(`/spaces/${spaceId}`)
    expect(await admin.post('/tables', { name: 'T1', spaceId })).toMatchObject(invalid)
  })

  it('say which one is unknown', async () => {
    const spaceId = await space()
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
    const spaceId = await space()
    const id = await create({ name: 'T1', spaceId })
    const refused = { status: 403, body: { message: 'Permission required' } }
    expect((await reader.get(`/tables/by-space/${spaceId}`)).status).toBe(200)
    expect(await reader.post('/tables', {})).toMatchObject(refused)
    expect(await reader.put(`/tables/${id}`, {})).toMatchObject(refused)
    expect(await reader.del(`/tables/${id}`)).toMatchObject(refused)
  })
})

describe('the tables of a space', () => {
  it('are those that stand in it', async () => {
    const [hall, terrace] = [await space(), await space()]
    const ids = [
      await create({ name: 'T1', spaceId: hall }),
      await create({ name: 'T2', spaceId: hall }),
    ]
    await create({ name: 'T3', spaceId: terrace })
    const found = (await inSpace(hall)).map(({ id }: { id: string }) => id)
    expect(found.sort()).toEqual(ids.sort())
  })

  it('may be none; an unknown space is told apart', async () => {
    const empty = await space()
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
    const [hall, terrace] = [await space(), await space()]
    const one = await create({ name: 'T1', spaceId: hall })
    const two = await create({ name: 'T2', spaceId: hall })
    const other = await create({ name: 'T1', spaceId: terrace })
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
    await create({ name: 'T1', spaceId: terrace })
    await admin.del(`/tables/${two}`)
    await create({ name: 'T2', spaceId: hall })
  })

  it('move: the space they left can go, the one they entered cannot', async () => {
    const [from, to] = [await space(), await space()]
    const id = await create({ name: 'T1', spaceId: from })
    await admin.put(`/tables/${id}`, { name: 'T1', spaceId: to })
    expect(await inSpace(from)).toBe(`No tables found for space ID: ${from}`)
    expect(await inSpace(to)).toEqual([await table(id)])
    expect((await admin.del(`/spaces/${from}`)).status).toBe(204)
    expect((await admin.del(`/spaces/${to}`)).status).toBe(400)
    expect((await admin.del(`/tables/${id}`)).status).toBe(204)
    expect((await admin.del(`/spaces/${to}`)).status).toBe(204)
  })
})

describe('a deleted order', () => {
  it('leaves its table', async () => {
    const spaceId = await space()
    const orderId = await order()
    const id = await create({ name: 'T1', status: 'occupied', spaceId, orderId })
    await commit(await releaseOrder(id, orderId))
    expect(await table(id)).toMatchObject({ status: 'occupied', orderId: null })
    expect(await inSpace(spaceId)).toEqual([await table(id)])
  })

  it('leaves a table with another order alone, and needs no table', async () => {
    const orderId = await order()
    const id = await create({ name: 'T1', spaceId: await space(), orderId })
    await commit(await releaseOrder(id, randomUUID()))
    expect((await table(id)).orderId).toBe(orderId)
    expect(await releaseOrder(randomUUID(), orderId)).toEqual([])
  })

  it('looks again when the table took the order meanwhile', async () => {
    const spaceId = await space()
    const orderId = await order()
    const id = await create({ name: 'T1', spaceId })
    const writes = await releaseOrder(id, orderId)
    await admin.put(`/tables/${id}`, { name: 'T1', spaceId, orderId })
    await expect(commit(writes)).rejects.toThrow(Stale)
  })
})

describe('parallel calls', () => {
  it('give a name to one of 50 tables of a space', async () => {
    const spaceId = await space()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.post('/tables', { name: 'T1', spaceId })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await inSpace(spaceId)).toHaveLength(1)
  })

  it('move a table to one place, and every space knows whether it is empty', async () => {
    const spaces = await Promise.all(Array.from({ length: 4 }, space))
    const ids = await Promise.all(
      ['T1', 'T2', 'T3'].map((name) => create({ name, spaceId: spaces[0] })),
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
    const standing = await Promise.all(ids.map(table))
    for (const spaceId of spaces) {
      const here = standing.filter((each) => each.spaceId === spaceId)
      const listed = await inSpace(spaceId)
      expect(here.length === 0 ? [] : [...listed].sort(byId)).toEqual(here.sort(byId))
      expect((await admin.del(`/spaces/${spaceId}`)).status).toBe(
        here.length === 0 ? 204 : 400,
      )
    }
  })
})

const byId = (one: { id: string }, other: { id: string }) =>
  one.id.localeCompare(other.id)
