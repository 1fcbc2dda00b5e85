import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callerFor, callerOfSession } from '../../../shared/people/auth/session-caller.ts'
import { signRefresh } from '../../../shared/people/auth/tokens.ts'
import {
  everyPermission,
  packPermissions,
} from '../../../shared/people/staff/permissions.ts'
import { hashPin, matchPin } from '../../../shared/people/staff/pins.ts'
import { type Role, roleKey } from '../../../shared/people/staff/roles.ts'
import {
  belongsTo,
  closeSession,
  closeWalletSession,
  createSession,
  createWalletSession,
  isWalletSessionOpen,
  type Session,
  sessionKey,
  userOfSession,
} from '../../../shared/people/staff/sessions.ts'
import { type User, userKey } from '../../../shared/people/staff/users.ts'
import { read, readAll } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import { openTable } from '../../support/table.ts'

const dayMs = 24 * 60 * 60_000

let close: () => Promise<void>
beforeAll(async () => {
  close = await openTable({ pinKey: 'new key', previousPinKey: 'old key' })
})
afterAll(() => close())

const ids = { ana: randomUUID(), bob: randomUUID(), eve: randomUUID() }
const adminsId = randomUUID()

const userOf = (name: keyof typeof ids, changes: object = {}) =>
  ({
    ...userKey(ids[name]),
    id: ids[name],
    name,
    pinVersion: 1,
    roleId: null,
    ...changes,
  }) as User
const ana = userOf('ana')
const write = (...items: readonly User[]) => transact(items.map((item) => put(item)))
beforeEach(() => write(ana, userOf('bob')))

const nowMs = 1_800_000_000_500

describe('a session', () => {
  const user = async (sessionId: string, changes: object = {}) => {
    const { userId, token, atMs } = {
      userId: ids.ana,
      token: 'token',
      atMs: nowMs,
      ...changes,
    }
    return (await userOfSession(sessionId, userId, token, atMs))?.user
  }

  it("is its user's for 30 days, with its refresh token", async () => {
    await createSession('s1', ana, 'token', nowMs)
    expect(await user('s1')).toEqual(ana)
    expect(await user('s1', { atMs: nowMs + 30 * dayMs - 1_000 })).toEqual(ana)
    expect(await user('s1', { atMs: nowMs + 30 * dayMs - 500 })).toBeUndefined()
    expect(await user('s1', { token: 'another' })).toBeUndefined()
    expect(await user('s1', { userId: ids.bob })).toBeUndefined()
    expect(await user('s1', { userId: randomUUID() })).toBeUndefined()
    expect(await user('unknown')).toBeUndefined()
    const record = await read<Session>(sessionKey('s1'))
    expect(JSON.stringify(record)).not.toContain('"token"')
  })

  it('ends with a new PIN of its user', async () => {
    await createSession('s2', ana, 'token', nowMs)
    await write(userOf('ana', { pinVersion: 2 }))
    expect(await user('s2')).toBeUndefined()
  })

  it('belongs to one user and one PIN', () => {
    const session = { userId: ids.ana, pinVersion: 1 } as Session
    expect(belongsTo(ana, session)).toBe(true)
    expect(belongsTo(ana, { ...session, pinVersion: 2 })).toBe(false)
    expect(belongsTo(ana, { ...session, userId: ids.bob })).toBe(false)
  })

  it('begins once', async () => {
    await createSession('s3', ana, 'token', nowMs)
    await expect(createSession('s3', ana, 'other', nowMs)).rejects.toThrow()
  })

  it('is closed with all its wallet sessions, and leaves what is not its own', async () => {
    await createSession('s4', ana, 'token', nowMs)
    for (let made = 0; made < 100; made += 1) await createWalletSession(ana, 's4', nowMs)
    const other = { pk: sessionKey('s4').pk, sk: 'OTHER' }
    await transact([put(other)])
    await closeSession('s4', ids.ana)
    expect(await readAll({ pk: other.pk })).toEqual([other])
    expect(await user('s4')).toBeUndefined()
    await closeSession('unknown', ids.ana)
  })
})

