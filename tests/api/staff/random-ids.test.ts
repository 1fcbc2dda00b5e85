import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, owner, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const random = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)

it('ids of sessions and tokens are random UUIDs, without time or order', async () => {
  const admin = await shop.admin()
  await admin.post('/wallet/auth', { password: owner.password })
  const claims = (cookie: string) => decodeJwt(admin.cookies.get(cookie) ?? '')
  expect(claims('accessToken')).toMatchObject({ sid: random, jti: random })
  expect(claims('refreshToken')).toMatchObject({ sid: random, jti: random })
  expect(claims('walletAccessToken')).toMatchObject({ wid: random, jti: random })
})
