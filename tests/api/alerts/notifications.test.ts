import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inShop } from '../../../shared/current-shop.ts'
import type { AlertKind } from '../../../shared/events/alerts/alert-kinds.ts'
import {
  clearAlertOf,
  openAlerts,
  raiseAlert,
} from '../../../shared/events/alerts/alerts.ts'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { bearer } from '../../support/on-site-agent.ts'
import { openBeside, openShop, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
beforeAll(async () => {
  shop = await openShop({ shop: 'corner' })
  staff = await staffOf(shop)
})
afterAll(() => shop.close())

type Row = { readonly id: string; readonly type: string; readonly readAt?: string }

/** A client of a new administrator, whose marks are its own. */
async function newAdministrator(): Promise<Client> {
  const role = await staff.createRole({ isAdmin: true })
  return shop.login((await staff.createUser(role)).credentials)
}

let ana: Client
beforeEach(async () => {
  ana = await newAdministrator()
  expect(await ana.del('/admin/notifications')).toMatchObject({ status: 200 })
})

const raise = async (kind: AlertKind, details = {}, more = {}) => {
  const subject = randomUUID()
  await raiseAlert({ kind, subject, details, ...more }, Date.now())
  return subject
}

const list = async (client: Client, query = ''): Promise<Row[]> =>
  (await client.get(`/admin/notifications${query}`)).body

const types = async (client: Client, query = '') =>
  (await list(client, query)).map(({ type }) => type)

const notFound = { status: 404, body: 'Notification not found' }

describe('GET /admin/notifications', () => {
  it('shows an alert with what it is about, and whether it is over', async () => {
    const details = { agentName: 'counter' }
    const subject = await raise('agent_offline', details)
    const actor = { userId: shop.ownerId, userName: 'Ana', roleName: 'Admin' }
    await raise('wallet.payment.sent', { amountSat: 21 }, { actor, status: 'sent' })
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/)
    const row = { id: expect.any(String), occurredAt: time, createdAt: time }
    const offline = {
      ...row,
      category: 'devices',
      type: 'agent_offline',
      title: 'An on-site agent is offline',
      body: expect.stringContaining('counter'),
      status: 'open',
      metadataJson: JSON.stringify(details),
    }
    const sent = {
      ...row,
      category: 'wallet',
      type: 'wallet.payment.sent',
      title: 'A payment was sent',
      body: '21 satoshis left the wallet.',
      actorUserId: shop.ownerId,
      actorUserName: 'Ana',
      actorRole: 'Admin',
      status: 'sent',
      metadataJson: '{"amountSat":21}',
    }
    expect(await list(ana)).toEqual([sent, offline])
    await clearAlertOf({ kind: 'agent_offline', subject }, Date.now())
    expect((await list(ana))[1]).toMatchObject({
      id: (await list(ana))[1]?.id,
      status: 'cleared',
      metadataJson: expect.stringContaining('clearedAt'),
    })
  })

  it('pages through all categories, newest first', async () => {
    const kinds = ['stock_low', 'pin_guessing', 'stock_low', 'rate_unavailable'] as const
    for (const kind of kinds) await raise(kind)
    const newestFirst = kinds.toReversed()
    expect(await types(ana)).toEqual(newestFirst)
    expect(await types(ana, '?limit=1')).toEqual(newestFirst.slice(0, 1))
    expect(await types(ana, '?limit=2&offset=1')).toEqual(newestFirst.slice(1, 3))
    expect(await types(ana, '?offset=4')).toEqual([])
    expect(await types(ana, '?category=stock')).toEqual(['stock_low', 'stock_low'])
    expect(await types(ana, '?category=stock&limit=1&offset=1')).toHaveLength(1)
    expect(await types(ana, '?category=moon')).toEqual([])
    const [first] = await list(ana)
    await ana.del(`/admin/notifications/${first?.id}`)
    expect(await types(ana, '?limit=3')).toEqual(newestFirst.slice(1))
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'offset=-1', 'unreadOnly=1'])
      expect(await ana.get(`/admin/notifications?${query}`)).toMatchObject({
        status: 400,
      })
  })

  it('forgets an alert after 30 days', async () => {
    const [, { id }] = [await raise('stock_low'), ...(await list(ana))] as [string, Row]
    await later(30 * 24 * 60 - 1, async () => expect(await list(ana)).toHaveLength(1))
    await later(30 * 24 * 60 + 1, async () => {
      expect(await list(ana)).toEqual([])
      expect(await ana.post(`/admin/notifications/${id}/read`)).toMatchObject(notFound)
    })
  })
})

