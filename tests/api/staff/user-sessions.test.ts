import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  staff = await staffOf(shop)
})
afterAll(() => shop.close())

/** A user with two sessions, each with a socket. */
async function onTwoDevices() {
  const { id, credentials } = await staff.createUser(
    await staff.createRoleWith('orders_read'),
  )
  const devices = [await shop.login(credentials), await shop.login(credentials)]
  const sockets = await Promise.all(devices.map((device) => shop.watch(device)))
  return { id, credentials, devices, sockets }
}

const invalidToken = { status: 401, body: { message: 'Invalid token' } }

describe('all sessions and sockets of a user end', () => {
  it('with a new PIN, and only the new PIN logs in', async () => {
    const { id, credentials, devices, sockets } = await onTwoDevices()
    await staff.admin.put(`/users/${id}`, { pin: '9753' })
    await Promise.all(sockets.map(({ closed }) => closed))
    for (const device of devices) {
      expect(await device.post('/auth/refresh')).toMatchObject(invalidToken)
      await expect(shop.watch(device)).rejects.toThrow('401')
    }
    expect((await shop.anonymous().post('/auth/login', credentials)).status).toBe(401)
    const again = await shop.login({ ...credentials, pin: '9753' })
    expect((await again.post('/auth/refresh')).status).toBe(200)
  })

  it('with the same PIN set again', async () => {
    const { id, credentials, devices } = await onTwoDevices()
    await staff.admin.put(`/users/${id}`, { pin: credentials.pin })
    for (const device of devices) {
      expect(await device.post('/auth/refresh')).toMatchObject(invalidToken)
    }
    await shop.login(credentials)
  })

  it('at once, where somebody ends them who may change the user; the PIN stays', async () => {
    const { id, credentials, devices, sockets } = await onTwoDevices()
    const { credentials: other } = await staff.createUser(
      await staff.createRoleWith('users_update', 'users_read'),
    )
    // A user with fewer rights cannot log others out
    const colleague = await shop.login(other)
    expect(await colleague.del(`/users/${id}/sessions`)).toMatchObject({
      status: 403,
      body: { message: 'Admin privileges required' },
    })
    expect((await devices[0]?.post('/auth/refresh'))?.status).toBe(200)
    expect((await staff.admin.del(`/users/${id}/sessions`)).status).toBe(204)
    await Promise.all(sockets.map(({ closed }) => closed))
    for (const device of devices) {
      expect(await device.post('/auth/refresh')).toMatchObject(invalidToken)
    }
    await shop.login(credentials)
    const { body } = await staff.admin.get('/audit?kind=user')
    expect(body.at(-1)).toMatchObject({ subjectId: id, after: { sessions: 'ended' } })
    expect((await staff.admin.del('/users/unknown/sessions')).status).toBe(404)
  })

  it('when the user is deleted', async () => {
    const { id, devices, sockets } = await onTwoDevices()
    await staff.admin.del(`/users/${id}`)
    await Promise.all(sockets.map(({ closed }) => closed))
    for (const device of devices) {
      expect(await device.post('/auth/refresh')).toMatchObject(invalidToken)
      await expect(shop.watch(device)).rejects.toThrow('401')
    }
  })
})

it('sessions stay open after every other change of their user', async () => {
  const { id, devices, sockets } = await onTwoDevices()
  const roleId = await staff.createRoleWith('shifts_read')
  await staff.admin.put(`/users/${id}`, { name: `renamed ${id}`, pin: '', roleId })
  for (const device of devices) {
    expect((await device.post('/auth/refresh')).status).toBe(200)
    expect((await device.get('/users/me')).body).toMatchObject({
      user: { name: `renamed ${id}`, roleId },
      perms: [{ name: 'shifts_read' }],
    })
  }
  for (const { socket } of sockets) expect(socket.readyState).toBe(socket.OPEN)
})

it('sessions of other users stay open after a new PIN', async () => {
  const [one, other] = [await onTwoDevices(), await onTwoDevices()]
  await staff.admin.put(`/users/${one.id}`, { pin: '9753' })
  for (const { socket } of other.sockets) expect(socket.readyState).toBe(socket.OPEN)
  for (const device of other.devices) {
    expect((await device.post('/auth/refresh')).status).toBe(200)
  }
})

