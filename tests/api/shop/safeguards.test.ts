import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let admin: Client
let staff: Staff
beforeAll(async () => {
  shop = await openShop({ fresh: true })
  await setUp()
  admin = await shop.login()
  staff = await staffOf(shop)
})
afterAll(() => shop.close())

const setUp = async () => {
  const setup = {
    businessType: 'store',
    businessName: 'Corner Shop',
    businessCurrency: 'USD',
    userName: owner.name,
    userPassword: owner.password,
    userPin: owner.pin,
    safeguards: true,
  }
  const post = (body: object) => shop.anonymous().post('/initial-setup', body)
  expect(await post({ ...setup, safeguards: 'yes' })).toMatchObject({ status: 400 })
  expect(await post(setup)).toMatchObject({ status: 201 })
}

const config = async () => (await admin.get('/config')).body

async function userWhoMayChangeSettings() {
  const role = await staff.createRoleWith('settings_update')
  const { credentials } = await staff.createUser(role)
  return shop.login(credentials)
}

it('are on from the start where the setup asks for them', async () => {
  expect(await config()).toMatchObject({
    verifyCheckout: true,
    verifyAmounts: true,
    restrictPrinters: true,
    openAmounts: false,
    payoutLimitSat: 100_000,
  })
})

const changes = {
  verifyCheckout: true,
  verifyAmounts: true,
  restrictPrinters: true,
  openAmounts: false,
  payoutLimitSat: 5_000,
  cashRoundingCents: 5,
  manualRate: { currency: 'USD', rate: 80_000 },
  lowInboundSat: 2_000,
  receiptPage: true,
}
const off = {
  verifyCheckout: false,
  verifyAmounts: false,
  restrictPrinters: false,
  openAmounts: true,
  payoutLimitSat: 100_000,
  cashRoundingCents: 0,
  manualRate: null,
  lowInboundSat: 100_000,
  receiptPage: false,
}
const turnOff = async () =>
  expect(await admin.put('/config', { ...(await config()), ...off })).toMatchObject({
    status: 200,
  })

it.each(Object.entries(changes))(
  '%s is changed by administrators alone',
  async (name, value) => {
    await turnOff()
    const clerk = await userWhoMayChangeSettings()
    const before = await config()
    const refused = { status: 403, body: { message: 'Admin privileges required' } }
    const whole = { ...before, businessName: 'Mine', [name]: value }
    const fields = { businessName: 'Mine', [name]: value }
    for (const body of [whole, fields]) {
      expect(await clerk.put('/config', body)).toMatchObject(refused)
    }
    expect(await config()).toEqual(before)
    expect(await admin.put('/config', { ...before, [name]: value })).toMatchObject({
      status: 200,
    })
    expect(await config()).toEqual({ ...before, [name]: value })
  },
)

it('are sent back unchanged by anybody who may change the config', async () => {
  const clerk = await userWhoMayChangeSettings()
  const whole = await config()
  expect(await clerk.put('/config', { ...whole, businessPhone: '0815' })).toMatchObject({
    status: 200,
  })
  expect(await config()).toEqual({ ...whole, businessPhone: '0815' })
})

it('count an administrator’s role of this moment, not the token’s', async () => {
  const role = await staff.createRole({ isAdmin: true })
  const { credentials } = await staff.createUser(role)
  const manager = await shop.login(credentials)
  await admin.put(`/roles/${role}`, { role: 'Former', isAdmin: false })
  const body = { businessName: 'Corner Shop', payoutLimitSat: 9_000_000 }
  expect(await manager.put('/config', body)).toMatchObject({ status: 403 })
})

it.each([
  ['verifyCheckout', null],
  ['verifyAmounts', 'true'],
  ['restrictPrinters', 1],
  ['payoutLimitSat', -1],
  ['payoutLimitSat', 0.5],
  ['payoutLimitSat', '100'],
])('returns 400 for %s %j', async (name, value) => {
  const before = await config()
  expect(
    await admin.put('/config', { businessName: 'Other', [name]: value }),
  ).toMatchObject({ status: 400 })
  expect(await config()).toEqual(before)
})

it('enter each changed field in the audit trail, and no other', async () => {
  await turnOff()
  const before = await config()
  const changed = { ...before, businessEmail: 'new@corner.example', ...changes }
  await admin.put('/config', changed)
  await admin.put('/config', changed)
  const { body: entries } = await admin.get('/audit?kind=config')
  expect(entries.at(-1)).toMatchObject({ kind: 'config', userName: owner.name })
  expect(entries.at(-1).before).toEqual({
    ...off,
    businessEmail: before.businessEmail,
  })
  expect(entries.at(-1).after).toEqual({
    ...changes,
    businessEmail: 'new@corner.example',
  })
  await turnOff()
})