describe('marks', () => {
  it('are those of one administrator', async () => {
    const bo = await newAdministrator()
    await raise('stock_low')
    await raise('agent_offline')
    const [newer, older] = await list(ana)
    expect(await ana.post(`/admin/notifications/${newer?.id}/read`)).toMatchObject({
      status: 200,
      body: { id: newer?.id, read: true },
    })
    expect(await types(ana, '?unreadOnly=true')).toEqual(['stock_low'])
    expect(await types(ana, '?unreadOnly=false')).toHaveLength(2)
    expect((await list(ana))[0]).toMatchObject({ readAt: expect.any(String) })
    expect(await types(bo, '?unreadOnly=true&limit=2')).toEqual([
      'agent_offline',
      'stock_low',
    ])
    const gone = `/admin/notifications/${older?.id}`
    expect(await ana.del(gone)).toMatchObject({
      status: 200,
      body: { id: older?.id, deleted: true },
    })
    expect(await types(ana)).toEqual(['agent_offline'])
    expect(await ana.del(gone)).toMatchObject(notFound)
    expect(await ana.post(`${gone}/read`)).toMatchObject(notFound)
    expect((await types(bo)).slice(0, 2)).toEqual(['agent_offline', 'stock_low'])
  })

  it('of all are made once, and not for what comes later', async () => {
    for (const kind of ['stock_low', 'agent_offline', 'stock_low'] as const)
      await raise(kind)
    const [first] = await list(ana)
    await ana.post(`/admin/notifications/${first?.id}/read`)
    const readAll = () => ana.post('/admin/notifications/read-all')
    const answers = await Promise.all([readAll(), readAll(), readAll()])
    const updated = answers.map(({ body }) => body.updated as number)
    expect(updated.toSorted((a, b) => a - b)).toEqual([0, 0, 2])
    expect(await list(ana, '?unreadOnly=true')).toEqual([])
    await raise('rate_unavailable')
    expect(await types(ana, '?unreadOnly=true')).toEqual(['rate_unavailable'])
    const removeAll = () => ana.del('/admin/notifications')
    const removed = await Promise.all([removeAll(), removeAll()])
    const deleted = removed.map(({ body }) => body.deleted as number)
    expect(deleted.toSorted((a, b) => a - b)).toEqual([0, 4])
    await raise('stock_low')
    expect(await types(ana)).toEqual(['stock_low'])
  })

  it('are refused for what is not a notification', async () => {
    for (const path of ['/admin/notifications/x', '/admin/notifications/MARK%23']) {
      const malformed = { status: 400, body: 'Malformed notification ID' }
      expect(await ana.del(path)).toMatchObject(malformed)
      expect(await ana.post(`${path}/read`)).toMatchObject(malformed)
    }
    const unknown = `/admin/notifications/${randomUUID()}`
    expect(await ana.del(unknown)).toMatchObject(notFound)
    expect(await ana.post(`${unknown}/read`)).toMatchObject(notFound)
  })
})

