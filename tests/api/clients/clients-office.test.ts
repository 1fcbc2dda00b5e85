import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, type Page } from '../../support/clients-page.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'

/** Work in the office, with the requests that the existing clients send. */
let shop: Shop
let page: Page
beforeAll(async () => {
  shop = await openShop({ options: { PUBLIC_LOGIN_SCREEN: 'true' } })
  page = openPage(shop)
})
afterAll(() => shop.close())

describe('the login screen', () => {
  it('shows users and business before login', async () => {
    const users = await page.relay.get('/users')
    expect(users).toEqual({
      status: 200,
      body: [{ id: shop.ownerId, name: owner.name, role: 'Admin' }],
    })
    const { status, body } = await page.relay.get('/config')
    expect(status).toBe(200)
    expect(body).toMatchObject({ businessName: 'Corner Shop', businessLogoUrl: null })
  })

  it('rejects a wrong PIN and logs in with the right one', async () => {
    expect(await page.relay.post('/auth/login', { ...owner, pin: '0000' })).toEqual({
      status: 401,
      body: { message: 'Invalid credentials' },
    })
    const { status, body } = await page.relay.post('/auth/login', {
      name: owner.name,
      pin: owner.pin,
    })
    expect(status).toBe(200)
    expect(body.message).toContain('success')
  })

  it('then reads the current user from /users/me', async () => {
    const { user, perms } = await page.read('/users/me')
    expect(user).toMatchObject({
      userId: shop.ownerId,
      name: owner.name,
      role: 'Admin',
      isAdmin: true,
    })
    expect(perms.map(({ name }: { name: string }) => name)).toContain('wallet_read')
  })
})

describe('a till after a long pause', () => {
  it('stays logged in after the browser dropped its accessToken', async () => {
    const { cookies } = page.relay.browser
    cookies.delete('accessToken')
    expect((await page.read('/users/me')).user.userId).toBe(shop.ownerId)
    expect(cookies.get('accessToken')).toBeTruthy()
  })
})

describe('settings', () => {
  it('are saved as they were read, with a newly uploaded logo', async () => {
    const config = await page.read('/config')
    const businessLogoUrl = await page.uploadPicture()
    // The relay's Host is another, and does not count.
    expect(businessLogoUrl).toMatch(`${shop.url}/uploads/`)
    const changed = { ...config, businessPhone: '555', businessLogoUrl }
    expect((await page.relay.put('/config', changed)).status).toBe(200)
    const path = new URL(businessLogoUrl, shop.url).pathname
    const saved = await page.read('/config')
    expect(saved).toEqual({ ...changed, businessLogoUrl: path })
    const logo = await fetch(shop.url + saved.businessLogoUrl)
    expect(logo.headers.get('content-type')).toBe('image/png')
  })

  it.each(['KPW', 'SLL', 'SVC', 'USD'])('offer the currency %s', async (acronym) => {
    const { status, body } = await page.relay.put('/base-currency', { acronym })
    expect(status).toBe(200)
    expect(body).toMatchObject({ acronym, symbol: expect.any(String) })
    expect((await page.read('/base-currency')).currencyId).toBe(body.id)
    expect(await page.read('/currencies')).toContainEqual(body)
  })
})

describe('staff', () => {
  let roleId: string
  let userId: string

  it('gets a role with listed permissions; a duplicate role gets 409', async () => {
    const listed: { name: string }[] = await page.read('/permissions')
    const created = await page.relay.post('/roles', {
      role: 'Cashier',
      isAdmin: false,
      password: '',
    })
    expect(created.status).toBe(201)
    roleId = created.body.id
    const permissions = listed
      .map(({ name }) => name)
      .filter((name) => /^(orders|products|payments)_/.test(name))
    expect(await page.relay.put(`/roles/${roleId}/permissions`, { permissions })).toEqual(
      {
        status: 200,
        body: { roleId, assigned: permissions.length },
      },
    )
    const twice = await page.relay.post('/roles', { role: 'Cashier', isAdmin: false })
    expect(twice.status).toBe(409)
  })

  it('gets an account with empty email and phone; a duplicate name gets 409', async () => {
    const account = { name: 'Ben', pin: '1357', role: roleId, email: '', phone: '' }
    const created = await page.relay.post('/users', account)
    expect(created.status).toBe(201)
    userId = created.body.id
    expect((await page.relay.post('/users', account)).status).toBe(409)
    const edit = { name: 'Benita', roleId, email: 'b@example.org', phone: '' }
    expect((await page.relay.put(`/users/${userId}`, edit)).status).toBe(200)
    const asOwner = await page.relay.put(`/users/${userId}`, {
      ...edit,
      name: owner.name,
    })
    expect(asOwner.status).toBe(409)
  })

  it('logs in at another till and sees only ids, names and roles', async () => {
    const other = openPage(shop)
    const login = await other.relay.post('/auth/login', { name: 'Benita', pin: '1357' })
    expect(login.status).toBe(200)
    const users: object[] = await other.read('/users')
    expect(users.map((user) => Object.keys(user).sort())).toEqual(
      users.map(() => ['id', 'name', 'role']),
    )
    await other.read('/config')
    await other.read('/base-currency')
  })

  it('keeps at least one administrator', async () => {
    const demotion = { role: 'Admin', isAdmin: false }
    const { status, body } = await page.relay.put(`/roles/${shop.roleId}`, demotion)
    expect(status).toBe(409)
    expect(body.message).toContain('last admin')
  })
})
