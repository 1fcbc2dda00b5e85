import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Access } from '../../shared/platform/http/endpoint.ts'
import { allEndpoints } from './endpoints.ts'
import { placeOf } from './place-of.ts'

/** Callers of each endpoint, written by hand from the API's contract. */
const contract = JSON.parse(
  readFileSync(new URL('permissions.json', import.meta.url), 'utf8'),
)

/** As the table spells it, such as `orders_settle or orders_update`. */
function spelled(access: Access): string {
  if (typeof access !== 'object') return access
  const { permission, any, orOwnId, where } = access
  return [
    permission.join(any ? ' or ' : ' and '),
    ...(orOwnId ? ['or the own id'] : []),
    ...(where ? [`with ${where}`] : []),
  ].join(' ')
}

// The other generated tests take the access from the declarations, right or wrong.
it('every endpoint requires what the contract says', () => {
  const declared = allEndpoints.map(
    ([key, { access }]) => [key, spelled(access)] as const,
  )
  const missing = declared.flatMap(([key, access], at) => {
    const [before = 'GET /'] = declared[at - 1] ?? []
    const place = placeOf('tests/generated/permissions.json', `"${before}"`)
    return key in contract ? [] : [`after ${place}:  "${key}": "${access}",`]
  })
  const hint =
    'Where the contract says the same, add to tests/generated/permissions.json\n'
  expect(missing, `${hint}${missing.join('\n')}\n`).toEqual([])
  expect(Object.fromEntries(declared)).toEqual(contract)
})