describe('a wallet session', () => {
  it('is open until its time, in a session of the same PIN', async () => {
    await createSession('w1', ana, 'token', nowMs)
    const id = await createWalletSession(ana, 'w1', nowMs + 1_000)
    expect(await isWalletSessionOpen(ana, 'w1', id, nowMs)).toBe(true)
    expect(await isWalletSessionOpen(ana, 'w1', id, nowMs + 1_499)).toBe(true)
    expect(await isWalletSessionOpen(ana, 'w1', id, nowMs + 1_500)).toBe(false)
    expect(await isWalletSessionOpen(ana, 'w1', 'another', nowMs)).toBe(false)
    expect(await isWalletSessionOpen(ana, 'another', id, nowMs)).toBe(false)
    const changed = userOf('ana', { pinVersion: 2 })
    expect(await isWalletSessionOpen(changed, 'w1', id, nowMs)).toBe(false)
    await closeWalletSession('w1', id)
    expect(await isWalletSessionOpen(ana, 'w1', id, nowMs)).toBe(false)
    await closeWalletSession('w1', id)
  })

  it('does not open in a session that has ended', async () => {
    const unauthenticated = { kind: 'unauthenticated' }
    await expect(createWalletSession(ana, 'none', nowMs)).rejects.toMatchObject(
      unauthenticated,
    )
    await createSession('w2', ana, 'token', nowMs)
    const changed = userOf('ana', { pinVersion: 2 })
    await expect(createWalletSession(changed, 'w2', nowMs)).rejects.toMatchObject(
      unauthenticated,
    )
  })
})

describe('the caller of a session', () => {
  it('has the rights that the role has now', async () => {
    const role = { ...roleKey(adminsId), id: adminsId, isAdmin: true } as unknown as Role
    await transact([put(role), put(userOf('eve', { roleId: adminsId }))])
    const token = await signRefresh(ids.eve, 'c1')
    await createSession('c1', userOf('eve'), token, nowMs)
    expect(await callerOfSession(token, nowMs)).toEqual({
      userId: ids.eve,
      roleId: adminsId,
      isAdmin: true,
      sessionId: 'c1',
      permissions: everyPermission,
    })
    expect(await callerOfSession(token, nowMs + 31 * dayMs)).toBeUndefined()
    expect(await callerOfSession('nonsense', nowMs)).toBeUndefined()
    expect(await callerOfSession(undefined, nowMs)).toBeUndefined()
  })

  it('has none without a role', () => {
    expect(callerFor(ana, undefined, 'c2')).toEqual({
      userId: ids.ana,
      roleId: null,
      isAdmin: false,
      sessionId: 'c2',
      permissions: packPermissions([]),
    })
  })
})

describe('a PIN', () => {
  it('matches its hash under the name of then', async () => {
    const stored = await hashPin('4321', 'Ana')
    expect(stored).toEqual({
      hash: expect.stringMatching(/^[\w-]{43}$/),
      saltName: 'Ana',
      keyId: expect.stringMatching(/^[0-9a-f]{8}$/),
    })
    expect(await matchPin('4321', stored)).toEqual({})
    expect(await matchPin('4322', stored)).toBeUndefined()
    expect(await matchPin('4321', { ...stored, saltName: 'Bob' })).toBeUndefined()
    expect(await matchPin('4321', null)).toBeUndefined()
  })

  it('gets a hash of the current key when the previous one matches', async () => {
    const closeOld = await openTable({ pinKey: 'old key' })
    const stored = await hashPin('4321', 'Ana')
    await closeOld()
    await close()
    close = await openTable({ pinKey: 'new key', previousPinKey: 'old key' })
    expect(await matchPin('4321', stored)).toEqual({
      rehashed: await hashPin('4321', 'Ana'),
    })
  })
})
