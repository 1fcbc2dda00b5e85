import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inDeployment } from '../../../shared/current-shop.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteIfPresent, put } from '../../../shared/platform/dynamodb/write.ts'
import type { Client } from '../../support/client.ts'
import { later, withStoppedClock } from '../../support/clock.ts'
import { openShop, type Shop } from '../../support/shop.ts'

/** A price source. It counts who asks. */
let says: { rate: number } | undefined
let asked: (string | undefined)[] = []
/** Delays the answers. */
let ready: Promise<unknown> = Promise.resolve()
const source = createServer(({ url }, response) => {
  asked.push(url)
  const answer = says
  void ready.then(() => {
    response.statusCode = answer ? 200 : 500
    response.end(JSON.stringify(answer ?? {}))
  })
})

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  await new Promise<void>((done) => source.listen(0, '127.0.0.1', done))
  process.env.RATE_SIMULATOR_URL = `http://127.0.0.1:${(source.address() as AddressInfo).port}/`
})
afterAll(async () => {
  source.close()
  await shop.close()
})

const eur = { pk: 'EXCHANGE-RATES', sk: 'EUR' }
const write = (...writes: Parameters<typeof transact>[0]) =>
  inDeployment(() => transact(writes))

beforeEach(async () => {
  says = { rate: 80_000.5 }
  ready = Promise.resolve()
  asked = []
  await write(deleteIfPresent(eur), deleteIfPresent({ ...eur, sk: 'USD' }))
})

const rateOf = (currency = 'EUR', client = admin) =>
  client.get(`/rates?currency=${currency}`)

const minute = 60_000
/** Stores a rate of an earlier time. */
const keep = (minutesAgo: number, more: object = {}) => {
  const asOfMs = Date.now() - minutesAgo * minute
  return write(
    put({
      ...eur,
      rate: 70_000,
      sources: ['kraken'],
      asOfMs,
      askedAtMs: asOfMs,
      ...more,
    }),
  )
}

