import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { staffOf } from '../support/staff.ts'
import { type FaultProxy, startFaultProxy, withoutRetries } from './proxy.ts'

const hash = vi.hoisted(() => ({ count: 0 }))
vi.mock(import('node:crypto'), async (original) => {
  const crypto = await original()
  const pbkdf2 = ((...args: Parameters<typeof crypto.pbkdf2>) => {
    hash.count += 1
    crypto.pbkdf2(...args)
  }) as typeof crypto.pbkdf2
  return { ...crypto, pbkdf2 }
})

let proxy: FaultProxy
let shop: Shop
const names = { unknown: 'Nobody', known: owner.name, withoutRole: '', roleGone: '' }
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({
    dynamoDbEndpoint: proxy.endpoint,
    options: { TRUSTED_PROXIES: '127.0.0.1' },
  })
  const staff = await staffOf(shop)
  const role = await staff.createRole()
  const [without, gone] = [await staff.createUser(role), await staff.createUser(role)]
  await staff.admin.put(`/users/${without.id}`, { roleId: null })
  await staff.admin.del(`/roles/${role}`)
  names.withoutRole = without.credentials.name
  names.roleGone = gone.credentials.name
})
afterAll(async () => {
  await shop.close()
  proxy.close()
})
beforeEach(() => proxy.reset())

let lastByte = 0
/** Counts the table calls, records read and hashes of a login with a wrong PIN. */
async function measureLogin(name: string) {
  lastByte += 1
  const from = { 'x-forwarded-for': `203.0.113.${lastByte}` }
  proxy.reset()
  hash.count = 0
  const wrong = { name, pin: '0000' }
  expect((await shop.anonymous().post('/auth/login', wrong, from)).status).toBe(401)
  const calls = withoutRetries(proxy.calls())
    .map(({ operation, request }) => {
      const [asked] = Object.values((request.RequestItems ?? {}) as object)
      return { operation, records: asked?.Keys.length ?? 1 }
    })
    .map((call) => JSON.stringify(call))
    .sort()
  return { hashes: hash.count, calls }
}

it.each(['unknown', 'withoutRole', 'roleGone'] as const)(
  'a wrong PIN causes the same reads and hashes for a known name and one that is %s',
  async (kind) => {
    const known = await measureLogin(names.known)
    expect(known.hashes).toBe(1)
    expect(known.calls.length).toBeGreaterThan(0)
    expect(await measureLogin(names[kind])).toEqual(known)
  },
)
