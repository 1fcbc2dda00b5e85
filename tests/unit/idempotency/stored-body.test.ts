import { expect, it } from 'vitest'
import {
  loadBody,
  storedBody,
} from '../../../shared/platform/idempotency/stored-response.ts'

const place = { pk: 'KEY', prefix: 'REST' }

it.each([
  ['no body', null],
  ['a short one', 'a'.repeat(4_095)],
])('%s is stored as it is', async (_, body) => {
  const { stored, chunks } = storedBody(body, place, 1)
  expect([stored, chunks]).toEqual([{ body, parts: 0 }, []])
  expect(await loadBody(stored, place)).toBe(body)
})

it('4 KB are compressed', async () => {
  const body = 'a'.repeat(4_096)
  const { stored, chunks } = storedBody(body, place, 1)
  expect([stored.parts, chunks]).toEqual([0, []])
  expect(stored.body?.length).toBeLessThan(100)
  expect(await loadBody(stored, place)).toBe(body)
})
