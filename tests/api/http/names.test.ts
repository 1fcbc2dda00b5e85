import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../infra/local/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'

let shop: Shop
let admin: Client
let role: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  role = await (await staffOf(shop)).createRole()
})
afterAll(() => shop.close())

const address = { contact: '', phone: '', email: '', address: '' }

/** What has a name that tells it from others of its kind. */
const bodies: Readonly<Record<string, (name: string) => object>> = {
  '/users': (name) => ({ name, pin: '2468', role }),
  '/roles': (name) => ({ role: name }),
  '/taxes': (name) => ({ name, ratePercent: 1 }),
  '/suppliers': (name) => ({ name, ...address }),
  '/categories': (name) => ({ name, type: 'dish' }),
  '/spaces': (name) => ({ name }),
  '/templates': (name) => ({ name, elements: [] }),
}

const create = (path: string, name: string) => admin.post(path, bodies[path]?.(name))

it.each(Object.keys(bodies))(
  'POST %s refuses names that look like others',
  async (path) => {
    expect((await create(path, 'Eva')).status).toBe(201)
    for (const name of [
      'An\u200ba',
      '\u202dAna',
      'A\u200cna',
      'Ana\ufe0f',
      'Ana\u2800',
    ]) {
      expect([name, (await create(path, name)).status]).toEqual([name, 400])
    }
  },
)

it.each(Object.keys(bodies))('POST %s takes emoji and joined letters', async (path) => {
  for (const name of ['☕\ufe0f Bar', '👩\u200d🍳', '1\ufe0f\u20e3', 'علی\u200cرضا']) {
    expect([name, (await create(path, name)).status]).toEqual([name, 201])
  }
})

it('says what is wrong with a new or changed name and a reason', async () => {
  const body = { message: 'Invalid request: name: has characters that cannot be seen' }
  expect(await create('/users', 'An\u200ba')).toMatchObject({ status: 400, body })
  const renamed = await admin.put(`/users/${shop.ownerId}`, { name: 'An\u200ba' })
  expect(renamed).toMatchObject({ status: 400, body })
  const cash = { type: 'in', amount: 1, reason: '\u200b' }
  expect(await admin.post('/shifts/none/cash', cash)).toMatchObject({
    status: 400,
    body: { message: 'Invalid request: reason: has characters that cannot be seen' },
  })
})
