import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const config = async () => (await admin.get('/config')).body

describe('GET /config', () => {
  it("says what the shop's clocks show, by rules of the year, and takes it back", async () => {
    expect((await config()).clock).toBeNull()
    await admin.put('/config', {
      businessName: 'Corner Shop',
      timezone: 'America/Winnipeg',
    })
    const read = await config()
    const { rules, changes } = read.clock
    expect(rules).toMatch(/^20\d\d[a-z]$/)
    // The clocks were not put back in November 2026
    expect(changes).toContainEqual({
      at: '2026-03-08T08:00:00.000Z',
      offsetMinutes: -300,
    })
    const later = changes.filter(({ at }: { at: string }) => at > '2026-04')
    for (const { offsetMinutes } of later) expect(offsetMinutes).toBe(-300)
    expect((await admin.put('/config', read)).status).toBe(200)
    expect(await config()).toEqual(read)
    await admin.put('/config', { businessName: 'Corner Shop', timezone: null })
  })

  it('returns every key to any user, null where there is no value', async () => {
    const user = await shop.userWith()
    expect(await user.get('/config')).toMatchObject({
      status: 200,
      body: {
        id: 1,
        businessType: 'store',
        businessName: 'Corner Shop',
        businessAddress: null,
        businessPhone: null,
        businessEmail: null,
        businessTaxId: null,
        businessLogoUrl: null,
        businessTypeConfirmed: true,
        pricesIncludeTax: true,
        timezone: null,
        tipsEnabled: false,
        tipPercentages: null,
        priceStep: 0.01,
        manualRate: null,
        lowInboundSat: 100_000,
        businessProfession: null,
        verifyCheckout: false,
        verifyAmounts: false,
        restrictPrinters: false,
        openAmounts: true,
        payoutLimitSat: 100_000,
      },
    })
  })

  it('returns 401 without a token while the login screen is not public', async () => {
    expect(await shop.anonymous().get('/config')).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized API access' },
    })
  })
})

describe('PUT /config', () => {
  it('returns 403 without settings_update', async () => {
    const user = await shop.userWith('settings_read')
    expect(await user.put('/config', { businessName: 'Mine' })).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
  })

  it('accepts a whole record as it was read, with changes', async () => {
    const changed = {
      ...(await config()),
      businessName: 'Corner Café',
      businessAddress: '2 Side St',
      businessEmail: 'hello@corner.example',
      businessLogoUrl: `${shop.url}/uploads/2026-01-01/logo.png`,
    }
    expect(await admin.put('/config', changed)).toMatchObject({
      status: 200,
      body: { message: 'Config updated successfully' },
    })
    expect(await config()).toEqual({
      ...changed,
      businessLogoUrl: '/uploads/2026-01-01/logo.png',
    })
  })

  it('stores taxes, tips and the time zone of the shop', async () => {
    const settings = {
      pricesIncludeTax: false,
      timezone: 'America/Mexico_City',
      tipsEnabled: true,
      tipPercentages: '10, 12.5,100',
      priceStep: 0.25,
      businessProfession: 'Bakery',
    }
    const change = (fields: object) =>
      admin.put('/config', { businessName: 'Corner Shop', ...fields })
    await change(settings)
    await change({})
    expect(await config()).toMatchObject(settings)
    await change({ timezone: null, tipPercentages: '', businessProfession: '' })
    expect(await config()).toMatchObject({
      pricesIncludeTax: false,
      timezone: null,
      tipPercentages: null,
      priceStep: 0.25,
      businessProfession: null,
    })
  })

  it.each(['Mars/Phobos', ' ', '+02:00', 'Europe/Madrid ', '-1'])(
    'returns 400 for the time zone %j',
    async (timezone) => {
      expect(
        await admin.put('/config', { businessName: 'Other', timezone }),
      ).toMatchObject({
        status: 400,
        body: { message: `Invalid timezone: ${timezone}` },
      })
      expect((await config()).businessName).not.toBe('Other')
    },
  )

  it.each(['0', '101', '10,10.0', '5,,6', 'ten', '1e1', '-5', '100.01', ','])(
    'returns 400 for the tip percentages %j',
    async (tipPercentages) => {
      expect(
        await admin.put('/config', { businessName: 'Other', tipPercentages }),
      ).toMatchObject({ status: 400, body: { message: 'Invalid tip percentages' } })
    },
  )

  it('keeps fields that are not sent, and clears those that are null or blank', async () => {
    await admin.put('/config', {
      businessName: 'Corner Shop',
      businessAddress: '2 Side St',
      businessPhone: '555',
      businessTaxId: 'TAX-1',
    })
    await admin.put('/config', {
      businessName: 'Corner Shop',
      businessAddress: null,
      businessPhone: ' ',
    })
    expect(await config()).toMatchObject({
      businessType: 'store',
      businessAddress: null,
      businessPhone: null,
      businessTaxId: 'TAX-1',
      businessTypeConfirmed: true,
    })
  })

  it.each([
    ['no name', { businessAddress: 'elsewhere' }],
    ['a blank name', { businessName: ' ' }],
    ['a name of null', { businessName: null }],
    ['another type of business', { businessName: 'Shop', businessType: 'hotel' }],
    [
      'a confirmation that is not a boolean',
      { businessName: 'S', businessTypeConfirmed: 1 },
    ],
    ['tips that are not a boolean', { businessName: 'Shop', tipsEnabled: 'yes' }],
    ['no word on taxes', { businessName: 'Shop', pricesIncludeTax: null }],
    ['a price step of 0', { businessName: 'Shop', priceStep: 0 }],
    ['a price step of null', { businessName: 'Shop', priceStep: null }],
    ['a price step that is text', { businessName: 'Shop', priceStep: '0.05' }],
    ['a price step below 0', { businessName: 'Shop', priceStep: -0.01 }],
    ['a time zone that is not text', { businessName: 'Shop', timezone: 1 }],
    ['an address that is not text', { businessName: 'Shop', businessAddress: {} }],
    ['half a character', { businessName: '\udc00' }],
    [
      'a text too large to store',
      { businessName: 'S', businessTaxId: 'x'.repeat(60_000) },
    ],
    ['an array', []],
    ['malformed JSON', '{'],
    ['no body', undefined],
  ])('returns 400 for %s and changes nothing', async (_, body) => {
    const before = await config()
    expect(await admin.put('/config', body)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    })
    expect(await config()).toEqual(before)
  })
})

