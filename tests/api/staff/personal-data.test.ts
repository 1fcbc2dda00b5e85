import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inShop } from '../../../shared/current-shop.ts'
import { preferencesKey, untilKey } from '../../../shared/events/alerts/own-marks.ts'
import { devicesKey } from '../../../shared/people/staff/login-limit-records.ts'
import { listingKey, sessionKey } from '../../../shared/people/staff/sessions.ts'
import { read, readMany } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import type { Client } from '../../support/client.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
let roleId: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  const role = { role: 'cashier', isAdmin: false, permissions: ['users_read'] }
  roleId = (await admin.post('/roles', role)).body.id
})
afterAll(() => shop.close())

const contact = { email: 'bo@shop.example', phone: '555 1234' }

async function createUser(name: string): Promise<string> {
  const user = { name, pin: '8642', role: roleId, ...contact }
  const { status, body } = await admin.post('/users', user)
  expect(status).toBe(201)
  return body.id
}

const dataOf = async (id: string) => (await admin.get(`/users/${id}/data`)).body
const erase = (id: string) => admin.post(`/users/${id}/erase`, {})

describe('GET /users/{id}/data', () => {
  it('says what is kept of a user, and what the user did', async () => {
    const id = await createUser('Bo')
    const user = { id, name: 'Bo', ...contact, role: 'cashier', isDeleted: false }
    expect(await dataOf(id)).toEqual({ ...user, audit: [], alsoKept: expect.any(Array) })
    const { audit } = await dataOf(shop.ownerId)
    expect(audit).toContainEqual(
      expect.objectContaining({ kind: 'user', userName: owner.name, subjectId: id }),
    )
    await admin.del(`/users/${id}`)
    expect(await dataOf(id)).toMatchObject({ ...user, isDeleted: true })
  })
})

describe('POST /users/{id}/erase', () => {
  it('deletes the account and leaves a pseudonym, even for three at once', async () => {
    const id = await createUser('Cy')
    const till = await shop.login({ name: 'Cy', pin: '8642' })
    await shop.login({ name: 'Cy', pin: '8642' })
    expect(await till.get('/users')).toMatchObject({ status: 200 })
    const { body: opened } = await admin.get(`/users/${id}/sessions`)
    expect(opened).toHaveLength(2)
    const keys = opened.flatMap((session: { id: string }) => [
      sessionKey(session.id),
      listingKey(id, session.id),
    ])
    const sessions = () => inShop(shop.served, () => readMany(keys))
    expect(await sessions()).toEqual(
      keys.map((key: object) => expect.objectContaining(key)),
    )
    const devices = () => inShop(shop.served, () => read(devicesKey('Cy')))
    expect(await devices()).toBeDefined()
    // As an administrator once, who chose what to be shown and read all alerts
    const ownKeys = [preferencesKey(id), untilKey(id)]
    const own = () => inShop(shop.served, () => readMany(ownKeys))
    await inShop(shop.served, () => transact(ownKeys.map((key) => put(key))))
    const erased = { id, name: `Former user ${id.slice(0, 8)}` }
    const answers = await Promise.all([1, 2, 3].map(() => erase(id)))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: erased })

    expect(await devices()).toBeUndefined()
    expect(await own()).toEqual([undefined, undefined])
    expect(await sessions()).toEqual(keys.map(() => undefined))
    expect(await till.post('/auth/refresh')).toMatchObject({ status: 401 })
    const again = shop.anonymous()
    const login = await again.post('/auth/login', { name: 'Cy', pin: '8642' })
    expect(login).toMatchObject({ status: 401 })
    expect(await admin.get(`/users/${id}`)).toMatchObject({ status: 404 })
    expect(await dataOf(id)).toMatchObject({
      ...erased,
      email: null,
      phone: null,
      isDeleted: true,
      erasedAt: expect.any(String),
    })
    const { body: entries } = await admin.get('/audit?kind=user')
    const about = entries.filter(
      ({ subjectId }: { subjectId: string }) => subjectId === id,
    )
    expect(about).toMatchObject([
      { before: null },
      { after: { erasedAt: expect.any(String) } },
    ])
    // The name is free again
    await createUser('Cy')
  })

  it('erases who was deleted before', async () => {
    const id = await createUser('Di')
    await admin.del(`/users/${id}`)
    expect(await erase(id)).toMatchObject({ status: 200 })
    expect(await dataOf(id)).toMatchObject({ email: null, phone: null, isDeleted: true })
    expect((await dataOf(id)).name).not.toBe('Di')
  })

  it('keeps the last administrator, and finds nobody else', async () => {
    const kept = await erase(shop.ownerId)
    expect(kept).toMatchObject({ status: 409 })
    expect(await dataOf(shop.ownerId)).toMatchObject({
      name: owner.name,
      isDeleted: false,
    })
    const nobody = '0199f2a4-5c1e-4d3a-9b8f-3e2d1c0b4a59'
    for (const id of [nobody, 'x'.repeat(3_000)]) {
      expect((await erase(id)).status).toBe(404)
      expect((await admin.get(`/users/${id}/data`)).status).toBe(404)
    }
  })
})
