import { afterEach, beforeEach, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
beforeEach(async () => {
  shop = await openShop()
  staff = await staffOf(shop)
})
afterEach(() => shop.close())

const lastAdmin = { status: 409, body: { message: 'Cannot remove the last admin user' } }

const admins = async () =>
  (await staff.admin.get('/users')).body.filter(
    ({ isAdmin }: { isAdmin: boolean }) => isAdmin,
  )

it('deleting the last user returns 409', async () => {
  expect(await staff.admin.del(`/users/${shop.ownerId}`)).toMatchObject({
    status: 409,
    body: { message: 'Cannot delete the last user' },
  })
  expect(await staff.findUser(shop.ownerId)).toMatchObject({ isAdmin: true })
})

it('deleting or demoting the last administrator returns 409', async () => {
  const waiters = await staff.createRole()
  await staff.createUser(waiters)
  const { admin } = staff
  const owner = `/users/${shop.ownerId}`
  const role = `/roles/${shop.roleId}`
  expect(await admin.del(owner)).toMatchObject(lastAdmin)
  expect(await admin.put(owner, { roleId: waiters })).toMatchObject(lastAdmin)
  expect(await admin.put(owner, { roleId: null })).toMatchObject(lastAdmin)
  expect(await admin.put(role, { role: 'Admin', isAdmin: false })).toMatchObject(
    lastAdmin,
  )
  expect(await admin.del(role)).toMatchObject(lastAdmin)
  expect(await admins()).toMatchObject([{ id: shop.ownerId, roleId: shop.roleId }])
})

it("only an administrators' role with a user counts as an administrator", async () => {
  const managers = await staff.createRole({ isAdmin: true })
  expect(await staff.admin.del(`/roles/${shop.roleId}`)).toMatchObject(lastAdmin)
  const manager = await shop.login((await staff.createUser(managers)).credentials)
  expect((await manager.del(`/roles/${shop.roleId}`)).status).toBe(204)
  expect(await manager.del(`/roles/${managers}`)).toMatchObject(lastAdmin)
  expect(await admins()).toHaveLength(1)
})

it('a change of isAdmin changes all users of the role', async () => {
  const role = await staff.createRole({ role: 'Managers' })
  const [one, other] = [await staff.createUser(role), await staff.createUser(role)]
  await staff.admin.put(`/roles/${role}`, { role: 'Managers', isAdmin: true })
  expect(await admins()).toHaveLength(3)
  const last = await shop.login(other.credentials)
  expect((await last.del(`/users/${shop.ownerId}`)).status).toBe(204)
  expect((await last.del(`/users/${one.id}`)).status).toBe(204)
  expect(await last.del(`/users/${other.id}`)).toMatchObject({
    status: 409,
    body: { message: 'Cannot delete the last user' },
  })
  const demotion = { role: 'Managers', isAdmin: false }
  expect(await last.put(`/roles/${role}`, demotion)).toMatchObject(lastAdmin)
})

it("moving the last administrator to another administrators' role succeeds", async () => {
  const managers = await staff.createRole({ isAdmin: true })
  const moved = await staff.admin.put(`/users/${shop.ownerId}`, { roleId: managers })
  expect(moved.status).toBe(200)
  expect((await staff.admin.del(`/roles/${shop.roleId}`)).status).toBe(204)
  expect(await admins()).toMatchObject([{ id: shop.ownerId, roleId: managers }])
})

it('a user whose role was deleted is counted once when deleted or moved', async () => {
  const managers = await staff.createRole({ isAdmin: true })
  const [one, other] = [
    await staff.createUser(managers),
    await staff.createUser(managers),
  ]
  expect((await staff.admin.del(`/roles/${managers}`)).status).toBe(204)
  expect(await staff.findUser(one.id)).toMatchObject({
    role: null,
    roleId: null,
    isAdmin: false,
  })
  expect((await staff.admin.del(`/users/${one.id}`)).status).toBe(204)
  await staff.admin.put(`/users/${other.id}`, { roleId: shop.roleId })
  const last = await shop.login(other.credentials)
  expect((await last.del(`/users/${shop.ownerId}`)).status).toBe(204)
  expect(await last.put(`/users/${other.id}`, { roleId: null })).toMatchObject(lastAdmin)
})
