import { expect, test } from 'vitest'
import { groups } from '../../functions/all.ts'
import { routeKey } from '../../shared/platform/http/endpoint.ts'
import { textOf } from './sources.ts'

test('docs/generated/costs.md lists operations that exist (npm run bench -- --part endpoints --docs writes it)', () => {
  const table = textOf('docs/generated/costs.md').matchAll(/^\| `([^`]+)` /gm)
  const rows = [...table].map(([, operation = '']) => operation)
  const operations = groups.flatMap(({ endpoints }) =>
    Object.values(endpoints).map(routeKey),
  )
  // A new operation waits for the next bench
  expect(rows).toEqual(operations.filter((each) => rows.includes(each)))
  expect(rows).not.toEqual([])
})
