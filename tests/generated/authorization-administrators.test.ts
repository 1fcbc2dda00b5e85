import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '../../shared/people/staff/permissions.ts'
import type { Answer, Client } from '../support/client.ts'
import { drawn, isLongRun } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type Staff, staffOf } from '../support/staff.ts'
import {
  type AdministratorRequest,
  administratorRequests,
  type CallerIds,
  staffEndpoints,
} from './administrator-requests.ts'
import { permissionsOf } from './endpoints.ts'
import { allRecords } from './records.ts'

const adminRequired = { status: 403, body: { message: 'Admin privileges required' } }
const permissionRequired = { status: 403, body: { message: 'Permission required' } }

type Caller = CallerIds & { readonly client: Client }

let shop: Shop
let staff: Staff
/** Callers who are not administrators at this moment. */
let others: Record<'cashier' | 'moved' | 'demoted' | 'deleted', Caller>
beforeAll(async () => {
  shop = await openShop()
  staff = await staffOf(shop)
  others = {
    cashier: await createCallerWith(...all),
    moved: await createAdministrator(),
    demoted: await createAdministrator(),
    deleted: await createAdministrator(),
  }
  const { moved, demoted, deleted } = others
  const roleId = await staff.createRole()
  await staff.admin.put(`/users/${moved.id}`, { roleId })
  others.moved = { ...moved, roleId }
  const demotion = { role: randomUUID(), isAdmin: false }
  await staff.admin.put(`/roles/${demoted.roleId}`, demotion)
  await staff.admin.del(`/users/${deleted.id}`)
})
afterAll(() => shop.close())

const all = permissions.map(({ name }) => name)
const neededBy = (key: string): string[] => {
  const endpoint = staffEndpoints.find(([each]) => each === key)?.[1]
  return endpoint ? [...permissionsOf(endpoint)] : []
}

const records = () => allRecords(process.env.TABLE_NAME ?? '')

async function createCaller(roleId: string): Promise<Caller> {
  const { id, credentials } = await staff.createUser(roleId)
  return { id, roleId, client: await shop.login(credentials) }
}
const createCallerWith = async (...names: string[]) =>
  createCaller(await staff.createRoleWith(...names))
const createAdministrator = async () =>
  createCaller(await staff.createRole({ isAdmin: true }))

/** Creates the records of a request and returns a function that sends it. */
async function prepareRequest(
  request: AdministratorRequest,
  caller: Caller,
): Promise<() => Promise<Answer>> {
  const [method = ''] = request.endpoint.split(' ')
  const { path, body } = await request.request(staff, caller)
  return () => caller.client.send(method, path, body)
}

const titled = administratorRequests.map(
  (request) => [`${request.endpoint} that ${request.what}`, request] as const,
)

/** The first request to each endpoint; all in `npm run test:long`. */
const firsts = titled.filter(
  ([, { endpoint }], at) =>
    isLongRun || titled.findIndex(([, each]) => each.endpoint === endpoint) === at,
)

/** One of the callers for each request in turn; all in `npm run test:long`. */
async function callersFor(request: AdministratorRequest): Promise<Caller[]> {
  const { deleted, ...living } = others
  const callers = [
    ...Object.values(living),
    // A deleted caller has no record of its own to change
    ...(request.what.includes('caller') ? [] : [deleted]),
  ]
  const turn = administratorRequests.indexOf(request) % callers.length
  if (!isLongRun) return callers.slice(turn, turn + 1)
  return [await createCallerWith(...neededBy(request.endpoint)), ...callers]
}

describe.each(titled)('%s', (_, request) => {
  it('returns 403 to callers who are no longer administrators, and changes nothing', async () => {
    const callers = await callersFor(request)
    const tries = await Promise.all(
      callers.map((caller) => prepareRequest(request, caller)),
    )
    const before = await records()
    for (const attempt of tries) expect(await attempt()).toMatchObject(adminRequired)
    expect(await records()).toEqual(before)
  })
})

describe.each(firsts)('%s', (_, request) => {
  it('returns 403 without the permission', async () => {
    const needed = neededBy(request.endpoint)
    const caller = await createCallerWith(...all.filter((name) => !needed.includes(name)))
    expect(await (await prepareRequest(request, caller))()).toMatchObject(
      permissionRequired,
    )
  })

  it('succeeds for an administrator, also a new one', async () => {
    const caller = await createCallerWith(...neededBy(request.endpoint))
    const roleId = await staff.createRole({ isAdmin: true })
    await staff.admin.put(`/users/${caller.id}`, { roleId })
    const { status } = await (await prepareRequest(request, { ...caller, roleId }))()
    expect([200, 201, 204]).toContain(status)
  })
})

it('every endpoint that changes users or roles is covered', () => {
  const covered = new Set(administratorRequests.map(({ endpoint }) => endpoint))
  expect([...covered].sort()).toEqual(staffEndpoints.map(([key]) => key).sort())
})

/** Every sixteenth permission; more in `npm run test:long`. */
const tried = drawn(
  all.filter((_, at) => at % 16 === 0),
  all,
)

describe('each permission of the catalogue', () => {
  it('can be given only by callers who have it now', async () => {
    const caller = await createCallerWith('roles_update')
    for (const name of tried) {
      const others = all.filter((other) => other !== name)
      await staff.admin.put(`/roles/${caller.roleId}/permissions`, {
        permissions: others,
      })
      const role = await staff.createRoleWith('dish_read')
      const give = (...names: string[]) =>
        caller.client.put(`/roles/${role}/permissions`, { permissions: names })
      if (name !== 'dish_read') {
        expect(await give(name), name).toMatchObject(adminRequired)
        expect(await give(...all), name).toMatchObject(adminRequired)
        expect(await staff.permissionsOf(role)).toEqual(['dish_read'])
        expect((await give(...others)).status, name).toBe(200)
      }
      await staff.admin.put(`/roles/${role}/permissions`, { permissions: [name] })
      expect((await give(name)).status, name).toBe(200)
      expect((await give()).status, name).toBe(200)
    }
  })

  it('cannot be given by a caller to its own role', async () => {
    const caller = await createCallerWith('roles_update')
    const give = (...names: string[]) =>
      caller.client.put(`/roles/${caller.roleId}/permissions`, { permissions: names })
    expect(await give('roles_update', 'dish_read')).toMatchObject(adminRequired)
    expect(await staff.permissionsOf(caller.roleId)).toEqual(['roles_update'])
    expect((await give('roles_update', 'no such name')).status).toBe(200)
  })

  it('can be given by an administrator', async () => {
    const caller = await createAdministrator()
    const role = await staff.createRole()
    const given = await caller.client.put(`/roles/${role}/permissions`, {
      permissions: all,
    })
    expect(given).toMatchObject({ status: 200, body: { assigned: all.length } })
  })
})
