import { describe, expect, it } from 'vitest'
import {
  type KnownDevice,
  withLogin,
  withUser,
} from '../../../shared/people/staff/known-devices.ts'
import {
  deviceSize,
  hasRoomAtMs,
  leak,
  strangersSize,
} from '../../../shared/people/staff/leaky-bucket.ts'
import {
  type AddressCounts,
  blockedForMs,
  blockMs,
  blocks,
  decideAttempt,
  expiresAtMs,
  type LoginCounts,
} from '../../../shared/people/staff/login-decision.ts'

const nowMs = 1_800_000_000_000
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const leakMs = 60 * minuteMs
const day = new Date(nowMs).toISOString().slice(0, 10)

describe('a leaky bucket', () => {
  it.each([
    ['none', undefined, { level: 0, leakedMs: nowMs }],
    ['an empty one', { level: 0, leakedMs: 5 }, { level: 0, leakedMs: nowMs }],
    ['one below empty', { level: -1, leakedMs: 5 }, { level: 0, leakedMs: nowMs }],
    [
      'one from the future',
      { level: 3, leakedMs: nowMs + 5 },
      { level: 3, leakedMs: nowMs },
    ],
    [
      'one that has not leaked yet',
      { level: 3, leakedMs: nowMs - leakMs + 1 },
      { level: 3, leakedMs: nowMs - leakMs + 1 },
    ],
    [
      'one that has leaked once',
      { level: 3, leakedMs: nowMs - leakMs - 7 },
      { level: 2, leakedMs: nowMs - 7 },
    ],
    [
      'one that has leaked all',
      { level: 3, leakedMs: nowMs - 3 * leakMs - 7 },
      { level: 0, leakedMs: nowMs },
    ],
  ])('of strangers leaks one in an hour: %s', (_, bucket, after) => {
    expect(leak(bucket, strangersSize, nowMs)).toEqual(after)
  })

  it('holds 60 of strangers and 10 of a device, which leaks one in two hours', () => {
    const at = (level: number) => ({ level, leakedMs: nowMs })
    expect(hasRoomAtMs(at(59), strangersSize)).toBe(0)
    expect(hasRoomAtMs(at(60), strangersSize)).toBe(nowMs + leakMs)
    expect(hasRoomAtMs(at(9), deviceSize)).toBe(0)
    expect(hasRoomAtMs(at(10), deviceSize)).toBe(nowMs + 120 * minuteMs)
  })
})

describe('the failures of an address', () => {
  it('block from the 6th on, for a Fibonacci number of minutes', () => {
    expect([5, 6].map(blocks)).toEqual([false, true])
    const minutes = [6, 7, 8, 9, 10, 11, 12].map((each) => blockMs(each) / minuteMs)
    expect(minutes).toEqual([1, 1, 2, 3, 5, 8, 13])
    expect(blockMs(30) / minuteMs).toBe(75_025)
    expect(blockMs(31)).toBe(blockMs(30))
  })
})

