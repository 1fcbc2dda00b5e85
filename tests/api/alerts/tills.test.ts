import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { openShop, type Shop } from '../../support/shop.ts'

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
