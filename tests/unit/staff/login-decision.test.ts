import { describe, expect, it } from 'vitest'
import {
  addOne,
  hasRoomAtMs,
  isEmptyAtMs,
  leak,
} from '../../../shared/staff/leaky-bucket.ts'
import {
  type AddressCounts,
  blockedForMs,
  decideAttempt,
  expiresAtMs,
} from '../../../shared/staff/login-decision.ts'
import {
  addFailure,
  blockMs,
  blocks,
  failuresIn,
  noFailures,
  removeFailures,
} from '../../../shared/staff/login-failures.ts'

const nowMs = 1_800_000_000_000
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const leakMs = 10 * minuteMs

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
  ])('leaks one in ten minutes: %s', (_, bucket, after) => {
    expect(leak(bucket, nowMs)).toEqual(after)
  })

  it('holds 100', () => {
    expect(hasRoomAtMs({ level: 99, leakedMs: nowMs })).toBe(0)
    expect(hasRoomAtMs({ level: 100, leakedMs: nowMs })).toBe(nowMs + leakMs)
    expect(addOne({ level: 99, leakedMs: nowMs })).toEqual({
      level: 100,
      leakedMs: nowMs,
    })
    expect(isEmptyAtMs({ level: 3, leakedMs: nowMs })).toBe(nowMs + 3 * leakMs)
  })
})

describe('the failures of an address', () => {
  it('are counted by target', () => {
    const two = addFailure(addFailure(noFailures, 'ana'), 'bob')
    expect(addFailure(two, 'ana')).toEqual({
      failures: 3,
      failuresOf: { ana: 2, bob: 1 },
    })
    expect(failuresIn({ failures: 4 })).toEqual({ failures: 4, failuresOf: {} })
    expect(failuresIn(two)).toEqual(two)
  })

  it.each([
    ['ana', 1, { failures: 4, failuresOf: { ana: 2, bob: 2 } }],
    ['ana', 3, { failures: 2, failuresOf: { bob: 2 } }],
    ['ana', 9, { failures: 2, failuresOf: { bob: 2 } }],
    ['eve', 1, { failures: 5, failuresOf: { ana: 3, bob: 2 } }],
  ])('of %s lose %i', (target, count, left) => {
    const counted = { failures: 5, failuresOf: { ana: 3, bob: 2 } }
    expect(removeFailures(counted, target, count)).toEqual(left)
  })

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
    failuresOf: { ana: 4 },
    blockedUntilMs: 0,
    pendingUntilMs: 0,
    lastFailureMs: nowMs - 5,
    ...changes,
  })
  const decide = (address?: AddressCounts, shared = [{ level: 3, leakedMs: nowMs }]) =>
    decideAttempt({ address, shared }, 'ana', nowMs)

  it('is the first of an address', () => {
    expect(decide(undefined)).toEqual({
      kind: 'counted',
      address: {
        failures: 1,
        failuresOf: { ana: 1 },
        blockedUntilMs: 0,
        pendingUntilMs: 0,
        lastFailureMs: nowMs,
      },
      shared: [{ level: 4, leakedMs: nowMs }],
    })
  })

  it('is one more within a day, and the first again after it', () => {
    const at = (agoMs: number) => decide(counts({ lastFailureMs: nowMs - agoMs }))
    expect(at(dayMs - 1)).toMatchObject({
      address: { failures: 5, failuresOf: { ana: 5 } },
    })
    expect(at(dayMs)).toMatchObject({ address: { failures: 1, failuresOf: { ana: 1 } } })
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
    const full = { level: 100, leakedMs: nowMs - 1 }
    const open = { level: 0, leakedMs: nowMs }
    const refused = { kind: 'blocked', blockedMs: leakMs - 1 }
    expect(decide(blocked, [open, full])).toEqual(refused)
    expect(decide(undefined, [full])).toEqual(refused)
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
