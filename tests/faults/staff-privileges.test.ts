import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { isLongRun } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type Staff, staffOf } from '../support/staff.ts'
import { hold } from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let staff: Staff
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  staff = await staffOf(shop)
})
afterAll(async () => {
  await shop.close()
  proxy.close()
})

const adminRequired = { status: 403, body: { message: 'Admin privileges required' } }

/** Sends a request and holds its transaction until another request has committed. */
async function sendOvertaken(
  send: () => Promise<Answer>,
  overtake: () => Promise<Answer>,
) {
  const waiting = Promise.withResolvers<void>()
  const overtook = Promise.withResolvers<void>()
  let transaction: unknown
  // The AWS client repeats a call that takes long
  const when = ({ ClientRequestToken: token }: Record<string, unknown>) => {
    transaction ??= token
    waiting.resolve()
    return token === transaction
  }
  const fault = hold(overtook.promise)
  proxy.inject({ operation: 'TransactWriteItems', when, times: 60, fault })
  const answer = send()
  await waiting.promise
  const other = await overtake()
  overtook.resolve()
  expect(other.status).toBeLessThan(300)
  return answer
}
afterEach(() => proxy.reset())

type LoggedInUser = {
  id: string
  credentials: { name: string; pin: string }
  client: Client
}
const createLoggedIn = async (roleId: string): Promise<LoggedInUser> => {
  const hired = await staff.createUser(roleId)
  return { ...hired, client: await shop.login(hired.credentials) }
}

const manage = ['users_update', 'users_create', 'users_delete', 'roles_update'] as const
let managers: string
let manager: LoggedInUser
let waiters: string
let waiter: string
let cook: string
beforeAll(async () => {
  managers = await staff.createRoleWith(...manage, 'roles_delete', 'dish_read')
  manager = await createLoggedIn(managers)
  cook = (await staff.createUser(await staff.createRole())).id
})
beforeEach(async () => {
  waiters = await staff.createRole()
  waiter = (await staff.createUser(waiters)).id
})

const promote = (roleId: string) => () =>
  staff.admin.put(`/roles/${roleId}`, { role: randomUUID(), isAdmin: true })

it.each([
  ['a new PIN', () => manager.client.put(`/users/${waiter}`, { pin: '9753' })],
  ['a new name', () => manager.client.put(`/users/${waiter}`, { name: randomUUID() })],
  ['the role kept', () => manager.client.put(`/users/${waiter}`, { roleId: waiters })],
  ['deletion', () => manager.client.del(`/users/${waiter}`)],
  [
    'a new user',
    () =>
      manager.client.post('/users', { name: randomUUID(), pin: '1234', role: waiters }),
  ],
  [
    'the move of another user to the role',
    () => manager.client.put(`/users/${cook}`, { roleId: waiters }),
  ],
  [
    'a new password of the role',
    () =>
      manager.client.put(`/roles/${waiters}`, { role: randomUUID(), password: 'open' }),
  ],
  ['deletion of the role', () => manager.client.del(`/roles/${waiters}`)],
  [
    'permissions of the role',
    () => manager.client.put(`/roles/${waiters}/permissions`, { permissions: [] }),
  ],
])('%s returns 403 when the role gets isAdmin in between', async (_, send) => {
  expect(await sendOvertaken(send, promote(waiters))).toMatchObject(adminRequired)
})

it.each([
  ['a new PIN', () => manager.client.put(`/users/${waiter}`, { pin: '9753' })],
  ['deletion', () => manager.client.del(`/users/${waiter}`)],
])(
  '%s returns 403 when the user becomes an administrator in between',
  async (_, send) => {
    const overtake = () => staff.admin.put(`/users/${waiter}`, { roleId: shop.roleId })
    expect(await sendOvertaken(send, overtake)).toMatchObject(adminRequired)
  },
)

it.each([
  ['moved', (id: string) => staff.admin.put(`/users/${id}`, { roleId: waiters })],
  ['deleted', (id: string) => staff.admin.del(`/users/${id}`)],
  [
    'demoted with the role',
    (_: string, roleId: string) =>
      staff.admin.put(`/roles/${roleId}`, { role: randomUUID(), isAdmin: false }),
  ],
  [
    'without the role',
    (_: string, roleId: string) => staff.admin.del(`/roles/${roleId}`),
  ],
])('an administrator who is %s in between gets 403', async (what, overtake) => {
  const requests = [
    ({ client }: LoggedInUser) =>
      client.post('/roles', { role: randomUUID(), isAdmin: true }),
    ({ client }: LoggedInUser) => client.put(`/users/${shop.ownerId}`, { phone: '555' }),
    ({ client }: LoggedInUser) =>
      client.put(`/roles/${waiters}/permissions`, { permissions: ['wallet_read'] }),
  ]
  // One request for each change in turn; all in `npm run test:long`
  const turn = what.length % requests.length
  for (const send of requests.filter((_, at) => isLongRun || at === turn)) {
    const role = await staff.createRole({ isAdmin: true })
    const administrator = await createLoggedIn(role)
    const answer = await sendOvertaken(
      () => send(administrator),
      () => overtake(administrator.id, role),
    )
    expect(answer).toMatchObject(adminRequired)
  }
})

it('an administrator who is moved in between cannot change their own role', async () => {
  const { id, client } = await createLoggedIn(await staff.createRole({ isAdmin: true }))
  const answer = await sendOvertaken(
    () => client.put(`/users/${id}`, { roleId: shop.roleId }),
    () => staff.admin.put(`/users/${id}`, { roleId: waiters }),
  )
  expect(answer).toMatchObject(adminRequired)
  expect(await staff.findUser(id)).toMatchObject({ roleId: waiters })
})

it('a permission that the caller loses in between cannot be given', async () => {
  const role = await staff.createRoleWith(...manage, 'dish_read')
  const loser = await createLoggedIn(role)
  const answer = await sendOvertaken(
    () =>
      loser.client.put(`/roles/${waiters}/permissions`, { permissions: ['dish_read'] }),
    () => staff.admin.put(`/roles/${role}/permissions`, { permissions: [...manage] }),
  )
  expect(answer).toMatchObject(adminRequired)
  expect(await staff.permissionsOf(waiters)).toEqual([])
})

it('a permission that the role loses in between cannot be kept', async () => {
  await staff.admin.put(`/roles/${waiters}/permissions`, { permissions: ['wallet_read'] })
  const answer = await sendOvertaken(
    () =>
      manager.client.put(`/roles/${waiters}/permissions`, {
        permissions: ['wallet_read', 'dish_read'],
      }),
    () => staff.admin.put(`/roles/${waiters}/permissions`, { permissions: [] }),
  )
  expect(answer).toMatchObject(adminRequired)
  expect(await staff.permissionsOf(waiters)).toEqual([])
})
