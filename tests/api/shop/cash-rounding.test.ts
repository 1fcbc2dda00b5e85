import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())
afterEach(async () => {
  await choose('USD')
  await round(0)
})

const refusal = { status: 400, body: { message: 'Invalid cash rounding' } }

const choose = async (acronym: string) =>
  expect(await admin.put('/base-currency', { acronym })).toMatchObject({ status: 200 })
const round = async (cashRoundingCents: unknown) =>
  admin.put('/config', { businessName: 'Corner Shop', cashRoundingCents })
const step = async () => (await admin.get('/config')).body.cashRoundingCents

describe('cashRoundingCents', () => {
  it('is off by default, and shown to callers with a token', async () => {
    expect(await step()).toBe(0)
  })

  it.each([5, 10, 20, 50, 100])('may be %i in a currency with cents', async (cents) => {
    expect(await round(cents)).toMatchObject({ status: 200 })
    expect(await step()).toBe(cents)
  })

  it.each([1, 7, -5, 200, 10_000, 5.5, '5', null, 1e300])(
    'is refused as %j, and nothing changes',
    async (value) => {
      await round(10)
      expect(await round(value)).toMatchObject(refusal)
      expect(await step()).toBe(10)
    },
  )

  it.each([5, 100, 200, 500, 1_000, 2_000, 5_000, 10_000])(
    'may be %i in a currency without',
    async (cents) => {
      await choose('JPY')
      expect(await round(cents)).toMatchObject({ status: 200 })
      expect(await step()).toBe(cents)
    },
  )

  it.each([300, 10_001, 20_000])('is refused as %i there', async (cents) => {
    await choose('JPY')
    expect(await round(cents)).toMatchObject(refusal)
  })

  it('stays with a new currency that has it', async () => {
    await round(10)
    await choose('CHF')
    expect(await step()).toBe(10)
    await choose('JPY')
    expect(await step()).toBe(10)
  })

  it('is off with a new currency that has not, and the trail says so', async () => {
    await choose('JPY')
    await round(1_000)
    await choose('EUR')
    expect(await step()).toBe(0)
    const { body } = await admin.get('/audit?kind=config')
    expect(body).toContainEqual(
      expect.objectContaining({
        before: { baseCurrency: 'JPY', cashRoundingCents: 1_000 },
        after: { baseCurrency: 'EUR', cashRoundingCents: 0 },
      }),
    )
  })

  it('is a step of the currency, whichever of two changes at once comes first', async () => {
    for (let times = 0; times < 10; times += 1) {
      await choose('JPY')
      await round(0)
      await Promise.all([
        round(5_000),
        admin.put('/base-currency', { acronym: 'USD' }),
        round(2_000),
      ])
      expect(await step()).toBe(0)
    }
  })
})