describe('before setup', () => {
  let fresh: Shop
  beforeAll(async () => {
    fresh = await openShop({ fresh: true })
  })
  afterAll(() => fresh.close())

  it('GET and PUT /config return 404', async () => {
    const user = await fresh.userWith('settings_update')
    expect(await user.get('/config')).toMatchObject({
      status: 404,
      body: 'Config not found',
    })
    expect(await user.put('/config', { businessName: 'Shop' })).toMatchObject({
      status: 404,
      body: 'Failed to update config',
    })
  })
})

describe('with publicLoginScreen', () => {
  let open: Shop
  beforeAll(async () => {
    open = await openShop({ options: { PUBLIC_LOGIN_SCREEN: 'true' } })
  })
  afterAll(() => open.close())

  it.each(['/config', '/base-currency'])(
    'answers %s to anybody, whatever token',
    async (path) => {
      const seen = await (await open.admin()).get(path)
      expect(seen.status).toBe(200)
      const answer = await open.anonymous().get(path)
      expect(answer.status).toBe(200)
      expect(seen.body).toMatchObject(answer.body)
      const stranger = open.anonymous()
      stranger.cookies.set('accessToken', 'no token')
      expect(await stranger.get(path)).toMatchObject({ status: 200, body: answer.body })
    },
  )

  it('shows strangers only what a login screen needs', async () => {
    const { body } = await open.anonymous().get('/config')
    expect(Object.keys(body)).toEqual([
      'id',
      'businessType',
      'businessName',
      'businessAddress',
      'businessPhone',
      'businessEmail',
      'businessTaxId',
      'businessLogoUrl',
      'businessTypeConfirmed',
    ])
  })

  it('renews the accessToken of an open session', async () => {
    const client = await open.admin()
    client.cookies.delete('accessToken')
    const { setCookies } = await client.get('/config')
    expect(setCookies).toEqual([expect.stringMatching(/^accessToken=ey.*HttpOnly/)])
  })

  it('still requires a permission for changes', async () => {
    const answer = await open.anonymous().put('/config', { businessName: 'Mine' })
    expect(answer.status).toBe(401)
  })
})