describe('an attempt', () => {
  const counts = (changes: Partial<AddressCounts> = {}): AddressCounts => ({
    failures: 4,
    blockedUntilMs: 0,
    pendingUntilMs: 0,
    lastFailureMs: nowMs - 5,
    ...changes,
  })
  const stranger = { hasName: true, deviceId: undefined }
  const bucket = (level: number) => ({ level, leakedMs: nowMs, day, wrong: 7 })
  const decide = (
    address?: AddressCounts,
    others: Partial<LoginCounts> = { strangers: bucket(3) },
    attempter: { hasName: boolean; deviceId: string | undefined } = stranger,
  ) =>
    decideAttempt(
      { address, strangers: undefined, devices: undefined, ...others },
      attempter,
      nowMs,
    )

  it('is the first of an address', () => {
    expect(decide(undefined)).toEqual({
      kind: 'counted',
      address: {
        failures: 1,
        blockedUntilMs: 0,
        pendingUntilMs: 0,
        lastFailureMs: nowMs,
      },
      strangers: {
        level: 4,
        leakedMs: nowMs,
        day,
        wrong: 8,
        failed: 1,
        failedMs: nowMs,
      },
      wrongToday: 8,
    })
  })

  it('is one more within a day, and the first again after it', () => {
    const at = (agoMs: number) => decide(counts({ lastFailureMs: nowMs - agoMs }))
    expect(at(dayMs - 1)).toMatchObject({ address: { failures: 5 } })
    expect(at(dayMs)).toMatchObject({ address: { failures: 1 } })
  })

  it('on a device that knows the name fills only its own bucket, whatever its address did', () => {
    const device = (id: string, level: number): KnownDevice => ({
      id,
      level,
      leakedMs: nowMs,
      loggedInMs: 5,
      hasReturned: true,
    })
    const devices = {
      day: 'earlier',
      wrong: 9,
      devices: [device('a', 2), device('b', 10)],
    }
    const blocked = counts({ blockedUntilMs: nowMs + 70 })
    const known = { strangers: bucket(60), devices }
    expect(decide(blocked, known, { hasName: true, deviceId: 'a' })).toEqual({
      kind: 'counted',
      devices: {
        day,
        wrong: 1,
        failed: 1,
        failedMs: nowMs,
        devices: [device('b', 10), device('a', 3)],
      },
      wrongToday: 8,
    })
    expect(decide(undefined, known, { hasName: true, deviceId: 'b' })).toEqual({
      kind: 'blocked',
      blockedMs: 120 * minuteMs,
    })
    expect(decide(undefined, known)).toMatchObject({ kind: 'blocked' })
  })

  it('without a name is counted only for its address', () => {
    const setup = { hasName: false, deviceId: undefined }
    expect(decide(undefined, { strangers: bucket(60) }, setup)).toMatchObject({
      kind: 'counted',
      address: { failures: 1 },
    })
  })

  it('blocks its address at once when it is the 6th, pending for three seconds', () => {
    expect(decide(counts({ failures: 5 }))).toMatchObject({
      kind: 'counted',
      address: {
        failures: 6,
        blockedUntilMs: nowMs + minuteMs,
        pendingUntilMs: nowMs + 3_000,
      },
    })
  })

  it('waits while another one is pending', () => {
    expect(decide(counts({ pendingUntilMs: nowMs + 1 }))).toEqual({ kind: 'pending' })
    expect(decide(counts({ pendingUntilMs: nowMs }))).toMatchObject({ kind: 'counted' })
  })

  it('is refused for as long as its address or a bucket is blocked', () => {
    const blocked = counts({ blockedUntilMs: nowMs + 70 })
    expect(decide(blocked)).toEqual({ kind: 'blocked', blockedMs: 70 })
    const full = { strangers: { ...bucket(60), leakedMs: nowMs - 1 } }
    const refused = { kind: 'blocked', blockedMs: leakMs - 1 }
    expect(decide(blocked, full)).toEqual(refused)
    expect(decide(undefined, full)).toEqual(refused)
    expect(decide(counts({ blockedUntilMs: nowMs }))).toMatchObject({ kind: 'counted' })
  })

  it('does not wait longer than the block when the clock is behind', () => {
    const block = { blockedUntilMs: nowMs + 500, lastFailureMs: nowMs + 100 }
    expect(blockedForMs(block, nowMs)).toBe(400)
    expect(blockedForMs({ ...block, lastFailureMs: 0 }, nowMs)).toBe(500)
    expect(blockedForMs(block, nowMs + 600)).toBe(0)
  })

  it('is forgotten after a day, or when its block is over', () => {
    expect(expiresAtMs({ lastFailureMs: nowMs, blockedUntilMs: 0 })).toBe(nowMs + dayMs)
    const longer = { lastFailureMs: nowMs, blockedUntilMs: nowMs + 2 * dayMs }
    expect(expiresAtMs(longer)).toBe(nowMs + 2 * dayMs)
  })
})

describe('the devices that know a name', () => {
  const ids = (devices: readonly KnownDevice[]) => devices.map(({ id }) => id)
  const loggedIn = (names: string, hasReturned = false) =>
    names
      .split('')
      .reduce<readonly KnownDevice[]>(
        (devices, id, at) => withLogin(devices, id, hasReturned, nowMs + at),
        [],
      )

  it('are the latest six', () => {
    expect(ids(loggedIn('abcdefg'))).toEqual(['b', 'c', 'd', 'e', 'f', 'g'])
    expect(ids(loggedIn('abcdefag', true))).toEqual(['c', 'd', 'e', 'f', 'a', 'g'])
  })

  it('keep those that sent their cookie back before a program that never does', () => {
    const tills = loggedIn('abcde', true)
    const later = ['v', 'w', 'x', 'y'].reduce(
      (devices, id, at) => withLogin(devices, id, false, nowMs + 100 + at),
      tills,
    )
    expect(ids(later)).toEqual(['a', 'b', 'c', 'd', 'e', 'y'])
  })

  it('give a seventh the bucket of the one that it replaces', () => {
    const full = loggedIn('abcdef').map((each) => ({ ...each, level: 10 }))
    expect(withLogin(full, 'g', false, nowMs + 100).at(-1)).toMatchObject({
      id: 'g',
      level: 10,
    })
  })

  it('know up to 50 users each, the latest', () => {
    const users = Array.from({ length: 60 }, (_, at) => `user ${at}`)
    const device = users.reduce(withUser, withUser(undefined, 'user 0'))
    expect(device.users).toEqual(users.slice(10).reverse())
    expect(withUser(device, 'user 30').id).toBe(device.id)
    expect(withUser(device, 'user 30').users).toHaveLength(50)
  })
})
