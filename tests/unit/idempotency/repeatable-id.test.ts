import { expect, it } from 'vitest'
import {
  type RequestKey,
  repeatableId,
} from '../../../shared/platform/idempotency/request-key.ts'

function idsUnder(pk: string, fingerprint = 'body') {
  const key = { record: { pk, sk: 'ANSWER' }, fingerprint } as RequestKey
  return [repeatableId(key, 'one'), repeatableId(key, 'other')]
}

it('each run under a key makes the same ids, which look random', () => {
  const ids = idsUnder('KEY#1')
  expect(idsUnder('KEY#1')).toEqual(ids)
  ids.push(
    ...idsUnder('KEY#2'),
    repeatableId(undefined, 'one'),
    repeatableId(undefined, 'one'),
  )
  expect(new Set(ids).size).toBe(6)
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
})

it('another request makes other ids under a key that was released', () => {
  const ids = [...idsUnder('KEY#1'), ...idsUnder('KEY#1', 'other body')]
  expect(new Set(ids).size).toBe(4)
})
