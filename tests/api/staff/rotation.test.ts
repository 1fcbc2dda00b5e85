import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadOrCreateSecrets } from '../../../infra/local/secrets.ts'
import { finishRotation, startRotation } from '../../../infra/operate/rotation.ts'
import { deadlineOf, newRequestId } from '../../../shared/agents/tunnel-request-ids.ts'
import { sign } from '../../../shared/lightning/node/phoenixd/signature.ts'
import {
  parseSecret,
  validValues,
} from '../../../shared/platform/deployment/secret-fields.ts'
import type { Client } from '../../support/client.ts'
import { openShop, owner, type Shop, webhookSecret } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
beforeAll(async () => {
  shop = await openShop({ node: 'direct', options: { ACCESS_TOKEN_SECONDS: '86400' } })
  staff = await staffOf(shop)
  // Secrets are used for an hour and read again every 30 s at most.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const seconds = 1_000
const hour = 3_600 * seconds

const newKey = 'n'.repeat(64)

/** Changes the secrets as `npm run rotate` does; the functions notice after `afterMs`. */
async function change(edit: (json: string) => string, afterMs = hour): Promise<void> {
  const file = join(shop.dataDir, 'secrets.json')
  await writeFile(file, edit(await readFile(file, 'utf8')))
  vi.setSystemTime(Date.now() + afterMs)
}

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status

const isSignedWith = (key: string, token = '') =>
  jwtVerify(token, new TextEncoder().encode(key), { currentDate: new Date() }).then(
    () => true,
    () => false,
  )

describe('a rotation of the token key', () => {
  it('keeps sessions open until it is finished, and those that began since', async () => {
    const [old, renewed] = [await shop.admin(), await shop.admin()]
    await change((json) => startRotation(json, 'token-key', newKey))
    expect(await statusOf(old.get('/users'))).toBe(200)
    expect(await isSignedWith(newKey, old.cookies.get('accessToken'))).toBe(false)
    expect(await statusOf(renewed.post('/auth/refresh'))).toBe(200)
    expect(await isSignedWith(newKey, renewed.cookies.get('accessToken'))).toBe(true)
    const began = await shop.admin()

    await change((json) => finishRotation(json, 'token-key'))
    expect(await statusOf(old.get('/users'))).toBe(401)
    expect(await statusOf(renewed.get('/users'))).toBe(200)
    expect(await statusOf(renewed.post('/auth/refresh'))).toBe(401)
    expect(await statusOf(began.get('/users'))).toBe(200)
    expect(await statusOf(began.post('/auth/refresh'))).toBe(200)
    staff = await staffOf(shop)
  })
})

describe('a rotation of the token key that is finished at once', () => {
  it('leaves requests through the tunnel to be answered', async () => {
    const deadlineMs = Date.now() + hour
    const id = await newRequestId('agent', deadlineMs)
    await change((json) => startRotation(json, 'token-key', 'm'.repeat(64)))
    await change((json) => finishRotation(json, 'token-key'), 31 * seconds)
    expect(await deadlineOf(id, 'agent')).toBe(deadlineMs)
    staff = await staffOf(shop)
  })
})

describe('a rotation of the PIN key', () => {
  const login = (credentials: { name: string; pin: string }) =>
    statusOf(shop.anonymous().post('/auth/login', credentials))
  const newUsers = async (count: number) => {
    const roleId = await staff.createRoleWith('orders_read')
    return Promise.all(Array.from({ length: count }, () => staff.createUser(roleId)))
  }
  const openWallet = (client: Client) =>
    statusOf(client.post('/wallet/auth', { password: owner.password }))

  it('moves each PIN and role password to the new key when it is used', async () => {
    const [active, absent, ...changed] = await newUsers(6)
    const session = await shop.login(active?.credentials)
    await change((json) => startRotation(json, 'pin-key', newKey))

    const guessed = { ...(active?.credentials ?? owner), pin: '0000' }
    expect(await login(guessed)).toBe(401)
    const crowd = Array.from({ length: 5 }, () => login(active?.credentials ?? owner))
    expect(await Promise.all(crowd)).toEqual(crowd.map(() => 200))
    expect(await openWallet(await shop.admin())).toBe(200)
    const [later] = await newUsers(1)
    // A login never undoes a change of the PIN at the same moment.
    await Promise.all(
      changed.flatMap(({ id, credentials }) => [
        login(credentials),
        staff.admin.put(`/users/${id}`, { pin: '9753' }),
      ]),
    )

    await change((json) => finishRotation(json, 'pin-key'))
    expect(await login(active?.credentials ?? owner)).toBe(200)
    expect(await statusOf(session.post('/auth/refresh'))).toBe(200)
    expect(await openWallet(await shop.admin())).toBe(200)
    expect(await login(later?.credentials ?? owner)).toBe(200)
    for (const { credentials } of changed) {
      expect(await login({ ...credentials, pin: '9753' })).toBe(200)
    }
    expect(await login(absent?.credentials ?? owner)).toBe(401)
    expect(await login(guessed)).toBe(401)
  })
})

describe('a rotation of the webhook secret', () => {
  const notify = (secret: string) => {
    const raw = JSON.stringify({ type: 'payment_received', amountSat: 1 })
    const headers = { 'X-Node-Signature': sign(secret, raw) }
    return statusOf(shop.anonymous().send('POST', '/webhook/node', raw, headers))
  }

  it('accepts both signatures at once, until it is finished', async () => {
    expect(await notify(webhookSecret)).toBe(200)
    await change((json) => startRotation(json, 'webhook-secret', 'new'), 30 * seconds)
    expect(await notify('new')).toBe(200)
    expect(await notify(webhookSecret)).toBe(200)
    await change((json) => finishRotation(json, 'webhook-secret'))
    expect(await notify(webhookSecret)).toBe(401)
    expect(await notify('new')).toBe(200)
  })
})

it('PINs and sessions stay valid when the keys are adopted from version 0.2', async () => {
  const till = await shop.admin()
  const file = join(shop.dataDir, 'secrets.json')
  await change((json) => {
    const parsed = parseSecret(json)
    const old = ['token-key', 'pin-key', 'webhook-secret', 'node-password'] as const
    return JSON.stringify(
      Object.fromEntries(old.map((name) => [name, validValues(parsed, name)[0]])),
    )
  }, 0)
  await loadOrCreateSecrets(file, {})
  vi.setSystemTime(Date.now() + hour)
  expect(await statusOf(till.post('/auth/refresh'))).toBe(200)
  const wallet = await shop.admin()
  expect(await statusOf(wallet.post('/wallet/auth', { password: owner.password }))).toBe(
    200,
  )
})

describe("a new password of the node's", () => {
  const enter = (nodePassword?: string) => (json: string) =>
    JSON.stringify({ ...JSON.parse(json), nodePassword })

  it('is used at once when the node refuses the old one', async () => {
    const wallet = await shop.admin()
    await change(enter('mistyped'))
    await wallet.post('/wallet/auth', { password: owner.password })
    expect(await statusOf(wallet.get('/wallet/getbalance'))).not.toBe(200)
    await change(enter(), 30 * seconds)
    expect(await statusOf(wallet.get('/wallet/getbalance'))).toBe(200)
  })
})
