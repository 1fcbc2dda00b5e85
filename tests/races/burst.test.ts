import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { withStoppedClock } from '../support/clock.ts'
import { scaled } from '../support/scale.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const [creations, changes] = [scaled(30, 300), scaled(12, 100)]

it(`${creations} parallel creations all get 201`, async () => {
  const answers = await Promise.all(
    Array.from({ length: creations }, (_, n) =>
      admin.post('/categories', { name: `Category ${n}`, type: 'product' }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const { body } = await admin.get('/categories?type=product')
  expect(body).toHaveLength(creations)
})

it(`${changes} parallel renames of one table all get 200`, async () => {
  const spaceId = (await admin.post('/spaces', { name: 'Hall' })).body.id
  const { id } = (await admin.post('/tables', { name: 'T', spaceId })).body
  const answers = await Promise.all(
    Array.from({ length: changes }, (_, n) =>
      admin.put(`/tables/${id}`, { name: `T${n}`, spaceId }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const table = (await admin.get(`/tables/${id}`)).body
  expect((await admin.get(`/tables/by-space/${spaceId}`)).body).toEqual([table])
})

it(`${changes} parallel logins from one address all get 200`, async () => {
  const login = () =>
    shop.anonymous().post('/auth/login', { name: owner.name, pin: owner.pin })
  // The sixth blocks the address for three seconds, or until its PIN is hashed
  const answers = await withStoppedClock(() =>
    Promise.all(Array.from({ length: changes }, login)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})