describe('GET /rates', () => {
  test('gives any user the rate of the base currency, and of another', async () => {
    const user = await shop.userWith()
    expect(await user.get('/rates')).toMatchObject({
      status: 200,
      body: { currency: 'USD', rate: 80_000.5, sources: ['simulated'], stale: false },
    })
    const beforeMs = Date.now()
    const { body } = await rateOf('EUR', user)
    expect(body).toMatchObject({ currency: 'EUR', rate: 80_000.5 })
    // In whole seconds
    expect(Date.parse(body.asOf)).toBeGreaterThan(beforeMs - 1_000)
    expect(Date.parse(body.asOf)).toBeLessThanOrEqual(Date.now())
    expect(asked).toEqual(['/?currency=USD', '/?currency=EUR'])
  })

  test('refuses a currency that there is not', async () => {
    expect(await rateOf('EURO')).toMatchObject({
      status: 404,
      body: { message: 'Unknown currency acronym: EURO' },
    })
    expect(asked).toEqual([])
  })

  test('asks once a minute', async () => {
    await withStoppedClock(async () => {
      await rateOf()
      says = { rate: 90_000 }
      expect((await rateOf()).body.rate).toBe(80_000.5)
    })
    expect(asked).toHaveLength(1)
    const { body } = await later(1.1, () => rateOf())
    expect(body).toMatchObject({ rate: 90_000, stale: false })
    expect(asked).toHaveLength(2)
  })

  test('asks once for many who want to know, and they wait', async () => {
    ready = wait(300)
    const answers = await withStoppedClock(() =>
      Promise.all(Array.from({ length: 10 }, () => rateOf())),
    )
    expect(answers.map(({ status, body }) => [status, body.rate])).toEqual(
      answers.map(() => [200, 80_000.5]),
    )
    expect(asked).toHaveLength(1)
  })

  test('gives the others the rate that is kept while one asks', async () => {
    await keep(2)
    const answering = Promise.withResolvers<void>()
    ready = answering.promise
    const first = rateOf()
    while (asked.length === 0) await wait(5)
    expect((await rateOf()).body.rate).toBe(70_000)
    answering.resolve()
    expect((await first).body.rate).toBe(80_000.5)
  })

  test.each([
    [4, false],
    [6, true],
    [29, true],
  ])(
    'gives the rate of %i minutes ago where no source answers',
    async (minutes, stale) => {
      says = undefined
      await keep(minutes)
      expect(await rateOf()).toMatchObject({
        status: 200,
        body: { rate: 70_000, sources: ['kraken'], stale },
      })
    },
  )

  test.each([
    ['one that is too old', () => keep(31)],
    ['none', () => Promise.resolve()],
  ])('refuses where no source answers and there is %s', async (_name, prepare) => {
    says = undefined
    await prepare()
    const refusal = {
      status: 503,
      body: { message: 'Exchange rate unavailable', code: 'rate_unavailable' },
    }
    await withStoppedClock(async () => {
      expect(await rateOf()).toMatchObject(refusal)
      // Sources that fail are left alone for a while
      says = { rate: 80_000.5 }
      expect(await rateOf()).toMatchObject(refusal)
    })
    expect(asked).toHaveLength(1)
    expect((await later(0.2, () => rateOf())).body.rate).toBe(80_000.5)
  })

  test.each([0, -5])('takes %i for no answer', async (rate) => {
    says = { rate }
    expect((await rateOf()).status).toBe(503)
  })

  test('refuses while two sources contradict each other, though one is kept', async () => {
    await withStoppedClock(async () => {
      await keep(2, { failure: 'ratesDiffer', askedAtMs: Date.now() })
      expect(await rateOf()).toMatchObject({
        status: 503,
        body: { code: 'rates_differ' },
      })
    })
    expect((await later(0.2, () => rateOf())).body.rate).toBe(80_000.5)
    expect((await rateOf()).body.rate).toBe(80_000.5)
  })

  test('asks again when the one who asked was lost', async () => {
    await write(put({ ...eur, askedAtMs: Date.now() - 4_500 }))
    expect((await rateOf()).body.rate).toBe(80_000.5)
  })
})

type Change = Record<'before' | 'after', { manualRate?: unknown } | null>

describe('a rate given by hand', () => {
  const setRate = (manualRate: object | null) =>
    admin.put('/config', { businessName: 'Corner Shop', manualRate })

  test('is used alone for its currency, until it is taken back', async () => {
    expect((await setRate({ currency: 'EUR', rate: 50_000 })).status).toBe(200)
    expect((await rateOf()).body).toMatchObject({ rate: 50_000, sources: ['manual'] })
    expect(asked).toEqual([])
    expect((await rateOf('USD')).body.sources).toEqual(['simulated'])
    expect((await admin.get('/config')).body.manualRate).toEqual({
      currency: 'EUR',
      rate: 50_000,
    })
    await setRate(null)
    expect((await rateOf()).body.sources).toEqual(['simulated'])
  })

  test('is in the audit trail once, with the one before', async () => {
    await setRate({ currency: 'EUR', rate: 60_000 })
    await setRate({ currency: 'EUR', rate: 60_000 })
    const { body } = await admin.get('/audit?kind=config')
    const changes = body.map(({ before, after }: Change) => [
      before?.manualRate,
      after?.manualRate,
    ])
    const given = { currency: 'EUR', rate: 60_000 }
    expect(
      changes.filter(([, after]: unknown[]) => isDeepStrictEqual(after, given)),
    ).toEqual([[null, given]])
    await setRate(null)
  })

  test.each([
    [{ currency: 'EUR', rate: 0 }],
    [{ currency: 'EUR', rate: -1 }],
    [{ currency: 'euro', rate: 1 }],
    [{ currency: 'XXQ', rate: 1 }],
    [{ rate: 1 }],
    [5],
  ])('is refused as %j', async (manualRate) => {
    expect((await setRate(manualRate as object)).status).toBe(400)
    expect((await admin.get('/config')).body.manualRate).toBeNull()
  })
})
