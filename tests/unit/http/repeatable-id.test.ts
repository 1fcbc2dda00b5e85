import { expect, it } from 'vitest'
import {
  type KeyedRequest,
  runKeyed,
} from '../../../shared/http/idempotency/keyed-request.ts'
import { repeatableId } from '../../../shared/http/idempotency/repeatable-id.ts'

const idsUnder = (pk: string, fingerprint = 'body') =>
  runKeyed({ record: { pk, sk: 'ANSWER' }, fingerprint } as KeyedRequest, () => [
    repeatableId('one'),
    repeatableId('other'),
  ])

it('each run under a key makes the same ids, which look random', () => {
  const ids = idsUnder('KEY#1')
  expect(idsUnder('KEY#1')).toEqual(ids)
  ids.push(...idsUnder('KEY#2'), repeatableId('one'), repeatableId('one'))
  expect(new Set(ids).size).toBe(6)
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
})

it('another request makes other ids under a key that was released', () => {
  const ids = [...idsUnder('KEY#1'), ...idsUnder('KEY#1', 'other body')]
  expect(new Set(ids).size).toBe(4)
})
