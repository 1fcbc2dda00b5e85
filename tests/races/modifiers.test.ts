import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { openRestaurant, type Restaurant } from '../support/dishes.ts'
import { requiredProductFields } from '../support/products.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let admin: Client
let restaurant: Restaurant
let categoryId: string
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
  admin = restaurant.admin
  categoryId = await restaurant.createCategory()
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

  it('order an option with the name and price of one moment, or are refused', async () => {
    for (const _ of rounds) {
      const id = await createGroup()
      const [option] = (await find(id)).options
      const dish = { name: 'Coffee', price: 3, categoryId, modifierGroupIds: [id] }
      const dishId = (await admin.post('/dishes', dish)).body.id
      const orderId = await restaurant.createOrder()
      const modifiers = [{ groupId: id, optionId: option.id }]
      const line = { dishId, priceAtOrder: 3, modifiers }
      const added = rounds.map(() => restaurant.addDishes(orderId, [line]))
      const renamed = { ...option, name: 'Oat milk', priceCents: 60 }
      for (const options of [[renamed], []]) {
        expect((await admin.put(`/modifiers/${id}`, { options })).status).toBe(200)
      }
      const statuses = (await Promise.all(added)).map(({ status }) => status)
      expect([201, 400]).toEqual(expect.arrayContaining(statuses))
      const { dishes } = await restaurant.readCompleteOrder(orderId)
      expect(dishes).toHaveLength(statuses.filter((status) => status === 201).length)
      for (const each of dishes) {
        const [taken] = each.modifiers ?? []
        expect([
          { name: 'Oat', priceCents: 50, quantity: 1 },
          { name: 'Oat milk', priceCents: 60, quantity: 1 },
        ]).toContainEqual(taken)
      }
      expect((await restaurant.addDishes(orderId, [line])).status).toBe(400)
    }
  })

  it('never give a dish a group whose options take stock', async () => {
    for (const _ of rounds) {
      const id = await createGroup()
      const product = await admin.post('/products', requiredProductFields)
      const options = [{ name: 'Cookie', productId: product.body.id }]
      const dish = { name: 'Coffee', price: 3, categoryId, modifierGroupIds: [id] }
      const [named, changed]: Answer[] = await Promise.all([
        admin.post('/dishes', dish),
        admin.put(`/modifiers/${id}`, { options }),
      ])
      expect([named?.status, changed?.status]).toEqual(
        named?.status === 201 ? [201, 400] : [400, 200],
      )
    }
  })
})
