import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencies } from '../../../shared/platform/money/currencies.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const dollar = {
  id: 'bccfc932-d89b-477a-b65b-04f97cae4aae',
  acronym: 'USD',
  name: 'US Dollar',
  symbol: '$',
  countryName: 'United States',
  countryCode: 'US',
  fractionDigits: 2,
}

const bitcoin = {
  id: '5562cbb7-3e26-4811-ac57-21e6edc53265',
  acronym: 'BTC',
  name: 'Bitcoin',
  symbol: '₿',
  countryName: null,
  countryCode: null,
  fractionDigits: 2,
}

describe('GET /currencies', () => {
  it('returns every currency with every key', async () => {
    const user = await shop.userWith('settings_read')
    const { status, body } = await user.get('/currencies')
    expect(status).toBe(200)
    expect(body).toEqual(currencies)
    expect(body).toHaveLength(166)
    expect(body).toContainEqual(dollar)
    expect(body).toContainEqual(bitcoin)
  })

  it('returns 403 without settings_read', async () => {
    expect((await shop.anonymous().get('/currencies')).status).toBe(401)
    const user = await shop.userWith('payments_read')
    expect(await user.get('/currencies')).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
  })
})

describe('GET /base-currency', () => {
  it('returns the currency of the setup to any user, with its id twice', async () => {
    const user = await shop.userWith()
    const { status, body } = await user.get('/base-currency')
    expect(status).toBe(200)
    expect(body).toEqual({ ...dollar, currencyId: dollar.id })
  })

  it('returns 401 without a token', async () => {
    expect((await shop.anonymous().get('/base-currency')).status).toBe(401)
  })
})

describe('PUT /base-currency', () => {
  it('returns 403 without settings_update', async () => {
    const user = await shop.userWith('settings_read')
    const answer = await user.put('/base-currency', { acronym: 'BTC' })
    expect(answer).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
  })

  it.each([
    ['nothing', {}],
    ['a blank acronym', { acronym: ' ' }],
    ['an acronym of null', { acronym: null }],
    ['an acronym that is not text', { acronym: 840 }],
    ['an array', ['USD']],
    ['malformed JSON', '{"acronym"'],
    ['no body', undefined],
  ])('returns 400 for %s', async (_, body) => {
    const user = await shop.userWith('settings_update')
    expect(await user.put('/base-currency', body)).toMatchObject({
      status: 400,
      body: { message: 'Acronym is required' },
    })
    expect((await user.get('/base-currency')).body.acronym).toBe('USD')
  })

  it.each(['XXX', 'usd', ' USD', 'constructor'])(
    'returns 404 for %s',
    async (acronym) => {
      const user = await shop.userWith('settings_update')
      expect(await user.put('/base-currency', { acronym })).toMatchObject({
        status: 404,
        body: { message: `Unknown currency acronym: ${acronym}` },
      })
      expect((await user.get('/base-currency')).body.acronym).toBe('USD')
    },
  )

  it('changes the base currency and returns it', async () => {
    const user = await shop.userWith('settings_update')
    const { status, body } = await user.put('/base-currency', { acronym: 'BTC' })
    expect(status).toBe(200)
    expect(body).toEqual(bitcoin)
    expect((await user.get('/base-currency')).body).toEqual({
      ...bitcoin,
      currencyId: bitcoin.id,
    })
  })
})

describe('before setup', () => {
  let fresh: Shop
  beforeAll(async () => {
    fresh = await openShop({ fresh: true })
  })
  afterAll(() => fresh.close())

  it('the base currency is MXN', async () => {
    const { status, body } = await (await fresh.userWith()).get('/base-currency')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: 'beb95c15-cdcb-47c3-beba-5a47f360b999',
      currencyId: 'beb95c15-cdcb-47c3-beba-5a47f360b999',
      acronym: 'MXN',
    })
  })
})
