import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'
import { uploadFiles } from '../../support/upload-form.ts'

const setupCode = 'correct-horse'
const details = {
  businessType: 'store',
  businessName: 'Corner Shop',
  businessCurrency: 'USD',
  userName: 'Ana',
  userPassword: 'wallet-secret',
  userPin: '4321',
}

let shop: Shop
beforeAll(async () => {
  shop = await openShop({
    fresh: true,
    options: { SETUP_CODE: setupCode, TRUSTED_PROXIES: '127.0.0.1' },
  })
})
afterAll(() => shop.close())

const setUp = (body: unknown, address = '203.0.113.1') =>
  shop.anonymous().post('/initial-setup', body, { 'x-forwarded-for': address })
const isSetUp = async () =>
  (await shop.anonymous().get('/initial-setup')).body.initialized

const refused = { status: 403, body: { message: 'The setup code is missing or wrong' } }

it.each([
  ['no code', details],
  ['another code', { ...details, setupCode: 'wrong-horse' }],
  ['a code of another type', { ...details, setupCode: [setupCode] }],
  ['no code and a wrong business type', { businessType: 'hotel' }],
  ['no object', null],
  ['no JSON', '{"setupCode":'],
])('the first setup with %s is 403 before any other check', async (kind, body) => {
  const address = `2001:db8:0:${kind.length}::1`
  expect(await setUp(body, address)).toMatchObject(refused)
  expect(await isSetUp()).toBe(false)
})

it('wrong codes are counted by address', async () => {
  for (let n = 0; n < 5; n += 1) expect(await setUp(details)).toMatchObject(refused)
  expect(await setUp(details)).toMatchObject({ status: 429, body: { retryAfter: 60 } })
  expect((await setUp({ ...details, setupCode })).status).toBe(429)
  expect(await isSetUp()).toBe(false)
})

it('a stranger uploads nothing before the setup', async () => {
  const answer = await uploadFiles(shop.anonymous(), { bytes: 'a picture' })
  expect(answer).toMatchObject({
    status: 401,
    body: { message: 'Unauthorized API access' },
  })
})

it('with the code the setup is checked as ever, and needs no code once it is done', async () => {
  const from = '203.0.113.3'
  const wrongType = { ...details, setupCode, businessType: 'hotel' }
  expect(await setUp(wrongType, from)).toMatchObject({
    status: 400,
    body: { message: 'Invalid business type' },
  })
  expect((await setUp({ ...details, setupCode: ` ${setupCode} ` }, from)).status).toBe(
    201,
  )
  expect(await setUp(details, from)).toMatchObject({
    status: 409,
    body: { message: 'Initial setup already completed' },
  })
  const owner = await shop.login({ name: 'Ana', pin: '4321' })
  expect(owner.cookies.size).toBe(3)
  expect((await owner.get('/audit')).body).toMatchObject([
    { kind: 'config', userName: 'Ana', before: null, after: { businessType: 'store' } },
  ])
})
