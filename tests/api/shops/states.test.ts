import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  allShops,
  changeShop,
  createShop,
  findShop,
  type ShopState,
} from '../../../shared/shops/shop-records.ts'
import { Client } from '../../support/client.ts'
import { openBeside, openShop, type Shop } from '../../support/shop.ts'

let corner: Shop
let cafe: Shop
beforeAll(async () => {
  corner = await openShop({ shop: 'corner' })
  cafe = await openBeside(corner, 'cafe')
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await corner.close()
})

/** Functions use a host's record for five seconds. */
const noticedAfterMs = 5_000

async function become(state: ShopState): Promise<void> {
  const shop = await findShop('corner')
  if (shop) await changeShop(shop, { state })
  vi.setSystemTime(Date.now() + noticedAfterMs)
}

describe('a suspended shop', () => {
  it('refuses every call and socket with a sentence, and works again when it is resumed', async () => {
    const client = await corner.admin()
    await become('suspended')
    const refusal = {
      status: 403,
      body: { message: 'This shop is suspended: ask who hosts it' },
    }
    const calls = new Client(corner.url, Object.fromEntries(client.cookies))
    expect(await calls.get('/api/health')).toMatchObject(refusal)
    expect(await calls.get('/products')).toMatchObject(refusal)
    expect(await calls.post('/auth/login', {})).toMatchObject(refusal)
    await expect(corner.watch(client)).rejects.toThrow('refused: 403')
    expect((await (await cafe.admin()).get('/products')).status).toBe(200)
    await become('open')
    expect((await client.get('/products')).status).toBe(200)
  })
})

describe('a shop that is moved', () => {
  it('is read as before, and takes no change until it is open again', async () => {
    const client = await corner.admin()
    await become('read-only')
    const calls = new Client(corner.url, Object.fromEntries(client.cookies))
    const refused = await calls.post('/spaces', { name: 'Hall' })
    expect(refused).toMatchObject({
      status: 503,
      body: {
        message: 'This shop is being moved and takes no changes now, try again later',
      },
    })
    expect(refused.headers.get('retry-after')).toBe('60')
    await expect(corner.watch(client)).rejects.toThrow('refused: 503')
    expect((await calls.get('/spaces')).status).toBe(200)
    await become('open')
    expect((await calls.post('/spaces', { name: 'Hall' })).status).toBe(201)
  })
})

describe('shops', () => {
  it('have an id and hosts that no other has', async () => {
    await expect(createShop('corner', ['other.localhost'], 0)).rejects.toThrow(
      'alreadyExists',
    )
    await expect(createShop('other', ['corner.localhost'], 0)).rejects.toThrow(
      'alreadyExists',
    )
    expect((await allShops()).map(({ id }) => id).sort()).toEqual(['cafe', 'corner'])
  })

  it('of one id are created once by many at once', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => createShop('bar', [`bar${at}.localhost`], 0)),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
