import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import {
  bundleFields,
  createProduct,
  part,
  requiredProductFields,
} from '../support/products.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const product = (fields: object = {}) => createProduct(admin, fields)
const createBundle = (...components: object[]) => product(bundleFields(...components))
const change = (id: string, fields: object): Promise<Answer> =>
  admin.put(`/products/${id}`, { ...requiredProductFields, ...fields })
const find = async (id: string) => (await admin.get(`/products/${id}`)).body
const remove = (id: string) => admin.del(`/products/${id}`)
const adjust = (productId: string, quantity: number) =>
  admin.post('/products/stock', [{ productId, quantity }])

describe('parallel requests', () => {
  const rounds = Array.from({ length: scaled(3, 6) }, (_, round) => round)

  it('make no bundle of a component', async () => {
    for (const _ of rounds) {
      const [tea, cup] = [await product(), await product()]
      const [named, became] = await Promise.all([
        admin.post('/products', bundleFields(part(tea))),
        change(tea, bundleFields(part(cup))),
      ])
      expect(named.status === 201).toBe(became.status !== 200)
      expect((await find(tea)).isBundle).toBe(became.status === 200)
    }
  })

  it('delete no component of a bundle', async () => {
    for (const _ of rounds) {
      const tea = await product()
      const [named, removed] = await Promise.all([
        admin.post('/products', bundleFields(part(tea))),
        remove(tea),
      ])
      expect(removed.status).toBe(named.status === 201 ? 409 : 204)
    }
  })

  it('adjust no stock of a bundle', async () => {
    for (const _ of rounds) {
      const [tea, cup] = [await product({ quantity: 5 }), await product({ quantity: 50 })]
      await Promise.all([
        adjust(tea, -1),
        adjust(tea, -1),
        change(tea, bundleFields(part(cup, 50))),
      ])
      expect((await find(tea)).quantity).toBe(1)
      await change(tea, { isBundle: false, quantity: 2 })
      expect((await find(tea)).quantity).toBe(2)
    }
  })

  it('keep count of the bundles that name a component', async () => {
    const tea = await product()
    const ids = await Promise.all(rounds.map(() => createBundle(part(tea))))
    const other = await product()
    await Promise.all([
      ...ids.slice(0, 3).map((id) => change(id, { bundleComponents: [part(other)] })),
      ...ids.slice(0, 3).map((id) => change(id, { bundleComponents: [part(tea, 2)] })),
      ...ids.slice(3).map(remove),
    ])
    for (const id of ids.slice(0, 3)) {
      await change(id, { bundleComponents: [part(other)] })
    }
    expect((await remove(tea)).status).toBe(204)
  })
})
