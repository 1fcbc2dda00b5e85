import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../infra/local/client.ts'
import { scaled } from '../../support/scale.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const supplier = (changes: object = {}) => ({
  name: randomUUID(),
  contact: 'Eva',
  phone: '555',
  email: '',
  address: 'Dock 4',
  ...changes,
})

const notFound = { status: 404, body: 'Supplier not found' }
const alreadyExists = { status: 409, body: { message: 'Supplier name already exists' } }

describe('suppliers', () => {
  it('are listed as a text when there are none', async () => {
    expect(await admin.get('/suppliers')).toMatchObject({
      status: 200,
      body: 'No suppliers found',
    })
  })

  it('are created, listed, read, changed and deleted', async () => {
    const first = supplier()
    const created = await admin.post('/suppliers', first)
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Supplier added successfully' },
    })
    const { id } = created.body
    expect((await admin.get('/suppliers')).body).toEqual([{ id, ...first }])
    expect((await admin.get(`/suppliers/${id}`)).body).toEqual({ id, ...first })

    const second = supplier({ email: 'eva@example.com' })
    expect(await admin.put(`/suppliers/${id}`, second)).toMatchObject({
      status: 200,
      body: { id, message: 'Supplier updated successfully' },
    })
    expect((await admin.get(`/suppliers/${id}`)).body).toEqual({ id, ...second })

    expect(await admin.del(`/suppliers/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await admin.get(`/suppliers/${id}`)).toMatchObject(notFound)
    expect(await admin.del(`/suppliers/${id}`)).toMatchObject(notFound)
    expect(await admin.put(`/suppliers/${id}`, second)).toMatchObject({
      status: 404,
      body: `Supplier with ID: ${id} not found`,
    })
  })

  it('return 409 when the name exists; renaming and deletion free a name', async () => {
    const [one, other] = [supplier(), supplier()]
    const { id } = (await admin.post('/suppliers', one)).body
    await admin.post('/suppliers', other)
    expect(await admin.post('/suppliers', one)).toMatchObject(alreadyExists)
    expect(await admin.put(`/suppliers/${id}`, other)).toMatchObject(alreadyExists)
    expect((await admin.put(`/suppliers/${id}`, supplier())).status).toBe(200)
    const again = await admin.post('/suppliers', one)
    expect(again.status).toBe(201)
    await admin.del(`/suppliers/${again.body.id}`)
    expect((await admin.post('/suppliers', one)).status).toBe(201)
  })

  it('create a name once under parallel requests', async () => {
    const [input, crowd] = [supplier(), scaled(8, 20)]
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => admin.post('/suppliers', input)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(crowd - 1)
  })

  it.each([
    [{ name: ' ' }],
    [{ contact: undefined }],
    [{ phone: 5 }],
    [{ email: null }],
    [{ address: undefined }],
  ])('return 400 for %j', async (wrong) => {
    const invalid = { status: 400, body: { message: expect.any(String) } }
    const { id } = (await admin.post('/suppliers', supplier())).body
    expect(await admin.post('/suppliers', supplier(wrong))).toMatchObject(invalid)
    expect(await admin.put(`/suppliers/${id}`, supplier(wrong))).toMatchObject(invalid)
  })
})
