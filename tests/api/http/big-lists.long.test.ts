import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDynamoDb } from '../../../infra/local/engines/dynamodb.ts'
import { writeSales } from '../../bench/bulk-orders.ts'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'

const count = 20_000

/** A separate engine, so that other files do not wait for 20,000 writes. */
let dynamoDb: Awaited<ReturnType<typeof startDynamoDb>>
let shop: Shop
let client: Client
beforeAll(async () => {
  dynamoDb = await startDynamoDb()
  shop = await openShop({ dynamoDbEndpoint: dynamoDb.endpoint })
  client = await shop.userWith('orders_read')
  await writeSales(dynamoDb.endpoint, {
    userId: shop.ownerId,
    count,
    from: '2025-01-01',
    days: 365,
  })
})
afterAll(async () => {
  await shop.close()
  await dynamoDb.close()
})

const compressed = { 'accept-encoding': 'gzip' }
const plain = { 'accept-encoding': 'identity' }

type Row = { readonly id: string; readonly createdAt: string }

const asksForPages = {
  status: 413,
  body: { message: expect.stringMatching(/limit.*cursor/) },
}

describe.each(['/store/orders', '/orders/with-payments'])('GET %s', (path) => {
  it('returns pages of 1,000', async () => {
    const ids = new Set<string>()
    let at: string | undefined = `${path}?limit=1000`
    while (at) {
      const { body, headers } = await client.get(at, plain)
      expect(body).toHaveLength(1_000)
      for (const { id } of body as Row[]) ids.add(id)
      at = /<(.+)>/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(ids.size).toBe(count)
  })

  it('returns all 20,000 orders, newest first', async () => {
    const { status, body, headers } = await client.get(path, compressed)
    expect(status).toBe(200)
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(headers.get('vary')).toContain('Accept-Encoding')
    const rows = body as Row[]
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count)
    const dates = rows.map(({ createdAt }) => createdAt)
    expect(dates).toEqual(dates.toSorted().reverse())
  })

  it('returns 413 and names paging when the response is too large', async () => {
    expect(await client.get(path, plain)).toMatchObject(asksForPages)
  })
})

describe('an export of many sales', () => {
  const path = '/reports/export?type=payments'

  it('is sent whole and compressed', async () => {
    const accountant = await shop.userWith('reports_export')
    const { status, body } = await accountant.get(path, compressed)
    expect(status).toBe(200)
    const exported = String(body).trimEnd().split('\r\n')
    expect(new Set(exported).size).toBe(1 + count)
  })
})
