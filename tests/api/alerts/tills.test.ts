import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler as runSchedule } from '../../../functions/refunds/handler.ts'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { tender } from '../../support/selling.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, usd } from '../../support/till.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  admin = await shop.admin()
})
afterAll(() => shop.close())

describe('a till', () => {
  it('is told apart from its copy by the older token', async () => {
    const device = await shop.admin()
    const { id, token } = (await device.post('/tills', { name: 'Copied', token: true }))
      .body
    const again = await admin.post(`/tills/${id}/token`, { token: true })
    expect(again).toMatchObject({ status: 200, body: { id, series: 'A' } })
    const kinds = async () =>
      (await admin.get('/alerts')).body.map((alert: { kind: string }) => alert.kind)
    const raised = (await admin.get('/admin/notifications')).body
    expect(raised[0]).toMatchObject({ type: 'till_token_again' })
    await elsewhereWith(again.body.token)
    await elsewhereWith(token)
    expect(await kinds()).not.toContain('till_copied')
    await later(6, () => elsewhereWith(token))
    expect(await kinds()).toContain('till_copied')
    await admin.del(`/tills/${id}`)
    expect(await kinds()).not.toContain('till_copied')
  })
})

async function elsewhereWith(token: string) {
  return (await shop.admin()).get('/tills/me', { 'x-till': token })
}

it('is lost when it is not heard of, has sales that wait, and numbers that are missing', async () => {
  const till = await openTill(shop)
  const coffee = await till.createProduct(10)
  const device = await shop.admin()
  const { id } = (await device.post('/tills', { name: 'Away' })).body
  await device.post('/store/orders/checkout', till.cart(coffee, 1, { number: 2 }))
  const flagged = randomUUID()
  const oldestWaitingAt = new Date().toISOString()
  await device.put('/tills/me/status', { waitingSales: 1, oldestWaitingAt })
  const open = async () =>
    (await admin.get('/alerts')).body.map((alert: { kind: string }) => alert.kind)
  const visit = (hours: number) => later(hours * 60, () => runSchedule())
  await visit(1)
  expect(await open()).toEqual([])
  await visit(3)
  expect(await open()).toEqual(['till_has_unsent_sales'])
  await visit(25)
  expect(new Set(await open())).toEqual(
    new Set(['till_has_unsent_sales', 'till_lost', 'numbers_missing']),
  )
  await device.post('/sync/sales', {
    sentAt: new Date().toISOString(),
    sales: [
      {
        saleId: flagged,
        soldAt: new Date().toISOString(),
        number: 3,
        userId: shop.ownerId,
        currencyId: usd,
        items: [{ productId: coffee, name: 'Coffee', quantity: 1, priceAtOrder: 200 }],
        tenders: [tender('Cash', 200)],
        amount: 2,
        pricesIncludeTax: true,
        taxes: [],
      },
    ],
  })
  await visit(25)
  expect(await open()).toContain('sales_flagged')
  const unseen = await admin.get('/orders/with-payments?flagged=true')
  expect(unseen.body).toMatchObject([
    { id: flagged, flags: ['user_not_on_till', 'price_differs'] },
  ])
  await admin.put(`/orders/${flagged}/flags`, { reviewed: true })
  await device.put('/tills/me/status', { waitingSales: 0, resting: true })
  await admin.put(`/tills/${id}/confirm`, { numbers: [1], lost: true })
  await visit(26)
  expect(await open()).toEqual([])
})

it('is lost when a whole shift is closed without a word of it, unless it rests', async () => {
  const till = await openTill(shop)
  const shifts = await shiftsOf(shop)
  const coffee = await till.createProduct(10)
  const device = await shop.admin()
  const { id } = (await device.post('/tills', { name: 'Silent' })).body
  await device.post('/store/orders/checkout', till.cart(coffee, 1, { number: 1 }))
  const closeOne = async () => shifts.closeShift(await shifts.createShift())
  const lostTills = async () =>
    (await admin.get('/alerts')).body
      .filter((alert: { kind: string }) => alert.kind === 'till_lost')
      .map((alert: { details: { tillId: string } }) => alert.details.tillId)
  await later(5, closeOne)
  await later(6, () => runSchedule())
  expect(await lostTills()).not.toContain(id)
  await later(10, closeOne)
  await later(11, () => runSchedule())
  expect(await lostTills()).toContain(id)
  await device.put('/tills/me/status', { waitingSales: 0, resting: true })
  await later(12, () => runSchedule())
  expect(await lostTills()).not.toContain(id)
})
