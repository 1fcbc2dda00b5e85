import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../../infra/local/client.ts'
import { permissions } from '../../shared/staff/permissions.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openStaff, type Staff } from '../support/staff.ts'
import {
  type AdministratorRequest,
  administratorRequests,
  type Caller,
  staffEndpoints,
} from './administrator-requests.ts'
import { permissionsOf } from './endpoints.ts'
import { allRecords } from './records.ts'

const adminRequired = { status: 403, body: { message: 'Admin privileges required' } }
const permissionRequired = { status: 403, body: { message: 'Permission required' } }

type LoggedInCaller = Caller & { readonly client: Client }

let shop: Shop
let staff: Staff
/** Callers who are not administrators at this moment. */
let others: Record<'cashier' | 'moved' | 'demoted' | 'deleted', LoggedInCaller>
beforeAll(async () => {
  shop = await openShop()
  staff = await openStaff(shop)
  others = {
    cashier: await callerWith(...all),
    moved: await administrator(),
    demoted: await administrator(),
    deleted: await administrator(),
  }
  const { moved, demoted, deleted } = others
  const roleId = await staff.role()
  await staff.admin.put(`/users/${moved.id}`, { roleId })
  others.moved = { ...moved, roleId }
  const demotion = { role: randomUUID(), isAdmin: false }
  await staff.admin.put(`/roles/${demoted.roleId}`, demotion)
  await staff.admin.del(`/users/${deleted.id}`)
})
afterAll(() => shop.close())

const all = permissions.map(({ name }) => name)
const permissionsNeededBy = (key: string): string[] => {
  const endpoint = staffEndpoints.find(([each]) => each === key)?.[1]
  return endpoint ? [...permissionsOf(endpoint)] : []
}

const records = () => allRecords(process.env.TABLE_NAME ?? '')

async function logIn(roleId: string): Promise<LoggedInCaller> {
  const { id, credentials } = await staff.user(roleId)
  return { id, roleId, client: await shop.login(credentials) }
}
const callerWith = async (...names: string[]) => logIn(await staff.roleWith(...names))
const administrator = async () => logIn(await staff.role({ isAdmin: true }))

/** Prepares the records of a request; returns what sends it. */
async function prepare(
  request: AdministratorRequest,
  caller: LoggedInCaller,
): Promise<() => Promise<Answer>> {
  const [method = ''] = request.endpoint.split(' ')
  const { path, body } = await request.request(staff, caller)
  return () => caller.client.send(method, path, body)
}

describe.each(
  administratorRequests.map(
    (request) => [`${request.endpoint} that ${request.what}`, request] as const,
  ),
)('%s', (_, request) => {
  it('returns 403 to every caller who is not an administrator now, and changes nothing', async () => {
    const { deleted, ...living } = others
    const callers = [
      await callerWith(...permissionsNeededBy(request.endpoint)),
      ...Object.values(living),
      // A deleted caller has no record that the request could change
      ...(request.what.includes('caller') ? [] : [deleted]),
    ]
    const requests = await Promise.all(callers.map((caller) => prepare(request, caller)))
    const before = await records()
    for (const send of requests) expect(await send()).toMatchObject(adminRequired)
    expect(await records()).toEqual(before)
  })

  it('returns 403 without the permission', async () => {
    const needed = permissionsNeededBy(request.endpoint)
    const caller = await callerWith(...all.filter((name) => !needed.includes(name)))
    expect(await (await prepare(request, caller))()).toMatchObject(permissionRequired)
  })

  it('succeeds for an administrator, also one promoted a moment ago', async () => {
    const caller = await callerWith(...permissionsNeededBy(request.endpoint))
    const roleId = await staff.role({ isAdmin: true })
    await staff.admin.put(`/users/${caller.id}`, { roleId })
    const { status } = await (await prepare(request, { ...caller, roleId }))()
    expect([200, 201, 204]).toContain(status)
  })
})

it('covers every endpoint that changes users or roles', () => {
  const covered = new Set(administratorRequests.map(({ endpoint }) => endpoint))
  expect([...covered].sort()).toEqual(staffEndpoints.map(([key]) => key).sort())
})

describe('each permission', () => {
  it('is granted only by callers who have it at this moment', async () => {
    const caller = await callerWith('roles_update')
    for (const name of all) {
      const others = all.filter((other) => other !== name)
      await staff.admin.put(`/roles/${caller.roleId}/permissions`, {
        permissions: others,
      })
      const role = await staff.roleWith('dish_read')
      const grant = (...names: string[]) =>
        caller.client.put(`/roles/${role}/permissions`, { permissions: names })
      if (name !== 'dish_read') {
        expect(await grant(name), name).toMatchObject(adminRequired)
        expect(await grant(...all), name).toMatchObject(adminRequired)
        expect(await staff.permissionsOf(role)).toEqual(['dish_read'])
        expect((await grant(...others)).status, name).toBe(200)
      }
      await staff.admin.put(`/roles/${role}/permissions`, { permissions: [name] })
      expect((await grant(name)).status, name).toBe(200)
      expect((await grant()).status, name).toBe(200)
    }
  }, 60_000)

  it('cannot be granted by a caller to its own role', async () => {
    const caller = await callerWith('roles_update')
    const grant = (...names: string[]) =>
      caller.client.put(`/roles/${caller.roleId}/permissions`, { permissions: names })
    expect(await grant('roles_update', 'dish_read')).toMatchObject(adminRequired)
    expect(await staff.permissionsOf(caller.roleId)).toEqual(['roles_update'])
    expect((await grant('roles_update', 'no such name')).status).toBe(200)
  })

  it('can be granted by an administrator', async () => {
    const caller = await administrator()
    const role = await staff.role()
    const answer = await caller.client.put(`/roles/${role}/permissions`, {
      permissions: all,
    })
    expect(answer).toMatchObject({ status: 200, body: { assigned: 60 } })
  })
})
