import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
let cashier: Client
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  admin = await shop.admin()
  cashier = await shop.userWith('orders_create')
})
afterAll(() => shop.close())

const revoked = {
  status: 403,
  body: { message: 'Till is revoked', code: 'till_revoked' },
}
const entries = async (kind: string) => (await admin.get(`/audit?kind=${kind}`)).body

describe('a till', () => {
  it('is not there while the option is off', async () => {
    vi.stubEnv('TILLS', 'false')
    const unknown = { status: 404, body: { message: 'Not found' } }
    for (const client of [admin, await shop.userWith(), shop.anonymous()]) {
      const answers = await Promise.all([
        client.get('/tills'),
        client.post('/tills', {}),
        client.post('/tills/x/counts', {}),
        client.put('/tills/me/status', {}),
        client.post('/sync/sales', {}),
      ])
      for (const answer of answers) expect(answer).toMatchObject(unknown)
      expect(await client.put('/orders/x/flags', {})).toMatchObject({ status: 404 })
    }
    vi.unstubAllEnvs()
  })

  it('is registered with the next series, by those who may, and listed by it', async () => {
    expect((await cashier.post('/tills', { name: 'Bar' })).status).toBe(403)
    const bar = await shop.admin()
    const added = await bar.post('/tills', { name: 'Bar' })
    expect(added).toMatchObject({
      status: 201,
      body: { series: 'A', message: 'Till added successfully' },
    })
    expect(added.body).not.toHaveProperty('token')
    expect(added.setCookies.join()).toMatch(/tillToken=.*HttpOnly.*SameSite=Strict/)
    const own = { id: added.body.id, name: 'Bar', series: 'A', lastNumber: 0 }
    expect((await bar.get('/tills/me')).body).toMatchObject({ ...own, missing: [] })
    expect((await admin.get('/tills/me')).status).toBe(404)
    expect((await admin.get('/tills')).body).toMatchObject([own])
    const shown = (await cashier.get('/tills')).body
    expect(shown).toMatchObject([own])
    expect(shown[0]).not.toHaveProperty('missing')
    expect((await admin.put(`/tills/${own.id}`, { name: ' ' })).status).toBe(400)
    await admin.put(`/tills/${own.id}`, { name: 'Counter' })
    expect((await bar.get('/tills/me')).body.name).toBe('Counter')
    expect((await admin.put(`/tills/${randomUUID()}`, { name: 'x' })).body).toEqual({
      message: 'Not found',
    })
    expect(await entries('till')).toMatchObject([
      { subjectName: 'Bar', after: { series: 'A' } },
      { before: { name: 'Bar' }, after: { name: 'Counter' } },
    ])
  })

  it('gets a series of its own when several are registered at once, and once by its id', async () => {
    const names = ['1', '2', '3', '4']
    const added = await Promise.all(names.map((name) => admin.post('/tills', { name })))
    const series = added.map(({ body }) => body.series)
    expect(new Set(series)).toEqual(new Set(['B', 'C', 'D', 'E']))
    const id = randomUUID()
    const twice = [id, id].map((each) =>
      admin.post('/tills', { id: each, name: 'twice', token: true }),
    )
    const [one, same] = await Promise.all(twice)
    expect(one?.body).toMatchObject({ id, series: 'F', token: expect.any(String) })
    expect(same?.body).toMatchObject({ id, series: 'F' })
    const bo = { name: 'Bo', pin: '9999', role: shop.roleId }
    await admin.post('/users', bo)
    const other = shop.anonymous()
    await other.post('/auth/login', bo)
    expect((await other.post('/tills', { id, name: 'mine' })).status).toBe(409)
  })

  it('is revoked with its sessions; its series is not given again', async () => {
    const device = await shop.admin()
    const { id, token } = (await device.post('/tills', { name: 'Gone', token: true }))
      .body
    await device.post('/auth/login', owner)
    const elsewhere = await shop.admin()
    expect((await admin.del(`/tills/${id}`)).body).toEqual({ people: [] })
    const { body: sold } = await elsewhere.post(
      '/shifts/00000000-0000-4000-8000-000000000000/cash',
      { type: 'in', amount: 1, reason: 'x' },
      { 'x-till': token },
    )
    expect(sold).toEqual(revoked.body)
    expect((await elsewhere.get('/tills/me', { 'x-till': token })).body).toMatchObject({
      revokedAt: expect.any(String),
    })
    const refreshed = await device.post('/auth/refresh')
    expect(refreshed.status).toBe(401)
    expect((await admin.post(`/tills/${id}/token`)).body).toEqual(revoked.body)
    expect((await admin.post('/tills', { name: 'next' })).body.series).toBe('H')
  })

  it('whose storage is gone ends, and says what waits until then', async () => {
    const device = await shop.admin()
    const { id } = (await device.post('/tills', { name: 'Broken' })).body
    const waiting = { waitingSales: 2, oldestWaitingAt: '2026-05-01T09:30:00Z' }
    await device.put('/tills/me/status', waiting)
    expect((await device.get('/tills/me')).body).toMatchObject(waiting)
    const gone = await device.put('/tills/me/status', { storageGone: true })
    expect(gone.status).toBe(200)
    const listed = (await admin.get('/tills')).body as { id: string; endedAt?: string }[]
    expect(listed.find((till) => till.id === id)?.endedAt).toBeDefined()
  })

  it('renews its cookie daily', async () => {
    const device = await shop.admin()
    await device.post('/tills', { name: 'Daily' })
    expect((await device.get('/tills/me')).setCookies).toEqual([])
    const renewed = await later(24 * 60 + 1, async () => {
      await device.post('/auth/login', owner)
      return device.post('/auth/login', owner)
    })
    expect(renewed.setCookies.join()).toContain('tillToken=')
  })
})
