import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createdMsOf, newId, sortableId } from '../../shared/ids.ts'
import { loadedBy } from '../architecture/sources.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-05-01T10:00:00Z')
})
afterEach(() => vi.useRealTimers())

const take = (count: number) => Array.from({ length: count }, newId)

/** Different ones, each after the one before it in a list. */
function expectRising(ids: readonly string[]) {
  const places = ids.map(sortableId)
  expect(places).toEqual([...new Set(places)].sort())
}

describe('new ids', () => {
  it('are UUIDs of version 4 in form', () => {
    for (const id of take(1_000)) {
      expect(id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
    }
  })

  it('differ in their first and last eight characters, one after another', () => {
    const ids = take(1_000)
    for (const [at, id] of ids.slice(1).entries()) {
      const before = ids[at] ?? ''
      expect(id.slice(0, 8)).not.toBe(before.slice(0, 8))
      expect(id.slice(-8)).not.toBe(before.slice(-8))
    }
    const different = (part: (id: string) => string) => new Set(ids.map(part)).size
    expect(different((id) => id.slice(0, 8))).toBeGreaterThan(990)
    expect(different((id) => id.slice(-8))).toBeGreaterThan(990)
  })

  it('rise within one millisecond', () => {
    expectRising(take(10_000))
  })

  it('rise while the clock is set forward and back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (steps) => {
        let ids = take(1)
        for (const ms of steps) {
          vi.setSystemTime(Date.now() + ms)
          ids = [...ids, ...take(3)]
        }
        expectRising(ids)
      }),
    )
  })

  it('need nothing that a browser does not have', () => {
    expect(loadedBy('shared/ids.ts')).toEqual(['shared/ids.ts'])
  })
})

describe('ids of earlier releases', () => {
  it('of version 7 are their own sort key, and contain their time', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), (id) => {
        expect(sortableId(id)).toBe(id)
        expect(createdMsOf(id)).toBe(
          Number.parseInt(id.replace('-', '').slice(0, 12), 16),
        )
      }),
    )
  })

  it('of version 7 sort between new ones by their time', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32), fc.uuid({ version: 7 }), (ms, id) => {
        const [before, after] = [take(1), take(1)]
        vi.setSystemTime((createdMsOf(after[0] ?? '') ?? 0) + 2 + ms)
        const time = (Date.now() - 1).toString(16).padStart(12, '0')
        const between = `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`
        expectRising([...before, ...after, between, ...take(1)])
      }),
      { numRuns: 50 },
    )
  })

  it('of version 4 are their own sort key, and contain no time', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), (id) => {
        expect(sortableId(id)).toBe(id)
        expect(createdMsOf(id)).toBeUndefined()
      }),
      { numRuns: 10_000, seed: 1 },
    )
  })
})

it('an id that is changed in any character is another release’s', () => {
  fc.assert(
    fc.property(fc.nat(35), fc.nat(15), (at, digit) => {
      const id = newId()
      const changed = id.slice(0, at) + digit.toString(16) + id.slice(at + 1)
      fc.pre(changed !== id)
      expect(sortableId(changed)).toBe(changed)
    }),
    { seed: 1 },
  )
})

it('an id shows when it was created, until the year 2109', () => {
  for (const time of ['2038-01-19T03:14:08.001Z', '2060-06-01', '2109-05-15']) {
    vi.setSystemTime(time)
    expect(createdMsOf(newId())).toBe(Date.parse(time))
  }
})
