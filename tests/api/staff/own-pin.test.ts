import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { stopClock } from '../../support/clock.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
let managers: string
beforeAll(async () => {
  shop = await openShop({ options: { TRUSTED_PROXIES: '127.0.0.1' } })
  staff = await staffOf(shop)
  managers = await staff.createRoleWith('users_update', 'users_create')
})
afterAll(() => shop.close())

const wrongPin = { status: 403, body: { message: 'Invalid PIN' } }

let lastHost = 0
const newAddress = () => {
  lastHost += 1
  return { 'x-forwarded-for': `10.7.${lastHost >> 8}.${lastHost & 255}` }
}

/** A manager, the till where they logged in, and a thief with a copy of its cookies. */
async function robbed({ device }: { device: boolean }) {
  const { id, credentials } = await staff.createUser(managers)
  const till = await shop.login(credentials)
  const thief = shop.anonymous(Object.fromEntries(till.cookies))
  if (!device) thief.cookies.delete('device')
  const guess = (pin = '0000', from = newAddress(), client: Client = thief) =>
    client.put(`/users/${id}`, { phone: pin, currentUserPin: pin }, from)
  const logIn = (pin: string, client: Client = shop.anonymous(), from = newAddress()) =>
    client.post('/auth/login', { name: credentials.name, pin }, from)
  return { id, credentials, till, thief, guess, logIn }
}

const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)
const countOf = (statuses: number[], status: number) =>
  statuses.filter((each) => each === status).length

describe('a thief with a stolen session', () => {
  it('shares the guesses of a login at the device, and stops no other', async () => {
    const { id, credentials, till, guess, logIn } = await robbed({ device: true })
    const other = await shop.login(credentials)
    for (let n = 0; n < 6; n += 1) expect(await guess()).toMatchObject(wrongPin)
    for (let n = 0; n < 4; n += 1) expect((await logIn('0000', till)).status).toBe(401)
    const before = await staff.findUser(id)
    const blocked = await guess(credentials.pin)
    expect(blocked.status).toBe(429)
    expect(blocked.body.retryAfter).toBeGreaterThan(7_100)
    expect((await logIn(credentials.pin, till)).status).toBe(429)
    expect(await staff.findUser(id)).toEqual(before)
    expect((await logIn(credentials.pin, other)).status).toBe(200)
    expect((await logIn(credentials.pin)).status).toBe(200)
    expect((await guess(credentials.pin, newAddress(), other)).status).toBe(200)
  })

  it('without the device shares those of strangers, whatever the address', async () => {
    const { till, credentials, guess, logIn } = await robbed({ device: false })
    for (let n = 0; n < 30; n += 1) {
      expect(await guess()).toMatchObject(wrongPin)
      expect((await logIn('0000')).status).toBe(401)
    }
    expect((await guess()).status).toBe(429)
    expect((await logIn(credentials.pin)).status).toBe(429)
    expect((await logIn(credentials.pin, till)).status).toBe(200)
  })

  it('gains nothing by guesses in parallel', async () => {
    stopClock()
    const known = await robbed({ device: true })
    const atDevice = await statusesOf(Array.from({ length: 30 }, () => known.guess()))
    expect(countOf(atDevice, 403)).toBe(10)
    expect(countOf(atDevice, 429)).toBe(20)

    const stranger = await robbed({ device: false })
    const from = newAddress()
    const guesses = Array.from({ length: 30 }, () => stranger.guess('0000', from))
    const atAddress = await statusesOf(guesses)
    expect(countOf(atAddress, 403)).toBe(5)
    expect(countOf(atAddress, 429)).toBe(25)
  })

  it('gains nothing by new names in between', async () => {
    stopClock()
    const { id, thief, guess } = await robbed({ device: true })
    const statuses: number[] = []
    for (let n = 0; n < 20; n += 1) {
      const rename = thief.put(`/users/${id}`, { name: randomUUID() })
      const guesses = Array.from({ length: 5 }, () => guess())
      statuses.push(...(await statusesOf(guesses)))
      expect((await rename).status).toBe(200)
    }
    expect(countOf(statuses, 403)).toBe(10)
    expect((await guess()).status).toBe(429)
  })

  it.each([true, false])(
    'gains nothing by a new name, with the device: %s',
    async (device) => {
      const { id, thief, guess } = await robbed({ device })
      const limit = device ? 10 : 60
      for (let n = 0; n < limit; n += 1) {
        if (n % 5 === 0) {
          const renamed = await thief.put(`/users/${id}`, { name: randomUUID() })
          expect(renamed.status).toBe(200)
        }
        expect(await guess()).toMatchObject(wrongPin)
      }
      await thief.put(`/users/${id}`, { name: randomUUID() })
      expect((await guess()).status).toBe(429)
    },
  )
})

