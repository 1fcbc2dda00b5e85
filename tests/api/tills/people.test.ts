import { createHmac, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import canonicalize from 'canonicalize'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { tender } from '../../support/selling.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { firstPin, type Staff, staffOf } from '../../support/staff.ts'
import { openTill, usd } from '../../support/till.ts'

let shop: Shop
let staff: Staff
let admin: Client
let coffee: string
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  staff = await staffOf(shop)
  admin = staff.admin
  coffee = await (await openTill(shop)).createProduct(1_000)
})
afterAll(() => shop.close())

/** Registers a till where a cashier logs in. */
async function openAt(name: string) {
  const device = await shop.admin()
  const { id } = (await device.post('/tills', { name })).body
  const login = (credentials: object) => device.post('/auth/login', credentials)
  return { id, device, login }
}

async function hire(...permissions: string[]) {
  const role = await staff.createRoleWith('orders_create', ...permissions)
  return staff.createUser(role)
}

async function openWithCashier(name: string) {
  const at = await openAt(name)
  const cashier = await hire()
  await at.login(cashier.credentials)
  const fetchKey = async (pin = firstPin) => at.device.post('/auth/offline', { pin })
  return { ...at, cashier, fetchKey }
}

const setConfig = (client: Client, change: object) =>
  client.put('/config', { businessName: 'Corner Shop', ...change })

/** A coffee for cash, as its till writes it without a proof. */
const receipt = (number: number, userId: string, changes: object = {}) => ({
  saleId: randomUUID(),
  soldAt: new Date(Date.now() - 1_000).toISOString(),
  number,
  userId,
  currencyId: usd,
  items: [{ productId: coffee, name: 'Café', quantity: 1, priceAtOrder: 250 }],
  tenders: [tender('Cash', 250)],
  amount: 2.5,
  pricesIncludeTax: true,
  taxes: [],
  ...changes,
})

const proofOf = (key: string, sale: object) =>
  createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(canonicalize(sale) ?? '')
    .digest('base64url')

const proven = (key: string, sale: object) => ({ ...sale, proof: proofOf(key, sale) })

async function flagsOf(device: Client, sales: unknown[]): Promise<string[][]> {
  const sentAt = new Date(Date.now()).toISOString()
  const { status, body } = await device.post('/sync/sales', { sentAt, sales })
  expect(status).toBe(200)
  return body.results.map(({ flags }: { flags: string[] }) => flags)
}

const stranger = ['user_not_on_till']

describe('a key that sells without the cloud', () => {
  it('is for those who log in at a till, for their own PIN, and in the audit trail', async () => {
    const { device, cashier, fetchKey, id } = await openWithCashier('Keys')
    expect(await fetchKey('1111')).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials' },
    })
    const beganMs = Date.now()
    const { status, body } = await fetchKey()
    expect(status).toBe(200)
    expect(body).toEqual({
      key: expect.stringMatching(/^[\w-]{43}$/),
      userId: cashier.id,
      permissions: ['orders_create'],
      validUntil: expect.any(String),
    })
    const hours = (Date.parse(body.validUntil) - beganMs) / 3_600_000
    expect(hours).toBeGreaterThan(71.9)
    expect(hours).toBeLessThan(72.1)
    expect((await admin.get('/audit?kind=till')).body).toContainEqual(
      expect.objectContaining({
        subjectId: id,
        userId: cashier.id,
        after: { sellsOffline: cashier.credentials.name },
      }),
    )
    const elsewhere = await shop.login(cashier.credentials)
    expect(await elsewhere.post('/auth/offline', { pin: firstPin })).toMatchObject({
      status: 404,
    })
    await admin.del(`/tills/${id}`)
    expect((await device.post('/auth/offline', { pin: firstPin })).status).toBe(403)
  })

  it('stops wrong PINs as a login does', async () => {
    const { fetchKey } = await openWithCashier('Guesses')
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await fetchKey('0000')).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(statuses[10]).toBe(429)
  })

  it('is not for administrators unless the shop says so, and for nobody where it is off', async () => {
    const { device, fetchKey, login } = await openWithCashier('Settings')
    await login(owner)
    const ask = () => device.post('/auth/offline', { pin: owner.pin })
    expect((await admin.get('/config')).body).toMatchObject({
      offlineSelling: true,
      offlineAdmins: false,
      offlineMaxSaleCents: null,
      offlineMaxTotalCents: null,
    })
    expect(await ask()).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
    const manager = (await hire('settings_update', 'settings_read')).credentials
    const byManager = await shop.login(manager)
    expect((await setConfig(byManager, { offlineAdmins: true })).status).toBe(403)
    await setConfig(admin, { offlineAdmins: true })
    expect((await ask()).status).toBe(200)
    await setConfig(admin, { offlineSelling: false })
    expect(await ask()).toMatchObject({
      status: 403,
      body: { message: 'Offline selling is off', code: 'offline_selling_off' },
    })
    expect((await fetchKey(owner.pin)).status).toBe(403)
    await setConfig(admin, { offlineSelling: true, offlineAdmins: false })
  })
})

