import { expect, test } from 'vitest'
import { AuditKind } from '../../shared/people/audit/audit-entry.ts'
import { allEndpoints } from '../generated/endpoints.ts'

test('what changes something declares its audit entries, or why it has none', () => {
  const changing = allEndpoints.filter(([, { method }]) => method !== 'GET')
  const undecided = changing.filter(
    ([, { audit = [], notAudited = '' }]) =>
      audit.length > 0 === (notAudited.trim() !== ''),
  )
  expect(undecided.map(([key]) => key)).toEqual([])
})

/** Kinds of entries that the operator's programs make. */
const ofOperators: readonly AuditKind[] = ['restore']

test('every other kind of entry is that of an endpoint', () => {
  const declared = allEndpoints.flatMap(([, { audit = [] }]) => audit)
  expect(new Set([...declared, ...ofOperators])).toEqual(new Set(AuditKind.options))
})
