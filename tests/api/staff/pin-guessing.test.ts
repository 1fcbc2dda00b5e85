import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Approver, approved, askFor, sendApproved } from '../../support/approvals.ts'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
let managers: string
let cashiers: string
beforeAll(async () => {
  shop = await openShop({ options: { TRUSTED_PROXIES: '127.0.0.1' } })
  staff = await staffOf(shop)
  managers = await staff.createRoleWith('orders_delete', 'users_update', 'users_read')
  cashiers = await staff.createRoleWith('orders_read', 'users_update', 'users_read')
})
afterAll(() => shop.close())

let lastHost = 0
const anywhere = () => {
  lastHost += 1
  return { 'x-forwarded-for': `10.8.${lastHost >> 8}.${lastHost & 255}` }
}

async function person(role: string) {
  const { id, credentials } = await staff.createUser(role)
  const logIn = (client: Client, pin = credentials.pin) =>
    client.post('/auth/login', { ...credentials, pin }, anywhere())
  return { id, ...credentials, logIn }
}

const request = {
  method: 'DELETE',
  path: '/orders/1',
  permission: 'orders_delete',
} as const
const approverOf = ({ id, pin }: { id: string; pin: string }, given = pin): Approver => ({
  userId: id,
  pin: given,
})

/** A till that both know, with the cashier logged in. */
async function sharedTill() {
  const [manager, cashier] = [await person(managers), await person(cashiers)]
  const till = shop.anonymous()
  expect((await manager.logIn(till)).status).toBe(200)
  expect((await cashier.logIn(till)).status).toBe(200)
  return { till, manager, cashier }
}

describe('a guesser who logs in between the misses', () => {
  it('has ten of them at a device, whoever is asked, and each login tells of them', async () => {
    const { till, manager, cashier } = await sharedTill()
    for (let miss = 0; miss < 10; miss += 1) {
      const answer = await askFor(till, approverOf(manager, '0000'), request)
      expect(answer.status).toBe(401)
      if (miss < 9) expect((await cashier.logIn(till)).status).toBe(200)
    }
    expect((await askFor(till, approverOf(manager), request)).status).toBe(429)
    // The misses are the cashier's at this till, and nobody else's
    expect((await cashier.logIn(till)).status).toBe(429)
    till.cookies.delete('accessToken')
    const { status, body } = await manager.logIn(till)
    expect(status).toBe(200)
    expect(body.failedSince).toEqual({
      count: 10,
      lastAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const again = await manager.logIn(till)
    expect(again.body.failedSince).toEqual({ count: 0, lastAt: null })
  })

  it('is told of later ones after logins in parallel, too', async () => {
    const someone = await person(cashiers)
    const miss = async (times: number) => {
      for (let at = 0; at < times; at += 1) {
        expect((await someone.logIn(shop.anonymous(), '0000')).status).toBe(401)
      }
    }
    await miss(3)
    const parallel = [1, 2, 3].map(() => someone.logIn(shop.anonymous()))
    const answers = await Promise.all(parallel)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await miss(2)
    const { body } = await someone.logIn(shop.anonymous())
    expect(body.failedSince.count).toBe(2)
  })

  it('spends what strangers may try, too, and a change of person counts alike', async () => {
    const manager = await person(managers)
    const known = shop.anonymous()
    expect((await manager.logIn(known)).status).toBe(200)
    const till = shop.anonymous()
    await manager.logIn(till)
    for (let account = 0; account < 6; account += 1) {
      const cashier = await person(cashiers)
      await cashier.logIn(till)
      for (let miss = 0; miss < 10; miss += 1) {
        const wrong = account % 2 === 0 ? manager.logIn(till, '0000') : undefined
        const answer = await (wrong ?? askFor(till, approverOf(manager, '0000'), request))
        expect(answer.status).toBe(401)
      }
    }
    expect((await manager.logIn(shop.anonymous())).status).toBe(429)
    const cashier = await person(cashiers)
    await cashier.logIn(till)
    expect((await askFor(till, approverOf(manager), request)).status).toBe(429)
    // Nobody locks out a device that knows the name, within no session
    expect((await manager.logIn(known)).status).toBe(200)
  })

  it('raises an alert with the 20th wrong PIN of a day', async () => {
    const guessed = await person(cashiers)
    const admin = await shop.admin()
    const alerts = async () =>
      (await admin.get('/alerts')).body.filter(
        ({ kind, details }: { kind: string; details: { userId: string } }) =>
          kind === 'pin_guessing' && details.userId === guessed.id,
      )
    for (let wrong = 1; wrong <= 20; wrong += 1) {
      expect(await alerts()).toEqual([])
      expect((await guessed.logIn(shop.anonymous(), '0000')).status).toBe(401)
      if (wrong % 5 === 0 && wrong < 20) {
        const { body } = await guessed.logIn(shop.anonymous())
        expect(body.failedSince.count).toBe(5)
      }
    }
    expect(await alerts()).toHaveLength(1)
  })
})

describe('an approval ends', () => {
  const ended: [string, (manager: string) => Promise<unknown>][] = [
    ['PIN', (id) => staff.admin.put(`/users/${id}`, { pin: '97531' })],
    [
      'role',
      async (id) =>
        staff.admin.put(`/users/${id}`, {
          roleId: await staff.createRoleWith('orders_delete'),
        }),
    ],
  ]
  it.each(ended)("with its giver's %s", async (_, change) => {
    const { till, manager } = await sharedTill()
    const headers = await approved(till, approverOf(manager), request)
    expect(await change(manager.id)).toMatchObject({ status: 200 })
    expect(await sendApproved(till, request, headers)).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
  })
})

describe("one's own PIN", () => {
  const setSafeguards = async (verifyAmounts: boolean) => {
    const { body } = await staff.admin.get('/config')
    const on = { verifyCheckout: true, restrictPrinters: true, verifyAmounts }
    expect((await staff.admin.put('/config', { ...body, ...on })).status).toBe(200)
  }

  it('needs the old one in a session of some minutes, where all safeguards are on', async () => {
    await setSafeguards(true)
    const owner = await person(cashiers)
    const till = shop.anonymous()
    await owner.logIn(till)
    const change = (fields: object) =>
      till.put(`/users/${owner.id}`, { pin: '86420', ...fields }, anywhere())
    const refused = { status: 403, body: { message: 'Invalid PIN' } }
    await later(6, async () => {
      till.cookies.delete('accessToken')
      expect((await till.post('/auth/refresh')).status).toBe(200)
      expect(await change({})).toMatchObject(refused)
      expect(await change({ currentUserPin: '0000' })).toMatchObject(refused)
      expect(await till.put(`/users/${owner.id}`, { phone: '5' })).toMatchObject({
        status: 200,
      })
      expect(await change({ currentUserPin: owner.pin })).toMatchObject({ status: 200 })
    })
  })

  it('changes without it just after a login, and where a safeguard is off', async () => {
    const owner = await person(cashiers)
    const till = shop.anonymous()
    await owner.logIn(till)
    expect((await till.put(`/users/${owner.id}`, { pin: '86420' })).status).toBe(200)
    await setSafeguards(false)
    await owner.logIn(till, '86420')
    await later(6, async () => {
      till.cookies.delete('accessToken')
      expect((await till.post('/auth/refresh')).status).toBe(200)
      expect((await till.put(`/users/${owner.id}`, { pin: '13579' })).status).toBe(200)
    })
  })
})