describe('preferences', () => {
  const put = (body: object) => ana.put('/admin/notification-preferences', body)

  it('hide a category from the lists of one administrator', async () => {
    await raise('stock_low')
    await raise('wallet.payment.received')
    const { body } = await put({ category: 'wallet', inAppEnabled: false })
    expect(body).toMatchObject({ inAppEnabled: false, pushEnabled: false })
    expect(await types(ana)).toEqual(['stock_low'])
    expect(await types(ana, '?category=wallet')).toEqual([])
    expect(await types(await newAdministrator())).toContain('wallet.payment.received')
    const again = await put({ category: 'wallet', inAppEnabled: true, pushEnabled: true })
    expect(await types(ana)).toHaveLength(2)
    expect((await ana.get('/admin/notification-preferences')).body).toEqual([again.body])
    expect(again.body).toEqual({
      ...body,
      inAppEnabled: true,
      pushEnabled: true,
      updatedAt: expect.any(String),
    })
  })

  it('keep what they hide from being read or deleted with all', async () => {
    await raise('wallet.payment.received')
    await put({ category: 'wallet', inAppEnabled: false })
    await raise('stock_low')
    await ana.post('/admin/notifications/read-all')
    await ana.del('/admin/notifications')
    expect(await types(ana)).toEqual([])
    await put({ category: 'wallet', inAppEnabled: true })
    expect(await types(ana, '?unreadOnly=true')).toEqual(['wallet.payment.received'])
  })

  it('need a category, and are kept for those that come later', async () => {
    const required = { status: 400, body: 'Category is required' }
    for (const category of [undefined, null, '', ' ', 1])
      expect(await put({ category, inAppEnabled: true })).toMatchObject(required)
    expect(await put({ category: 'x', inAppEnabled: 'no' })).toMatchObject({
      status: 400,
    })
    const names = ['__proto__', 'constructor', 'loyalty']
    await Promise.all(names.map((category) => put({ category })))
    const { body } = await ana.get('/admin/notification-preferences')
    expect(body.map(({ category }: { category: string }) => category).sort()).toEqual(
      names.sort(),
    )
    for (let n = names.length; n < 50; n += 1)
      expect(await put({ category: `c${n}` })).toMatchObject({ status: 200 })
    expect(await put({ category: 'one too many' })).toMatchObject({ status: 400 })
  })

  it('offer no push', async () => {
    expect(await ana.get('/admin/push/vapid-public-key')).toMatchObject({
      status: 503,
      body: 'Web Push is disabled',
    })
  })
})

describe('an alert', () => {
  const once = {
    kind: 'webhook_failing',
    subject: randomUUID(),
    details: { url: 'x' },
  } as const

  it('is raised once and cleared once, however many find out at the same time', async () => {
    const raiseOnce = () => raiseAlert(once, Date.now())
    const ten = <T>(work: () => Promise<T>) =>
      Promise.all(Array.from({ length: 10 }, work))
    expect((await ten(raiseOnce)).filter(Boolean)).toHaveLength(1)
    const alerts = async () => (await ana.get('/alerts')).body as object[]
    const isOurs = expect.objectContaining({ details: { url: 'x' } })
    expect((await alerts()).filter((each) => isOurs.asymmetricMatch(each))).toHaveLength(
      1,
    )
    expect(
      (await ten(() => clearAlertOf(once, Date.now()))).filter(Boolean),
    ).toHaveLength(1)
    expect(await alerts()).not.toContainEqual(isOurs)
    expect(await raiseOnce()).toBe(true)
    expect(await types(ana)).toEqual(['webhook_failing', 'webhook_failing'])
    await clearAlertOf(once, Date.now())
  })

  it('of a moment is never raised again, and there is nothing to clear', async () => {
    const moment = {
      kind: 'wallet.payment.received',
      subject: randomUUID(),
      details: { amountSat: 1 },
    } as const
    const raised = [1, 2, 3].map(() => raiseAlert(moment, Date.now()))
    expect((await Promise.all(raised)).filter(Boolean)).toHaveLength(1)
    expect(await types(ana)).toEqual(['wallet.payment.received'])
    expect((await openAlerts()).filter(({ category }) => category === 'wallet')).toEqual(
      [],
    )
  })

  it('of another shop is not seen', async () => {
    const cafe = await openBeside(shop, 'cafe')
    await inShop(cafe.served, () => raise('agent_offline'))
    expect(await types(ana)).toEqual([])
    expect(await types(await cafe.admin())).toEqual(['agent_offline'])
    const [{ id } = { id: '' }] = await list(await cafe.admin())
    expect(await ana.del(`/admin/notifications/${id}`)).toMatchObject(notFound)
  })
})

it('is for administrators alone, and not for API keys', async () => {
  const { body: key } = await staff.admin.post('/api-keys', {
    name: 'Reports',
    permissions: ['reports_read'],
  })
  const cashier = await shop.login(
    (await staff.createUser(await staff.createRoleWith('reports_read', 'payments_read')))
      .credentials,
  )
  for (const path of ['/alerts', '/admin/notifications']) {
    expect(await cashier.get(path)).toMatchObject({ status: 403 })
    const byKey = await shop.anonymous().get(path, bearer(key.secret))
    expect(byKey).toMatchObject({ status: 403 })
  }
})
