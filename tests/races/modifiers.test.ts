import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { openRestaurant, type Restaurant } from '../support/dishes.ts'
import { requiredProductFields } from '../support/products.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let admin: Client
let restaurant: Restaurant
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
  admin = restaurant.admin
})
afterAll(() => shop.close())

const group = { name: 'Milk', min: 0, max: 2, options: [{ name: 'Oat', priceCents: 50 }] }

const createGroup = async (): Promise<string> =>
  (await admin.post('/modifiers', group)).body.id

const find = async (id: string) =>
  (await admin.get('/modifiers')).body.find((each: { id: string }) => each.id === id)

describe('parallel requests', () => {
  const rounds = Array.from({ length: scaled(3, 6) }, (_, round) => round)

  it('delete no modifier group that a product takes into use', async () => {
    for (const _ of rounds) {
      const id = await createGroup()
      const fields = { ...requiredProductFields, modifierGroupIds: [id] }
      const [named, removed]: Answer[] = await Promise.all([
        admin.post('/products', fields),
        admin.del(`/modifiers/${id}`),
      ])
      expect([named?.status, removed?.status]).toEqual(
        named?.status === 201 ? [201, 400] : [400, 204],
      )
    }
  })

  it('lose no change of two groups, and none of two that are new', async () => {
    const [one, other] = [await createGroup(), await createGroup()]
    const [, , { body }] = await Promise.all([
      admin.put(`/modifiers/${one}`, { name: 'first' }),
      admin.put(`/modifiers/${other}`, { name: 'second' }),
      admin.post('/modifiers', { ...group, name: 'third' }),
    ])
    expect(await find(one)).toMatchObject({ name: 'first' })
    expect(await find(other)).toMatchObject({ name: 'second' })
    expect(await find(body.id)).toMatchObject({ name: 'third' })
  })
})
