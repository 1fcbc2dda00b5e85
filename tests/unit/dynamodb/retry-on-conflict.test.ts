import { afterEach, expect, it, vi } from 'vitest'
import { Failure } from '../../../shared/failure.ts'
import {
  retryOnConflict,
  VersionConflict,
} from '../../../shared/platform/dynamodb/optimistic-lock.ts'

afterEach(() => vi.useRealTimers())

it('a call that never gets its turn is refused', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const tries = retryOnConflict(() => {
    vi.setSystemTime(Date.now() + 15_000)
    return Promise.reject(new VersionConflict())
  })
  await expect(tries).rejects.toThrow(Failure)
  await expect(tries).rejects.toMatchObject({ kind: 'conflict' })
})

it('other failures are not tried again', async () => {
  const work = vi.fn(() => Promise.reject(new Failure('notFound')))
  await expect(retryOnConflict(work)).rejects.toMatchObject({ kind: 'notFound' })
  expect(work).toHaveBeenCalledOnce()
})

it('a retry within a retry does not wait for itself', async () => {
  const conflictOnce = (work: () => Promise<string>) => {
    let attempts = 0
    return () => {
      attempts += 1
      return attempts === 1 ? Promise.reject(new VersionConflict()) : work()
    }
  }
  const inner = () => retryOnConflict(conflictOnce(async () => 'done'))
  expect(await retryOnConflict(conflictOnce(inner))).toBe('done')
})
