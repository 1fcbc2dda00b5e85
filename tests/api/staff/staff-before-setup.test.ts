import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ fresh: true })
})
afterAll(() => shop.close())

it('GET /users returns no users to any caller', async () => {
  for (const user of [await shop.userWith('users_read'), await shop.userWith()]) {
    expect(await user.get('/users')).toMatchObject({
      status: 200,
      body: 'No users found',
    })
  }
})

it('GET /roles returns no roles', async () => {
  const user = await shop.userWith('roles_read')
  expect(await user.get('/roles')).toMatchObject({ status: 200, body: 'No roles found' })
})
