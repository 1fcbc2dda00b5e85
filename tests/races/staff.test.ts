import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withStoppedClock } from '../support/clock.ts'
import { scaled } from '../support/scale.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { firstPin, type Staff, staffOf } from '../support/staff.ts'

let shop: Shop
let staff: Staff
beforeAll(async () => {
  shop = await openShop({ options: { TRUSTED_PROXIES: '127.0.0.1' } })
  staff = await staffOf(shop)
})
afterAll(() => shop.close())

/** Number of requests for one name, of others, and of sessions at once. */
const [crowd, group, sessionCount] = [scaled(10, 50), scaled(6, 20), scaled(4, 12)]
const inParallel = <T>(many: number, act: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, at) => act(at)))

/** From the sixth on each blocks their address for three seconds, or until its PIN is hashed. */
const loginTogether = (all: readonly Parameters<Shop['login']>[0][]) =>
  withStoppedClock(() => Promise.all(all.map((credentials) => shop.login(credentials))))

const count = (answers: readonly { status: number }[], expected: number) =>
  answers.filter(({ status }) => status === expected).length

type Admin = { id: string; isAdmin: boolean }
const admins = async (): Promise<Admin[]> =>
  (await staff.admin.get('/users')).body.filter(({ isAdmin }: Admin) => isAdmin)

describe('a name', () => {
  it('is given to one of many parallel new users', async () => {
    const role = await staff.createRole()
    const user = { name: randomUUID(), pin: firstPin, role }
    const answers = await inParallel(crowd, () => staff.admin.post('/users', user))
    expect([count(answers, 201), count(answers, 409)]).toEqual([1, crowd - 1])
  })

  it('is given to one of many parallel new roles', async () => {
    const role = { role: randomUUID() }
    const answers = await inParallel(crowd, () => staff.admin.post('/roles', role))
    expect([count(answers, 201), count(answers, 409)]).toEqual([1, crowd - 1])
  })

  it('is given to one of many renamed users and one of many renamed roles', async () => {
    const role = await staff.createRole()
    const users = await inParallel(group, () => staff.createUser(role))
    const roles = await inParallel(group, () => staff.createRole())
    const name = randomUUID()
    for (const answers of [
      await Promise.all(users.map(({ id }) => staff.admin.put(`/users/${id}`, { name }))),
      await Promise.all(
        roles.map((id) => staff.admin.put(`/roles/${id}`, { role: name })),
      ),
    ]) {
      expect([count(answers, 200), count(answers, 409)]).toEqual([1, group - 1])
    }
  })

  it('is unique, and logs in, after parallel renames and moves of one user', async () => {
    const roles = await inParallel(2, () => staff.createRoleWith('dish_read'))
    const { id, credentials } = await staff.createUser(roles[0] ?? '')
    const answers = await inParallel(group, (at) =>
      staff.admin.put(
        `/users/${id}`,
        at % 2 === 0 ? { name: `${id} ${at}` } : { roleId: roles[(at >> 1) % 2] },
      ),
    )
    expect(count(answers, 200)).toBe(group)
    const { name, roleId } = await staff.findUser(id)
    const { body } = await shop.anonymous().post('/auth/login', { ...credentials, name })
    expect(body.user).toMatchObject({ name, roleId })
    for (const freed of [credentials.name, ...[0, 2, 4].map((at) => `${id} ${at}`)]) {
      if (freed !== name) await staff.createUser(roleId ?? '', { name: freed })
    }
  })
})

