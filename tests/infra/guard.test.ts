import { expect, test } from 'vitest'
import { guardExceptions } from '../../infra/cloud/accepted-findings.ts'
import { complaints, staleRules } from '../../infra/guard.ts'

const finding = { rule: 'bucket_check', logicalId: 'UploadsBucket', description: 'why' }
const exception = { rule: 'bucket_check', part: 'Uploads', reason: 'a reason' }

test('a finding without an exception for its resource is a complaint', () => {
  expect(complaints([finding], [exception])).toEqual([])
  const another = { ...finding, logicalId: 'OtherBucket' }
  expect(complaints([finding, another], [exception])).toEqual([
    'OtherBucket breaks bucket_check: why',
  ])
})

test('an exception without a finding is a complaint', () => {
  expect(complaints([], [exception])).toEqual([
    'no finding any more, delete the exception: bucket_check on Uploads',
  ])
})

test('every exception has a reason', () => {
  expect(guardExceptions.filter(({ reason }) => reason.split(' ').length < 6)).toEqual([])
})

test('rules of time zones from the year before last spring are stale', () => {
  const at = (day: string) => Date.parse(day)
  expect(staleRules('2026f', at('2026-11-27'))).toEqual([])
  expect(staleRules('2026f', at('2027-04-01'))).toEqual([])
  expect(staleRules('2026f', at('2027-06-01'))).toMatchObject([
    expect.stringContaining('2026f'),
  ])
  expect(staleRules('2027a', at('2027-06-01'))).toEqual([])
})
