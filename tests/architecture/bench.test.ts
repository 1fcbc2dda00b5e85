import { expect, test } from 'vitest'
import { groups } from '../../functions/all.ts'
import { routeKey } from '../../shared/http/endpoint.ts'
import { textOf } from './sources.ts'

test('docs/generated/costs.md has what each operation costs (npm run bench -- --part endpoints --docs writes it)', () => {
  const rows = [...textOf('docs/generated/costs.md').matchAll(/^\| `([^`]+)` /gm)]
  const operations = groups.flatMap(({ endpoints }) =>
    Object.values(endpoints).map(routeKey),
  )
  expect(rows.map(([, operation]) => operation)).toEqual(operations)
})
