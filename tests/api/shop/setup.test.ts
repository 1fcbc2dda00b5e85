import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '../../../shared/people/staff/permissions.ts'
import { allRoles } from '../../../shared/people/staff/roles.ts'
import { allUsers } from '../../../shared/people/staff/users.ts'
import { findConfig } from '../../../shared/selling/shop-config/config.ts'
import type { Client } from '../../support/client.ts'
import { scaled } from '../../support/scale.ts'
import { openShop, type Shop } from '../../support/shop.ts'

const first = {
  businessType: 'restaurant',
  businessName: 'Casa Lupita',
  businessCurrency: 'EUR',
  userName: 'Lupita',
  userPassword: 'wallet-secret',
  userPin: '4321',
}

const done = { status: 409, body: { message: 'Initial setup already completed' } }
const faulty = { status: 400, body: { message: expect.any(String) } }
const failure = (status: number, message: string) => ({ status, body: { message } })

/** Opens a shop before its setup for the tests of one block. */
function freshShop() {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ fresh: true })
  })
  afterAll(() => shop.close())
  return { client: () => shop.anonymous(), login: () => loginOf(shop) }
}

const loginOf = (shop: Shop) => shop.login({ name: first.userName, pin: first.userPin })

const state = async (client: Client) => (await client.get('/initial-setup')).body

describe('before the first setup', () => {
  const { client } = freshShop()
  const fresh = { initialized: false, needsBusinessType: false }

  it('GET returns that no business exists', async () => {
    expect(await client().get('/initial-setup')).toMatchObject({
      status: 200,
      body: fresh,
    })
  })

  const badType = failure(400, 'Invalid business type')
  const noUser = failure(400, 'Missing user data')
  const noBusiness = failure(400, 'Missing business data')

  it.each([
    ['no type', { ...first, businessType: undefined }, badType],
    ['another type', { ...first, businessType: 'hotel' }, badType],
    ['a type in capitals', { ...first, businessType: 'STORE' }, badType],
    ['a type that is not text', { ...first, businessType: ['store'] }, badType],
    ['an empty object', {}, badType],
    ['an array', [], badType],
    ['null', null, badType],
    ['a number', 5, badType],
    ['a blank user name', { ...first, userName: ' ' }, noUser],
    ['a user name of another type', { ...first, userName: 5 }, noUser],
    ['no password', { ...first, userPassword: undefined }, noUser],
    ['a blank password', { ...first, userPassword: '\t' }, noUser],
    ['a PIN of null', { ...first, userPin: null }, noUser],
    ['the type alone', { businessType: 'store' }, noUser],
    ['a blank business name', { ...first, businessName: '\n' }, noBusiness],
    ['no currency', { ...first, businessCurrency: undefined }, noBusiness],
    ['a short PIN', { ...first, userPin: '123' }, faulty],
    ['a PIN of 3 characters and 6 code units', { ...first, userPin: '🍵🍵🍵' }, faulty],
    ['a PIN that is short when trimmed', { ...first, userPin: ' 123 ' }, faulty],
    ['an address of another type', { ...first, businessAddress: 7 }, faulty],
    [
      'no time zone',
      { ...first, timezone: 'Mars' },
      failure(400, 'Invalid timezone: Mars'),
    ],
    [
      'a blank time zone',
      { ...first, timezone: ' ' },
      failure(400, 'Invalid timezone: '),
    ],
    ['a time zone of another type', { ...first, timezone: 1 }, faulty],
    ['half a character', { ...first, businessName: '\ud800' }, faulty],
    ['a name too large to store', { ...first, userName: 'x'.repeat(500_000) }, faulty],
    ['malformed JSON', '{"businessType":', faulty],
    ['no body', undefined, faulty],
    ['a prototype key', '{"__proto__": {"businessType": "store"}}', badType],
  ])('returns 400 for %s and changes nothing', async (_, body, expected) => {
    expect(await client().post('/initial-setup', body)).toMatchObject(expected)
    expect(await state(client())).toEqual(fresh)
  })

  it.each(['XXX', 'eur', '__proto__', '{acronym}'])(
    'returns 404 for the currency %s',
    async (acronym) => {
      const answer = await client().post('/initial-setup', {
        ...first,
        businessCurrency: ` ${acronym} `,
      })
      expect(answer).toMatchObject(failure(404, `Unknown currency acronym: ${acronym}`))
      expect(await state(client())).toEqual(fresh)
    },
  )

  it('reports the first error in the order type, user, business, currency, rest', async () => {
    const request: Record<string, unknown> = { userPin: '1', businessAddress: 5 }
    const answerTo = async (given: object) =>
      (await client().post('/initial-setup', Object.assign(request, given))).body.message

    expect(await answerTo({ businessCurrency: 'XXX' })).toBe('Invalid business type')
    expect(await answerTo({ businessType: 'store' })).toBe('Missing user data')
    expect(await answerTo({ userName: 'Ana', userPassword: 'secret' })).toBe(
      'Missing business data',
    )
    expect(await answerTo({ businessName: 'Shop' })).toBe('Unknown currency acronym: XXX')
    expect(await answerTo({ businessCurrency: 'USD' })).toContain('userPin')
    expect(await answerTo({ userPin: '1234' })).toContain('businessAddress')
  })
})

