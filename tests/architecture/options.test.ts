import { describe, expect, test } from 'vitest'
import { withOptionTables, withSettingsTable } from '../../infra/option-tables.ts'
import { importsOf, loadedBy, sources, textOf } from './sources.ts'

test('docs/options.md lists the options as they are declared (npm run generate writes them)', () => {
  const readme = textOf('docs/options.md')
  expect(readme).toBe(withOptionTables(readme))
})

test("the agent's README lists its settings as they are declared", () => {
  const readme = textOf('print-agent/README.md')
  expect(readme).toBe(withSettingsTable(readme))
})

describe('shared/platform/deployment', () => {
  test('imports no other module of shared', () => {
    const isInModule = (path: string) => path.split('/').length > 2
    const strays = sources('shared/platform/deployment/**/*.ts').flatMap((file) =>
      importsOf(file).filter(
        ({ from }) =>
          from.startsWith('shared/') &&
          isInModule(from) &&
          !from.startsWith('shared/platform/deployment/'),
      ),
    )
    expect(strays).toEqual([])
  })

  test.each(['settings.ts', 'resources.ts'])('%s loads no package', (file) => {
    const packages = loadedBy(`shared/platform/deployment/${file}`).filter(
      (path) => !/^(shared\/|node:)/.test(path),
    )
    expect(packages).toEqual([])
  })

  test('option schemas load in infra only', () => {
    const schemas = 'shared/platform/deployment/option-schemas.ts'
    const readers = sources('{functions,shared,infra,print-agent}/**/*.ts').filter(
      (file) =>
        importsOf(file).some(
          ({ statement, from }) =>
            from === schemas && !statement.startsWith('import type'),
        ),
    )
    expect(readers).toEqual([
      'infra/cloud/options.ts',
      'infra/local/settings.ts',
      'infra/operate/shop-settings.ts',
    ])
  })
})
