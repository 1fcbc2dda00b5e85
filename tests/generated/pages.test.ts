import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '../../shared/auth/permissions.ts'
import type { Endpoint } from '../../shared/http/endpoint.ts'
import type { Answer, Client } from '../api/client.ts'
import { openShop, type Shop } from '../api/shop.ts'
import { endpointsWhere } from './endpoints.ts'
import { furnish } from './furnished-shop.ts'

let shop: Shop
/** Values that lead each list to records, by the names of path and query parameters. */
let known: Awaited<ReturnType<typeof furnish>>

beforeAll(async () => {
  shop = await openShop()
  known = await furnish(shop)
})
afterAll(() => shop.close())

const lists = endpointsWhere((_access, { reply }) => reply.isList === true)

const callerFor = ({ access }: Endpoint): Promise<Client> =>
  access === 'administrator'
    ? shop.admin()
    : shop.userWith(...permissions.map(({ name }) => name))

const pathTo = (key: string, { path }: Endpoint) =>
  path.replace(/\{(\w+)\}/g, (_whole, name) => known.params[`${key} ${name}`] ?? name)

const nextOf = ({ headers }: Answer) =>
  /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

/** Every page from the first on; each is full but the last. */
async function walk(client: Client, path: string, limit: number): Promise<unknown[]> {
  const rows: unknown[] = []
  let at: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`
  while (at) {
    const answer: Answer = await client.get(at)
    expect(answer.status).toBe(200)
    rows.push(...answer.body)
    at = nextOf(answer)
    expect(answer.body.length).toBeLessThanOrEqual(limit)
    if (at) expect(answer.body).toHaveLength(limit)
  }
  return rows
}

describe.each(lists)('%s', (key, endpoint) => {
  const query = { 'GET /categories': '?type=product' }[key] ?? ''

  it('comes whole, or page by page with each row once', async () => {
    const client = await callerFor(endpoint)
    const path = pathTo(key, endpoint) + query
    const whole = await client.get(path)
    expect(whole.headers.get('link')).toBeNull()
    expect(whole.body).toBeInstanceOf(Array)
    expect(whole.body.length).toBeGreaterThanOrEqual(known.sparse.has(key) ? 1 : 3)
    for (const limit of [1, 2, whole.body.length, 1_000]) {
      expect(await walk(client, path, limit)).toEqual(whole.body)
    }
  })

  it.each([
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=1.5',
    'limit=1e2',
    'limit=ten',
    'limit=1&limit=2',
    'cursor=%00',
    'cursor=!',
    'cursor=AAAA',
    `cursor=${'A'.repeat(4_000)}`,
    `cursor=${Buffer.from('ROLE').toString('base64url')}&limit=2`,
  ])('refuses ?%s', async (wrong) => {
    const client = await callerFor(endpoint)
    const path = pathTo(key, endpoint) + (query === '' ? '?' : `${query}&`)
    const { status, body } = await client.get(path + wrong)
    if (status === 200) expect(await isPartOfList(client, path, body)).toBe(true)
    else expect({ status, body }).toEqual({ status: 400, body: { message: expect.any(String) } })
  })

  it('takes a blank limit and cursor for none', async () => {
    const client = await callerFor(endpoint)
    const path = pathTo(key, endpoint) + (query === '' ? '?' : `${query}&`)
    const [whole, blank] = [await client.get(path), await client.get(`${path}limit=&cursor=`)]
    expect(blank.body).toEqual(whole.body)
  })
})

/** A cursor that could be one of the list's may be taken, and leads nowhere else. */
async function isPartOfList(client: Client, path: string, rows: unknown) {
  const { body } = await client.get(path)
  return Array.isArray(rows)
    ? rows.every((row) => body.some((each: unknown) => JSON.stringify(each) === JSON.stringify(row)))
    : typeof rows === 'string'
}
