import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

it('300 parallel requests all succeed', async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      admin.post('/categories', { name: `Category ${n}`, type: 'product' }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const { body } = await admin.get('/categories?type=product')
  expect(body).toHaveLength(300)
})

it('100 parallel renames of one table all succeed', async () => {
  const spaceId = (await admin.post('/spaces', { name: 'Hall' })).body.id
  const { id } = (await admin.post('/tables', { name: 'T', spaceId })).body
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      admin.put(`/tables/${id}`, { name: `T${n}`, spaceId }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const table = (await admin.get(`/tables/${id}`)).body
  expect((await admin.get(`/tables/by-space/${spaceId}`)).body).toEqual([table])
}, 60_000)

it('100 parallel logins from one address all succeed', async () => {
  const login = () =>
    shop.anonymous().post('/auth/login', { name: owner.name, pin: owner.pin })
  const answers = await Promise.all(Array.from({ length: 100 }, login))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
}, 60_000)
