import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shop: 'corner' })
})
afterAll(() => shop.close())

const category = (name: string) => ({ name, type: 'product' })

it.each([
  ['of another shop', 'http://cafe.localhost', 'same-site', 403],
  ['of another shop that hides its origin', 'null', 'same-site', 403],
  ['of another site', 'https://evil.example', 'cross-site', 403],
  ['of the shop', 'http://corner.localhost', 'same-origin', 201],
])('a page %s changes only what it may', async (name, origin, site, status) => {
  const { cookies } = await shop.admin()
  const owner = new Client(shop.url, Object.fromEntries(cookies))
  const headers = { origin, 'sec-fetch-site': site }
  const answer = await owner.post('/categories', category(name), headers)
  expect(answer.status).toBe(status)
})
