import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../../shared/ids.ts'
import { isUuid } from '../../shared/uuid.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-05-01T10:00:00Z')
})
afterEach(() => vi.useRealTimers())

const take = (count: number) => Array.from({ length: count }, newId)

/** Different ones, each after the one before it. */
function expectRising(ids: readonly string[]) {
  expect(ids).toEqual([...new Set(ids)].sort())
}

it('ids are UUIDs of version 7 that begin with the time', () => {
  const id = newId()
  expect(isUuid(id)).toBe(true)
  expect(id.charAt(14)).toBe('7')
  expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(Date.now())
})

it('ids of one millisecond rise', () => {
  expectRising(take(10_000))
})

it('ids rise while the clock is set back', () => {
  const early = take(10)
  vi.setSystemTime('2026-05-01T09:00:00Z')
  const back = take(10)
  vi.setSystemTime('2026-05-01T11:00:00Z')
  expectRising([...early, ...back, ...take(10)])
})