describe('the last administrator', () => {
  const kinds = ['move', 'delete user', 'change role', 'delete role', 'create'] as const
  type Kind = (typeof kinds)[number]

  it('remains when all of them are moved, deleted or demoted in parallel', async () => {
    const waiters = await staff.createRole()
    const roles = await inParallel(3, () => staff.createRole({ isAdmin: true }))
    const users = await inParallel(6, (at) => staff.createUser(roles[at % 3] ?? ''))
    const all = [{ id: shop.ownerId, credentials: owner }, ...users]
    const clients = await loginTogether(all.map(({ credentials }) => credentials))
    const leaving = clients.map((client, at) =>
      at % 2 === 0
        ? client.put(`/users/${all[at]?.id}`, { roleId: waiters })
        : client.del(`/users/${all[at]?.id}`),
    )
    const demoting = roles.map((id, at) =>
      at % 2 === 0
        ? clients[at + 1]?.put(`/roles/${id}`, { role: id, isAdmin: false })
        : clients[at + 1]?.del(`/roles/${id}`),
    )
    // A caller who was demoted first is no longer an administrator when their own request runs.
    const messages: Record<number, string> = {
      403: 'Admin privileges required',
      409: 'Cannot remove the last admin user',
    }
    for (const answer of await Promise.all([...leaving, ...demoting])) {
      const { status = 0, body } = answer ?? {}
      expect([200, 204, 403, 409]).toContain(status)
      if (messages[status]) expect(body.message).toBe(messages[status])
    }
    const [last] = await admins()
    const { credentials = owner } = all.find(({ id }) => id === last?.id) ?? {}
    const client = await shop.login(credentials)
    await client.put(`/users/${shop.ownerId}`, { roleId: shop.roleId })
    await expectExactCount()
  })

  it('is counted exactly after any parallel changes of users and roles', async () => {
    const change = fc.record({
      kind: fc.constantFrom(...kinds),
      user: fc.nat(3),
      role: fc.nat(2),
      isAdmin: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 6, maxLength: 16 }),
        async (changes) => {
          const roles = await inParallel(3, (at) =>
            staff.createRole({ isAdmin: at !== 1 }),
          )
          const users = await inParallel(4, (at) => staff.createUser(roles[at % 3] ?? ''))
          const answers = await Promise.all(
            changes.map(({ kind, user, role, isAdmin }) =>
              send(kind, users[user]?.id ?? '', roles[role] ?? '', isAdmin),
            ),
          )
          for (const { status } of answers)
            expect([200, 201, 204, 400, 404, 409]).toContain(status)
          await expectExactCount()
        },
      ),
      { numRuns: scaled(1, 8) },
    )
  })

  function send(kind: Kind, userId: string, roleId: string, isAdmin: boolean) {
    const { admin } = staff
    switch (kind) {
      case 'move':
        return admin.put(`/users/${userId}`, { roleId })
      case 'delete user':
        return admin.del(`/users/${userId}`)
      case 'change role':
        return admin.put(`/roles/${roleId}`, { role: roleId, isAdmin })
      case 'delete role':
        return admin.del(`/roles/${roleId}`)
      case 'create':
        return admin.post('/users', { name: randomUUID(), pin: firstPin, role: roleId })
    }
  }

  /** The owner demotes all other administrators one by one; the owner then gets 409. */
  async function expectExactCount() {
    const others = (await admins()).filter(({ id }) => id !== shop.ownerId)
    for (const { id } of others) {
      expect((await staff.admin.put(`/users/${id}`, { roleId: null })).status).toBe(200)
    }
    const last = await staff.admin.put(`/users/${shop.ownerId}`, { roleId: null })
    expect(last).toMatchObject({
      status: 409,
      body: { message: 'Cannot remove the last admin user' },
    })
  }
})

describe('a role', () => {
  it('has exactly the permissions of one of many parallel assignments', async () => {
    const id = await staff.createRole()
    const sets = [
      ['dish_create', 'dish_delete', 'dish_read', 'dish_update'],
      ['tables_create', 'tables_read'],
      [],
    ]
    const answers = await inParallel(group, (at) =>
      at % 4 === 3
        ? staff.admin.put(`/roles/${id}`, { role: `${id} ${at}` })
        : staff.admin.put(`/roles/${id}/permissions`, { permissions: sets[at % 3] }),
    )
    expect(count(answers, 200)).toBe(group)
    expect(sets).toContainEqual(await staff.permissionsOf(id))
  })

  it('deleted at the same time is given to no user', async () => {
    for (let round = 0; round < scaled(1, 5); round += 1) {
      const [from, to] = await inParallel(2, () => staff.createRole())
      const { id } = await staff.createUser(from ?? '')
      const fields = { name: randomUUID(), pin: firstPin, role: to }
      const [made, moved, gone] = await Promise.all([
        staff.admin.post('/users', fields),
        staff.admin.put(`/users/${id}`, { roleId: to }),
        staff.admin.del(`/roles/${to}`),
      ])
      expect([201, 400]).toContain(made.status)
      expect([200, 404]).toContain(moved.status)
      expect(gone.status).toBe(204)
      const roleId = moved.status === 200 ? null : from
      expect(await staff.findUser(id)).toMatchObject({ roleId })
    }
  })
})

it('no session of the old PIN stays open after a new one', async () => {
  const role = await staff.createRoleWith('dish_read')
  for (let round = 0; round < scaled(2, 5); round += 1) {
    const { id, credentials } = await staff.createUser(role)
    const [, ...sessions] = await Promise.all([
      staff.admin.put(`/users/${id}`, { pin: '9753' }),
      ...Array.from({ length: sessionCount }, async (_, at) => {
        const client = shop.anonymous()
        const from = { 'x-forwarded-for': `198.51.100.${round * sessionCount + at}` }
        await client.post('/auth/login', credentials, from)
        return client
      }),
    ])
    const answers = await Promise.all(sessions.map((each) => each.post('/auth/refresh')))
    expect(count(answers, 401)).toBe(sessionCount)
  }
})

describe('the last user', () => {
  it('remains when all delete themselves in parallel', async () => {
    const role = await staff.createRole({ isAdmin: true })
    const users = await inParallel(6, () => staff.createUser(role))
    const left = [shop.ownerId, ...users.map(({ id }) => id)]
    const { body: all } = await staff.admin.get('/users')
    for (const { id } of all.filter(({ id }: Admin) => !left.includes(id))) {
      expect((await staff.admin.del(`/users/${id}`)).status).toBe(204)
    }
    const clients = await loginTogether([
      owner,
      ...users.map(({ credentials }) => credentials),
    ])
    const answers = await Promise.all(
      clients.map((client, at) => client.del(`/users/${left[at]}`)),
    )
    expect(count(answers, 204)).toBe(6)
    expect(answers.filter(({ status }) => status !== 204)).toMatchObject([
      { status: 409, body: { message: 'Cannot delete the last user' } },
    ])
    expect(await admins()).toHaveLength(1)
  })
})