describe('the wallet', () => {
  const password = 'password of the role'

  /** An administrator with an open wallet. */
  async function withWallet() {
    const role = await staff.createRole({ isAdmin: true, password })
    const { id, credentials } = await staff.createUser(role)
    const client = await shop.login(credentials)
    expect((await client.post('/wallet/auth', { password })).status).toBe(200)
    expect((await client.get('/wallet/getinfo')).status).toBe(200)
    return { id, role, client }
  }

  it('closes at once with a new PIN, while the accessToken is still valid', async () => {
    const { id, client } = await withWallet()
    await staff.admin.put(`/users/${id}`, { pin: '9753' })
    expect((await client.get('/wallet/getinfo')).status).toBe(401)
    expect((await client.post('/wallet/auth', { password })).status).toBe(401)
    expect((await client.get('/users/me')).status).toBe(200)
  })

  it('closes at once when the user is deleted', async () => {
    const { id, client } = await withWallet()
    await staff.admin.del(`/users/${id}`)
    expect((await client.get('/wallet/getinfo')).status).toBe(401)
  })

  it('closes at once when the role loses isAdmin', async () => {
    const { role, client } = await withWallet()
    await staff.admin.put(`/roles/${role}`, { role: `former ${role}`, isAdmin: false })
    expect(await client.get('/wallet/getinfo')).toMatchObject({
      status: 403,
      body: { message: 'Admin privileges required' },
    })
  })
})

describe('one session of a user', () => {
  it('ends with its socket, by those who may change the user; the others stay', async () => {
    const { id, credentials, devices, sockets } = await onTwoDevices()
    const phone = shop.anonymous()
    await phone.post('/auth/login', credentials, { 'user-agent': 'A telephone' })
    const { body: listed } = await staff.admin.get(`/users/${id}/sessions`)
    expect(listed).toHaveLength(3)
    expect(listed[0]).toMatchObject({ userAgent: 'A telephone', isOwn: false })
    expect(JSON.stringify(listed)).not.toMatch(/hash|token/i)
    const others = { status: 403, body: { message: 'Permission required' } }
    expect(await phone.get(`/users/${id}/sessions`)).toMatchObject(others)
    // Nobody logs out those who may do more, or a session of somebody else
    const { id: colleagueId, credentials: other } = await staff.createUser(
      await staff.createRoleWith('users_update', 'users_read'),
    )
    const colleague = await shop.login(other)
    expect(await colleague.del(`/users/${id}/sessions/${listed[0].id}`)).toMatchObject({
      status: 403,
      body: { message: 'Admin privileges required' },
    })
    expect(
      await colleague.del(`/users/${colleagueId}/sessions/${listed[0].id}`),
    ).toMatchObject({ status: 404 })
    expect((await phone.post('/auth/refresh')).status).toBe(200)

    const [watched] = devices
    const { body: own } = await colleague.get(`/users/${colleagueId}/sessions`)
    expect(own).toMatchObject([{ isOwn: true, tillName: null }])
    const path = `/users/${id}/sessions/${listed[0].id}`
    expect((await staff.admin.del(path)).status).toBe(204)
    expect(await phone.post('/auth/refresh')).toMatchObject(invalidToken)
    expect((await watched?.post('/auth/refresh'))?.status).toBe(200)
    expect((await staff.admin.del(path)).status).toBe(404)
    for (const { id: sessionId } of listed.slice(1)) {
      await staff.admin.del(`/users/${id}/sessions/${sessionId}`)
    }
    await Promise.all(sockets.map(({ closed }) => closed))
    const { body } = await staff.admin.get('/audit?kind=user')
    expect(body.at(-1)).toMatchObject({ subjectId: id, after: { session: 'ended' } })
    expect((await staff.admin.get(`/users/${id}/sessions`)).body).toEqual([])
  })

  it('is not listed after its logout, or a new PIN', async () => {
    const { id, credentials, devices } = await onTwoDevices()
    await devices[0]?.post('/auth/logout')
    const listed = async () => (await staff.admin.get(`/users/${id}/sessions`)).body
    expect(await listed()).toHaveLength(1)
    await staff.admin.put(`/users/${id}`, { pin: '9753' })
    expect(await listed()).toEqual([])
    await shop.login({ ...credentials, pin: '9753' })
    expect(await listed()).toHaveLength(1)
    expect((await staff.admin.get('/users/unknown/sessions')).status).toBe(404)
  })
})
