import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { insert } from '../../../shared/platform/dynamodb/write.ts'
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
  it('are created, listed, read, changed and deleted', async () => {
    const first = supplier()
    const created = await admin.post('/suppliers', first)
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Supplier added successfully' },
    })
    const { id } = created.body
    expect((await admin.get('/suppliers')).body).toContainEqual({ id, ...first })
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

  it('are listed in their order, also in pages, under ids of every release', async () => {
    const created = async () => (await admin.post('/suppliers', supplier())).body.id
    /** As releases before stored it: under the id itself. */
    const stored = async (id: string) => {
      await transact([insert({ pk: 'SUPPLIER', sk: id, id, ...supplier() })])
      return id
    }
    const time = (Date.now() - 60_000).toString(16).padStart(12, '0')
    const [random, sorted] = [
      await stored('00000000-8c1d-4f3a-9b2e-5d7f6a4c3b21'),
      await stored(`${time.slice(0, 8)}-${time.slice(8)}-7f3a-9b2e-5d7f6a4c3b21`),
    ]
    const made = [await created(), await created(), await created()]
    const listed = (await admin.get('/suppliers')).body.map(
      ({ id }: { id: string }) => id,
    )
    expect(listed[0]).toBe(random)
    expect(listed.slice(-3)).toEqual(made)
    const paged: string[] = []
    for (let path = '/suppliers?limit=2'; path !== ''; ) {
      const { body, headers } = await admin.get(path)
      paged.push(...body.map(({ id }: { id: string }) => id))
      path = /<(.*)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
    }
    expect(paged).toEqual(listed)
    for (const id of [random, sorted, made[0]]) {
      const changed = supplier()
      expect((await admin.put(`/suppliers/${id}`, changed)).status).toBe(200)
      expect((await admin.get(`/suppliers/${id}`)).body).toEqual({ id, ...changed })
      expect((await admin.del(`/suppliers/${id}`)).status).toBe(204)
      expect(await admin.get(`/suppliers/${id}`)).toMatchObject(notFound)
    }
  })

  it('show different first and last characters of their ids', async () => {
    const ids: string[] = []
    for (let at = 0; at < 5; at += 1) {
      ids.push((await admin.post('/suppliers', supplier())).body.id)
    }
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(5)
    expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(5)
    for (const id of ids) expect(id.charAt(14)).toBe('4')
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
