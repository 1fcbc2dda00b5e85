import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { scaled } from '../../support/scale.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const create = async (name: string) =>
  (await admin.post('/spaces', { name })).body.id as string

const addTable = (spaceId: string, name = 'T1') =>
  admin.post('/tables', { name, spaceId, orderId: null })

const notDeleted = { status: 400, body: 'Space not found' }
const alreadyExists = { status: 409, body: { message: 'Space name already exists' } }

describe('spaces', () => {
  it('are created, listed, read, renamed and deleted', async () => {
    const created = await admin.post('/spaces', { name: 'Hall' })
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Space added successfully' },
    })
    const { id } = created.body
    expect((await admin.get('/spaces')).body).toContainEqual({ id, name: 'Hall' })
    expect(await admin.get(`/spaces/${id}`)).toMatchObject({
      status: 200,
      body: { id, name: 'Hall' },
    })
    expect(await admin.put(`/spaces/${id}`, { name: 'Terrace' })).toMatchObject({
      status: 200,
      body: { id, message: 'Space updated successfully' },
    })
    expect((await admin.get(`/spaces/${id}`)).body).toEqual({ id, name: 'Terrace' })
    expect(await admin.del(`/spaces/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(JSON.stringify((await admin.get('/spaces')).body)).not.toContain(id)
    expect(await admin.get(`/spaces/${id}`)).toMatchObject({
      status: 404,
      body: 'Space not found',
    })
  })

  it.each([
    undefined,
    {},
    { name: '' },
    { name: ' \t' },
    { name: null },
    { name: 7 },
    [],
  ])('return 400 for the body %j', async (body) => {
    const id = await create(randomUUID())
    for (const answer of [
      await admin.post('/spaces', body),
      await admin.put(`/spaces/${id}`, body),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      })
    }
  })

  it('return 404 for an unknown id on read and rename, and 400 on deletion or for a blank id', async () => {
    for (const id of [randomUUID(), '12']) {
      expect(await admin.get(`/spaces/${id}`)).toMatchObject({
        status: 404,
        body: 'Space not found',
      })
      expect(await admin.put(`/spaces/${id}`, { name: 'X' })).toMatchObject({
        status: 404,
        body: `Space with ID: ${id} not found`,
      })
      expect(await admin.del(`/spaces/${id}`)).toMatchObject(notDeleted)
    }
    expect(await admin.get('/spaces/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed ID',
    })
  })

  it('return 409 when the name exists; renaming and deletion free a name', async () => {
    const [bar, roof] = [await create('Bar'), await create('Roof')]
    expect(await admin.post('/spaces', { name: 'Bar' })).toMatchObject(alreadyExists)
    expect(await admin.put(`/spaces/${roof}`, { name: 'Bar' })).toMatchObject(
      alreadyExists,
    )
    expect((await admin.put(`/spaces/${roof}`, { name: 'Roof' })).status).toBe(200)
    expect((await admin.put(`/spaces/${roof}`, { name: 'Deck' })).status).toBe(200)
    expect((await admin.post('/spaces', { name: 'Roof' })).status).toBe(201)
    expect((await admin.del(`/spaces/${bar}`)).status).toBe(204)
    expect((await admin.post('/spaces', { name: 'Bar' })).status).toBe(201)
  })

  it('cannot be deleted while they have a table', async () => {
    const id = await create('Garden')
    const { body } = await addTable(id)
    expect(await admin.del(`/spaces/${id}`)).toMatchObject(notDeleted)
    expect((await admin.get(`/spaces/${id}`)).status).toBe(200)
    expect((await admin.del(`/tables/${body.id}`)).status).toBe(204)
    expect((await admin.del(`/spaces/${id}`)).status).toBe(204)
  })

  it('require the permission of the operation', async () => {
    const reader = await shop.userWith('spaces_read')
    const id = await create('Cellar')
    expect((await reader.get(`/spaces/${id}`)).status).toBe(200)
    const permissionRequired = { status: 403, body: { message: 'Permission required' } }
    expect(await reader.post('/spaces', { name: 'X' })).toMatchObject(permissionRequired)
    expect(await reader.put(`/spaces/${id}`, { name: 'X' })).toMatchObject(
      permissionRequired,
    )
    expect(await reader.del(`/spaces/${id}`)).toMatchObject(permissionRequired)
  })
})

describe('parallel requests', () => {
  const crowd = scaled(12, 50)

  it(`create one of ${crowd} spaces with the same name`, async () => {
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => admin.post('/spaces', { name: 'Wanted' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(crowd - 1)
  })

  it('never leave a table in a space that is deleted at the same time', async () => {
    for (let round = 0; round < scaled(4, 8); round += 1) {
      const id = await create(`Doomed ${round}`)
      const [creation, deletion] = await Promise.all([
        addTable(id),
        admin.del(`/spaces/${id}`),
      ])
      expect([creation.status, deletion.status]).toEqual(
        creation.status === 201 ? [201, 400] : [400, 204],
      )
    }
  })
})