it('a wrong PIN counts in each change that takes one', async () => {
  const admins = await staff.createRole({ isAdmin: true })
  const role = await staff.createRole()
  const fields = { name: randomUUID(), pin: '9999', role: managers }
  const { id } = await staff.createUser(managers)
  for (const [method, path, body] of [
    ['POST', '/users', fields],
    ['POST', '/users', { user: fields }],
    ['PUT', `/users/${id}`, { phone: '5' }],
    ['DELETE', `/users/${id}`, {}],
    ['POST', '/roles', { role: randomUUID() }],
    ['PUT', `/roles/${role}`, { role: randomUUID() }],
    ['PUT', `/roles/${role}/permissions`, { permissions: [] }],
  ] as const) {
    const { credentials } = await staff.createUser(admins)
    const till = await shop.login(credentials)
    till.cookies.delete('device')
    const from = newAddress()
    const change = (currentUserPin: string) =>
      till.send(method, path, { ...body, currentUserPin }, from)
    for (const pin of ['0000', '', ' ', `${credentials.pin} `, owner.pin])
      expect(await change(pin), `${method} ${path} ${pin}`).toMatchObject(wrongPin)
    expect(await change('0000')).toMatchObject({ status: 429, body: { retryAfter: 60 } })
    expect((await change(credentials.pin)).status).toBe(429)
  }
})

it('a PIN is not looked at where the permission is missing', async () => {
  const { credentials } = await staff.createUser(await staff.createRoleWith('dish_read'))
  const till = await shop.login(credentials)
  till.cookies.delete('device')
  const from = newAddress()
  const forbidden = { status: 403, body: { message: 'Permission required' } }
  for (const currentUserPin of [...Array<string>(6).fill('0000'), credentials.pin]) {
    const sent = { role: randomUUID(), currentUserPin }
    expect(await till.post('/roles', sent, from)).toMatchObject(forbidden)
  }
  const { status } = await till.post('/auth/login', credentials, from)
  expect(status).toBe(200)
})

it('a wrong PIN leaves no audit entry, and one that is not text counts for nothing', async () => {
  const { id } = await staff.createUser(managers)
  const till = await shop.admin()
  till.cookies.delete('device')
  const from = newAddress()
  const entries = async () => (await staff.admin.get('/audit')).body
  const before = await entries()
  const wrong = { name: randomUUID(), currentUserPin: '0000' }
  expect(await till.put(`/users/${id}`, wrong, from)).toMatchObject(wrongPin)
  expect(await entries()).toEqual(before)
  for (const currentUserPin of [4321, {}, ['4321'], true, '\ud800']) {
    for (const method of ['PUT', 'DELETE']) {
      const body = { phone: '5', currentUserPin }
      const { status } = await till.send(method, `/users/${id}`, body, from)
      expect(status).toBe(400)
    }
  }
  expect(await till.put(`/users/${id}`, wrong, from)).toMatchObject(wrongPin)
  expect(await entries()).toEqual(before)
})
