import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from 'vitest'
import { inShop } from '../../../shared/current-shop.ts'
import { sign } from '../../../shared/lightning/node/phoenixd/signature.ts'
import { allWatchers } from '../../../shared/lightning/payments-feed/watchers.ts'
import { changeShop, findShop } from '../../../shared/platform/shops/shop-records.ts'
import { Client } from '../../support/client.ts'
import { openBeside, openShop, type Shop, webhookSecret } from '../../support/shop.ts'
import { newPaymentHash } from '../../support/till.ts'
import { watch } from '../../support/watch.ts'

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

/** A shop has a hundred requests in ten seconds, and each instance two that are not counted. */
const rate = '10'
const allowed = 100
const uncounted = 2

/** Each test has ten seconds of its own, of which some have passed. */
beforeEach(() => {
  vi.stubEnv('SHOP_RATE', rate)
  const now = Date.now()
  vi.setSystemTime(now - (now % 10_000) + 23_000)
})
afterEach(() => vi.unstubAllEnvs())

const atOnce = (client: Pick<Client, 'get'>, requests: number) =>
  Promise.all(Array.from({ length: requests }, () => client.get('/api/health')))

/** A till of a shop, with a token. */
async function tillOf(shop: Shop): Promise<Client> {
  const { cookies } = await shop.userWith('orders_create')
  return new Client(shop.url, Object.fromEntries(cookies))
}

/** Sends a shop a till's requests at the same time. */
const flood = async (shop: Shop, requests: number) => atOnce(await tillOf(shop), requests)

const served = (answers: readonly { status: number }[]) =>
  answers.filter(({ status }) => status === 200).length

describe('a shop that floods', () => {
  it('is refused beyond its rate, and no other shop is', async () => {
    const answers = await flood(corner, 3 * allowed)
    expect(served(answers)).toBeGreaterThanOrEqual(allowed)
    expect(served(answers)).toBeLessThanOrEqual(allowed + uncounted + 1)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toEqual({ retryAfter: 7 })
    expect(refused?.headers.get('retry-after')).toBe('7')
    expect(served(await flood(cafe, 50))).toBe(50)
    const { socket } = await watch(cafe.url, await cafe.admin())
    socket.close()
    // Its end calls the table, which the next test counts
    await expect.poll(() => inShop(cafe.served, allWatchers)).toEqual([])
  })

  it('is refused without a call of the table, sockets too, until the seconds are over', async () => {
    const owner = await corner.admin()
    await flood(corner, 2 * allowed)
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    expect(served(await flood(corner, allowed))).toBe(0)
    expect(send).not.toHaveBeenCalled()
    send.mockRestore()
    await expect(corner.watch(owner)).rejects.toThrow('refused: 429')
    vi.setSystemTime(Date.now() + 7_000)
    expect(served(await flood(corner, allowed))).toBe(allowed)
  })

  it('lets its pages read the refusal', async () => {
    const origin = 'http://localhost:3000'
    const preflight = { origin, 'access-control-request-method': 'GET' }
    await flood(corner, 2 * allowed)
    const client = await tillOf(corner)
    expect(
      await new Client(corner.url).send('OPTIONS', '/products', undefined, preflight),
    ).toMatchObject({
      status: 204,
    })
    const refused = await client.get('/products', { origin })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  })

  it('serves its tills and its node while strangers flood it', async () => {
    const strangers = new Client(corner.url, { accessToken: 'made up' })
    const passed = served(await atOnce(strangers, allowed))
    expect(passed).toBeGreaterThanOrEqual(allowed / 4)
    expect(passed).toBeLessThanOrEqual(allowed / 4 + uncounted + 1)
    expect(served(await flood(corner, allowed / 2))).toBe(allowed / 2)
    const raw = JSON.stringify({
      type: 'payment_received',
      paymentHash: newPaymentHash(),
    })
    const headers = { 'X-Node-Signature': sign(webhookSecret, raw) }
    await flood(corner, allowed)
    expect(await strangers.send('POST', '/webhook/node', raw, headers)).toMatchObject({
      status: 200,
    })
    const agent = { authorization: 'Bearer unknown' }
    expect(await strangers.send('POST', '/agents/report', {}, agent)).toMatchObject({
      status: 401,
    })
  })

  it('may have a rate of its own', async () => {
    const shop = await findShop('corner')
    if (shop) await changeShop(shop, { settings: { shopRate: '20' } })
    vi.setSystemTime(Date.now() + 6_000)
    const passed = served(await flood(corner, 3 * allowed))
    expect(passed).toBeGreaterThanOrEqual(2 * allowed)
    expect(passed).toBeLessThan(2.5 * allowed)
    const changed = await findShop('corner')
    if (changed) await changeShop(changed, { settings: {} })
    vi.setSystemTime(Date.now() + 6_000)
  })
})

describe('instances of functions', () => {
  const shop = { id: 'bar' }
  const instance = async () => {
    vi.resetModules()
    return (await import('../../../shared/platform/shops/throttle.ts')).secondsToWait
  }
  const passed = async (take: Awaited<ReturnType<typeof instance>>, requests: number) => {
    let count = 0
    for (let at = 0; at < requests; at += 1) {
      if ((await take(shop, Date.now(), true)) === 0) count += 1
    }
    return count
  }

  it('share the rate of a shop, but for a part that each has of its own', async () => {
    const [one, other] = [await instance(), await instance()]
    const first = await passed(one, 60)
    const both = first + (await passed(other, 2 * allowed)) + (await passed(one, allowed))
    expect(first).toBe(60)
    // The request that finds nothing left in the count still passes
    expect(both).toBe(allowed + 2 * (uncounted + 1))
  })

  it('count nothing of a shop that asks little', async () => {
    const take = await instance()
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    for (let at = 0; at < 20; at += 1) {
      expect(await take(shop, Date.now(), true)).toBe(0)
      vi.setSystemTime(Date.now() + 5_000)
    }
    expect(send).not.toHaveBeenCalled()
  })
})
