import { expect, test } from 'vitest'
import { apiText } from '../../infra/client-package/generate.ts'
import { browserBundles } from '../bench/browser-bundles.ts'
import { importsOf, loadedBy, sources, textOf } from './sources.ts'

const client = 'shared/client/connect.ts'

test('its endpoints are those of the declarations (npm run generate writes them)', () => {
  expect(textOf('shared/client/api.ts')).toBe(apiText())
})

test('it loads nothing but its own files, the backoff and the ids', () => {
  const strays = loadedBy(client).filter((path) => !path.startsWith('shared/client/'))
  expect(strays.sort()).toEqual(['shared/backoff.ts', 'shared/ids.ts'])
})

test('all that browsers load is within its budget', async () => {
  const bundles = await browserBundles()
  const large = bundles.filter(({ gzipped, budgetKb }) => gzipped > budgetKb * 1_000)
  expect(bundles.map(({ name }) => name)).toContain('typed client')
  expect(large).toEqual([])
})

test('the examples import nothing of the repository but the client', () => {
  const strays = sources('examples/**/*.ts')
    .flatMap(importsOf)
    .filter(
      ({ from }) => !/^(node:|standardwebhooks$|lightning-pos\/client(\/|$))/.test(from),
    )
  expect(strays).toEqual([])
})