describe('the first setup', () => {
  const { client, login } = freshShop()

  it('creates role, user, business and base currency, with every text trimmed', async () => {
    const answer = await client().post('/initial-setup', {
      ...Object.fromEntries(
        Object.entries(first).map(([key, value]) => [key, `  ${value}\n`]),
      ),
      businessAddress: ' 1 Main St ',
      businessPhone: '  ',
      businessTaxId: 'TAX-1',
      businessRFC: 'RFC-1',
      businessLogo: '/uploads/2026-01-01/logo.png',
      businessProfession: ' Diner ',
      timezone: ' America/Mexico_City ',
      somethingElse: true,
      nwcUri: 'nostr+walletconnect://wallet',
    })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        message: 'Initial setup completed',
        nwcSaved: false,
        userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        roleId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    })

    const owner = await login()
    const { body: me } = await owner.get('/users/me')
    expect(me.user).toMatchObject({
      userId: answer.body.userId,
      roleId: answer.body.roleId,
      name: 'Lupita',
      role: 'Admin',
      isAdmin: true,
      email: null,
    })
    expect(me.perms).toHaveLength(permissions.length)
    expect((await owner.get('/config')).body).toMatchObject({
      id: 1,
      businessType: 'restaurant',
      businessName: 'Casa Lupita',
      businessAddress: '1 Main St',
      businessPhone: null,
      businessEmail: null,
      businessTaxId: 'TAX-1',
      businessLogoUrl: '/uploads/2026-01-01/logo.png',
      businessTypeConfirmed: true,
      pricesIncludeTax: true,
      timezone: 'America/Mexico_City',
      tipsEnabled: false,
      tipPercentages: null,
      priceStep: 0.01,
      businessProfession: 'Diner',
      payoutLimitSat: 100_000,
    })
    expect(await findConfig()).not.toHaveProperty('nwcUri')
    expect((await owner.get('/base-currency')).body.acronym).toBe('EUR')
    expect(await state(owner)).toEqual({ initialized: true, needsBusinessType: false })
  })

  it.each([
    ['the same', first],
    ['the type alone', { businessType: 'store' }],
    ['an empty object', {}],
    ['malformed JSON', '{"businessType":'],
    ['no body', undefined],
  ])('is followed by 409 for every other: %s', async (_, body) => {
    expect(await client().post('/initial-setup', body)).toMatchObject(done)
  })
})

describe('an unconfirmed business type', () => {
  const { client, login } = freshShop()
  beforeAll(async () => {
    await client().post('/initial-setup', first)
    await (await login()).put('/config', {
      businessName: 'Casa Lupita',
      businessTypeConfirmed: false,
    })
  })

  it.each([
    ['another type', { businessType: 'hotel' }],
    ['no type', { businessName: 'Shop' }],
  ])('stays unconfirmed after %s', async (_, body) => {
    const answer = await client().post('/initial-setup', body)
    expect(answer).toMatchObject(failure(400, 'Invalid business type'))
    expect(await state(client())).toEqual({ initialized: true, needsBusinessType: true })
  })

  it('is confirmed by the type; other fields are ignored', async () => {
    const answer = await client().post('/initial-setup', {
      businessType: 'store',
      businessName: 5,
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Business type updated' },
    })
    expect(await state(client())).toEqual({ initialized: true, needsBusinessType: false })
    const { body } = await (await login()).get('/config')
    expect(body).toMatchObject({ businessType: 'store', businessName: 'Casa Lupita' })
    expect(
      await client().post('/initial-setup', { businessType: 'store' }),
    ).toMatchObject(done)
  })
})

describe('parallel setups', () => {
  const { client } = freshShop()
  const crowd = scaled(8, 20)

  it(`let exactly one of ${crowd} succeed and store nothing of the others`, async () => {
    const answers = await Promise.all(
      Array.from({ length: crowd }, (_, number) =>
        client().post('/initial-setup', { ...first, userName: `Owner ${number}` }),
      ),
    )
    const [winner] = answers.filter(({ status }) => status === 201)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(crowd - 1)
    expect(await allUsers()).toMatchObject([{ id: winner?.body.userId }])
    expect(await allRoles()).toMatchObject([{ id: winner?.body.roleId }])
  })
})

describe('a repeated setup with one Idempotency-Key', () => {
  const { client } = freshShop()

  it('returns the first response again', async () => {
    const key = { 'Idempotency-Key': 'the first setup' }
    const answer = await client().post('/initial-setup', first, key)
    expect(answer.status).toBe(201)
    const again = await client().post('/initial-setup', first, key)
    expect(again).toMatchObject({ status: 201, body: answer.body })
  })
})