describe('the proof of a sale', () => {
  it('is that of its seller, at its till, over what was sent', async () => {
    const { device, cashier, fetchKey } = await openWithCashier('Proofs')
    const { key } = (await fetchKey()).body
    const other = await openWithCashier('Other')
    const { key: keyElsewhere } = (await other.fetchKey()).body
    const colleague = await hire()
    const of = (number: number) => receipt(number, cashier.id)
    const changed = { ...proven(key, of(5)), ticketNotes: 'more' }
    expect(
      await flagsOf(device, [
        proven(key, of(1)),
        of(2),
        { ...of(3), proof: 'x' },
        proven(keyElsewhere, of(4)),
        changed,
        // A colleague's name, by a key of one's own
        proven(key, receipt(6, colleague.id)),
        proven(keyElsewhere, receipt(7, other.cashier.id)),
      ]),
    ).toEqual([[], ...Array(6).fill(stranger)])
    // RFC 8785 writes no half of a character, also in what nobody reads
    const half = { ...of(9), unread: '\ud800', proof: 'x' }
    expect(await flagsOf(device, [half])).toEqual([stranger])
    // An earlier key goes on beside a later one
    await fetchKey()
    expect(await flagsOf(device, [proven(key, of(8))])).toEqual([[]])
  })

  it('counts for what was sold in 72 hours, with the PIN and the person', async () => {
    const { device, cashier, fetchKey } = await openWithCashier('Ends')
    const { key } = (await fetchKey()).body
    const at = (number: number, soldAt: number) =>
      proven(key, receipt(number, cashier.id, { soldAt: new Date(soldAt).toISOString() }))
    const soldMs = Date.now()
    await later(73 * 60, async () => {
      const lapsed = proven(key, receipt(2, cashier.id))
      expect(await flagsOf(device, [at(1, soldMs), lapsed])).toEqual([[], stranger])
    })
    const {
      device: second,
      cashier: leaver,
      fetchKey: fetchSecond,
    } = await openWithCashier('Pins')
    const { key: secondKey } = (await fetchSecond()).body
    await admin.put(`/users/${leaver.id}`, { pin: '9753', currentUserPin: owner.pin })
    await second.post('/auth/login', { name: leaver.credentials.name, pin: '9753' })
    const of = (number: number) => proven(secondKey, receipt(number, leaver.id))
    expect(await flagsOf(second, [of(1)])).toEqual([stranger])
    const { key: third } = (await fetchSecond('9753')).body
    await admin.del(`/users/${leaver.id}`, {})
    expect(
      await flagsOf(await sellerAt(second), [proven(third, receipt(2, leaver.id))]),
    ).toEqual([expect.arrayContaining(['user_gone', ...stranger])])
  })

  it('is computed as the documents say', async () => {
    const text = await readFile('docs/tills.md', 'utf8')
    const [, key = '', sale = '', bytes = '', proof = ''] =
      /Key:\s+`([^`]+)`[\s\S]*?```json\n([\s\S]*?)```[\s\S]*?```text\n([\s\S]*?)\n```[\s\S]*?Proof:\s+`([^`]+)`/.exec(
        text,
      ) ?? []
    expect(canonicalize(JSON.parse(sale))).toBe(bytes)
    expect(proofOf(key, JSON.parse(sale))).toBe(proof)
  })
})

/** Logs somebody in at a device who sells. */
async function sellerAt(device: Client): Promise<Client> {
  await device.post('/auth/login', (await hire()).credentials)
  return device
}

describe('a till that is revoked', () => {
  it('answers who could sell there, and forgets them where its device is lost', async () => {
    const { id, device, cashier, fetchKey } = await openWithCashier('Lost')
    const second = await openWithCashier('Kept')
    const { login: loginElsewhere, device: elsewhere } = second
    await loginElsewhere(cashier.credentials)
    await fetchKey()
    const ana = await hire()
    await device.post('/auth/login', ana.credentials)
    const person = { userId: cashier.id, name: cashier.credentials.name }
    expect((await admin.del(`/tills/${id}`)).body).toEqual({ people: [person] })
    // Nothing lapses because a till was revoked
    expect((await device.post('/auth/login', cashier.credentials)).status).toBe(200)

    const registrar = await shop.login((await hire('tills_create')).credentials)
    expect((await registrar.del(`/tills/${id}?lost=true`)).status).toBe(403)
    expect(await admin.del(`/tills/${id}?lost=true`)).toMatchObject({
      status: 200,
      body: { people: [person] },
    })
    const refused = { status: 401, body: { message: 'Invalid credentials' } }
    const stolen = shop.anonymous({ device: device.cookies.get('device') ?? '' })
    expect(await stolen.post('/auth/login', cashier.credentials)).toMatchObject(refused)
    expect(await shop.anonymous().post('/auth/login', cashier.credentials)).toMatchObject(
      refused,
    )
    expect((await elsewhere.post('/auth/login', cashier.credentials)).status).toBe(200)
    // Whoever had no key there logs in as a stranger
    expect((await shop.anonymous().post('/auth/login', ana.credentials)).status).toBe(200)

    const pins = (await admin.get('/audit?kind=pin')).body
    expect(pins).toContainEqual(
      expect.objectContaining({ subjectId: cashier.id, after: { lostWith: 'Lost' } }),
    )
    await admin.put(`/users/${cashier.id}`, { pin: '9753', currentUserPin: owner.pin })
    const renewed = { name: cashier.credentials.name, pin: '9753' }
    expect((await shop.anonymous().post('/auth/login', renewed)).status).toBe(200)
    expect((await admin.del(`/tills/${id}`)).body).toEqual({ people: [] })
  })

  it('whose device is lost approves nothing with a PIN that is lost', async () => {
    const { id, device, login, cashier } = await openWithCashier('Approvals')
    const approver = await hire('orders_discount')
    await login(approver.credentials)
    await device.post('/auth/offline', { pin: firstPin })
    const other = await shop.login(cashier.credentials)
    const ask = () =>
      other.post('/auth/approvals', {
        userId: approver.id,
        pin: firstPin,
        permission: 'orders_discount',
        method: 'POST',
        path: '/store/orders/checkout',
        bodySha256: '0a'.repeat(32),
      })
    expect((await ask()).status).toBe(201)
    await admin.del(`/tills/${id}?lost=true`)
    expect((await ask()).status).toBe(401)
  })
})
