import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '../../shared/people/staff/permissions.ts'
import type { Endpoint } from '../../shared/platform/http/endpoint.ts'
import { canonical } from '../support/canonical.ts'
import type { Client } from '../support/client.ts'
import { inTurn, isLongRun } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { nextOf, readAllPages, withQuery } from './all-pages.ts'
import { examplePath, lists } from './lists.ts'
import { placeOf } from './place-of.ts'
import { seedShop } from './seeded-shop.ts'

let shop: Shop
/** Paths of lists whose route has parameters or needs a query, by route key. */
let paths: Readonly<Record<string, string>>

beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  paths = await seedShop(shop)
})
afterAll(() => shop.close())

/** Place in which a list gets the records that these tests need. */
const seeds = placeOf('tests/generated/seeded-shop.ts', 'function seedShop')

/** The sort orders that clients can choose. */
const sorted = ['date', 'total'].flatMap((sortBy) =>
  ['asc', 'desc'].map((order) => `sortBy=${sortBy}&sortOrder=${order}`),
)

let admin: Client
/** Has every permission but is not an administrator. */
let cashier: Client
beforeAll(async () => {
  admin = await shop.admin()
  cashier = await shop.userWith(...permissions.map(({ name }) => name))
})

const callerFor = ({ access }: Endpoint): Client =>
  access === 'administrator' ? admin : cashier

async function expectPages(client: Client, path: string, turn: number): Promise<void> {
  const whole = await client.get(path)
  expect(whole.headers.get('link')).toBeNull()
  const hint = `${path} must list three records, which ${seeds} creates`
  expect(whole.body, hint).toBeInstanceOf(Array)
  expect(whole.body.length, hint).toBeGreaterThanOrEqual(3)
  // Pages of few rows take a request for each, of which short lists have enough
  const few = whole.body.length > 50 && !isLongRun ? [49, 50] : [1, 2]
  for (const limit of inTurn([...few, whole.body.length, 1_000], 1, turn)) {
    expect(await readAllPages(client, path, limit)).toEqual(whole.body)
  }
}

/** The printers of an agent that says nothing for two minutes are listed no more. */
const mayLapse = ([key]: (typeof lists)[number]) => key === 'GET /printers/available'
const firstToLapse = [
  ...lists.filter(mayLapse),
  ...lists.filter((list) => !mayLapse(list)),
]

describe.each(firstToLapse)('%s', (key, endpoint) => {
  const path = () => paths[key] ?? examplePath(endpoint)
  const turn = lists.findIndex(([each]) => each === key)

  it('returns all rows, unpaged or in pages', async () => {
    await expectPages(callerFor(endpoint), path(), turn)
  })

  it('returns 400 for an invalid limit', async () => {
    const client = callerFor(endpoint)
    const limits = ['0', '1001', '-1', '1.5', '1e2', 'ten', '1&limit=2', '%00']
    for (const limit of inTurn(limits, 1, turn)) {
      expect(await client.get(withQuery(path(), `limit=${limit}`))).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      })
    }
  })

  it('returns 400 for an invalid cursor', async () => {
    const client = callerFor(endpoint)
    const places = ['\u0000', 'é', '\u{1f600}', 'x'.repeat(3_000), '']
    for (const place of inTurn(places, 1, turn)) {
      const cursor = `${Buffer.from(place).toString('base64url')}${place && '='}`
      const pagePath = withQuery(path(), `cursor=${cursor || '!'}`)
      expect(await client.get(pagePath)).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      })
    }
  })

  it('returns only its own rows for any cursor', async () => {
    const client = callerFor(endpoint)
    const { body: rows } = await client.get(path())
    expect(rows, `${path()} must list records, which ${seeds} creates`).toBeInstanceOf(
      Array,
    )
    const own = rows.map(canonical)
    const places = ['!', '0', 'DEFAULT', 'a', 'ROLE', 'dish#', '~']
    for (const place of inTurn(places, 1, turn)) {
      const cursor = Buffer.from(place).toString('base64url')
      const { status, body } = await client.get(withQuery(path(), `cursor=${cursor}`))
      expect([200, 400]).toContain(status)
      const found = Array.isArray(body) ? body : []
      expect(own).toEqual(expect.arrayContaining(found.map(canonical)))
    }
  })

  it('ignores a blank limit and cursor', async () => {
    const client = callerFor(endpoint)
    const { body } = await client.get(withQuery(path(), 'limit=&cursor='))
    expect(body).toEqual((await client.get(path())).body)
  })
})

describe('GET /orders/with-payments', () => {
  it.each(sorted)('has pages in the order of %s', async (query) => {
    const client = await shop.userWith('orders_read')
    await expectPages(client, `/orders/with-payments?${query}`, sorted.indexOf(query))
  })
})

describe('GET /store/orders', () => {
  it('has pages of one status', async () => {
    const client = await shop.userWith('orders_read')
    await expectPages(client, '/store/orders?status=closed', 0)
  })
})

it('the Link header keeps the query and is exposed to other origins', async () => {
  const client = await shop.userWith('orders_read')
  const { headers } = await client.get('/store/orders?status=closed&limit=1', {
    origin: 'http://localhost:3000',
  })
  expect(headers.get('link')).toMatch(
    /^<\/store\/orders\?status=closed&limit=1&cursor=[\w-]+>; rel="next"$/,
  )
  expect(headers.get('access-control-expose-headers')).toContain('Link')
})

it('the next page starts at the right row when the row before it is deleted', async () => {
  const client = await shop.userWith('products_read', 'products_delete')
  const { body: whole } = await client.get('/products')
  const first = await client.get('/products?limit=2')
  expect(await client.del(`/products/${whole[1].id}`)).toMatchObject({ status: 204 })
  const second = await client.get(nextOf(first) ?? '')
  expect([...first.body, ...second.body]).toEqual(whole)
})
