import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ModifiersRecord,
  modifiersKey,
} from '../../../shared/catalog/modifier-groups.ts'
import { findProduct } from '../../../shared/catalog/products.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import type { Client } from '../../support/client.ts'
import {
  bundleFields,
  createProduct,
  part,
  requiredProductFields,
} from '../../support/products.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

/** Otherwise each of their sales would find it out again, and take four round trips. */
test('bundles and modifiers know when the units of what they take are no longer counted', async () => {
  const tea = await createProduct(admin)
  const set = await createProduct(admin, bundleFields(part(tea, 2)))
  const group = {
    name: 'Extras',
    min: 0,
    max: 1,
    options: [{ name: 'Tea', productId: tea }],
  }
  expect((await admin.post('/modifiers', group)).status).toBe(201)
  const hints = async () => {
    const [component] = (await findProduct(set))?.components ?? []
    const [stored] = (await read<ModifiersRecord>(modifiersKey))?.groups ?? []
    return [component?.trackStock, stored?.options[0]?.trackStock]
  }
  const track = (trackStock: boolean) =>
    admin.put(`/products/${tea}`, { ...requiredProductFields, trackStock })

  expect((await track(false)).status).toBe(200)
  expect(await hints()).toEqual([false, false])
  expect((await track(true)).status).toBe(200)
  expect(await hints()).toEqual([undefined, undefined])

  const { body: entries } = await admin.get('/audit?kind=stock')
  const switches = entries.filter(
    ({ after }: { after: object | null }) => after && 'trackStock' in after,
  )
  expect(switches.map(({ after }: { after: object }) => after)).toEqual([
    { trackStock: false },
    { trackStock: true },
  ])
})
