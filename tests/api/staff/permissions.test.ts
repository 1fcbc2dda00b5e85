import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../faults/proxy.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let table: FaultProxy
let shop: Shop
beforeAll(async () => {
  table = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: table.endpoint })
})
afterAll(async () => {
  await shop.close()
  table.close()
})

it('returns the 66 permissions sorted by name, without reading the table', async () => {
  const client = await shop.userWith('permissions_read')
  table.reset()
  const { status, body } = await client.get('/permissions')
  expect(status).toBe(200)
  expect(body).toHaveLength(66)
  const names = body.map(({ name }: { name: string }) => name)
  expect(names).toEqual([...names].sort((one, other) => (one < other ? -1 : 1)))
  expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(66)
  expect(body[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
    name: 'categories_create',
    description: 'add categories',
    enabled: true,
    adminOnly: false,
  })
  expect(table.calls()).toEqual([])
})

it('returns 403 without permissions_read', async () => {
  expect(await (await shop.userWith('roles_read')).get('/permissions')).toMatchObject({
    status: 403,
    body: { message: 'Permission required' },
  })
  expect((await shop.anonymous().get('/permissions')).status).toBe(401)
})
