import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let restaurant: Restaurant
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
})
afterAll(() => shop.close())

type Values = Readonly<Record<string, unknown>>

/** Per kind: a new one, and what its two owners make of it. */
const kinds: Readonly<Record<string, () => Promise<[Values, Values, Values]>>> = {
  dishes: async () => {
    const dish = {
      name: 'Soup',
      price: 4.5,
      categoryId: await restaurant.createCategory('dish'),
    }
    return [dish, { ...dish, course: 'Starters' }, { ...dish, price: 5 }]
  },
  ingredients: async () => {
    const flour = {
      name: 'Flour',
      categoryId: await restaurant.createCategory('ingredient'),
      quantity: 2.125,
      unit: 'kg',
      lowStockThreshold: 0.3,
      costPerUnit: 0.1 + 0.2,
    }
    return [flour, { ...flour, quantity: 7.125 }, { ...flour, costPerUnit: 0.4 }]
  },
  taxes: async () => [
    { name: 'VAT', ratePercent: 16 },
    { ratePercent: 17 },
    { nextRate: { ratePercent: 18, fromDay: '2999-01-01' } },
  ],
  roles: async () => [
    { role: 'Counter', permissions: ['orders_read', 'orders_create'] },
    { role: 'Counter', permissions: ['orders_create'] },
    { role: 'Counter', permissions: ['orders_read', 'orders_create', 'users_read'] },
  ],
}

describe.each(Object.entries(kinds))('two owners who change one of %s', (kind, make) => {
  it('do not overwrite each other: the later one is told, whoever it is', async () => {
    const { admin } = restaurant
    const [first, one, other] = await make()
    const { body: created } = await admin.post(`/${kind}`, first)
    const path = `/${kind}/${created.id}`
    const read = async (): Promise<Values> => {
      const { body: all } = await admin.get(`/${kind}`)
      const found = all.find(({ id }: { id: string }) => id === created.id)
      if (kind !== 'roles') return found
      const { password: _mask, ...role } = found
      const { body: permissions } = await admin.get(`${path}/permissions`)
      return { ...role, permissions: permissions.map(({ name }: Values) => name) }
    }
    const before = await read()
    const answers = await Promise.all(
      [one, other].map((values) => admin.put(path, { ...values, ifWas: before })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.headers.get('error-code')).toBe('record_changed')
    const won = lost === answers[0] ? other : one
    const after = await read()
    expect(after).toMatchObject(
      kind === 'roles'
        ? { permissions: expect.arrayContaining(won.permissions as string[]) }
        : won,
    )
    expect(after).not.toEqual(before)
    expect(after).not.toHaveProperty('ifWas')
    // A change of what is read anew is taken, and who says nothing of it changes it anyhow
    expect((await admin.put(path, { ...won, ifWas: after })).status).toBe(200)
    expect((await admin.put(path, { ...one, ifWas: { nosuch: 1 } })).status).toBe(409)
    expect((await admin.put(path, { ...one, ifWas: 'x' })).status).toBe(400)
    expect((await admin.put(path, one)).status).toBe(200)
  })
})
