import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import { importsOf, moduleOf, sources, textOf } from './sources.ts'

const pages = sources(
  '*.md',
  'docs/**/*.md',
  '{print-agent,findings}/*.md',
  'tests/lab/**/*.md',
)

/** The changelog also names what is gone. */
const current = pages.filter((page) => page !== 'CHANGELOG.md')

/** The text of a page without its blocks of code. */
const proseOf = (page: string) => textOf(page).replaceAll(/^```.*?^```/gms, '')

const inBackticks = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, quoted = '']) => quoted)

/** The cells of the table under a heading of a page. */
function rowsUnder(page: string, heading: string): string[][] {
  const [, section = ''] = textOf(page).split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
}

const isInRepository =
  /^(functions|shared|infra|pages|print-agent|findings|tests|docs|\.ci|\.github|\.githooks)\//

const exists = (path: string) => sources(path.replaceAll(/<[^>]+>/g, '*')).length > 0

describe.each(current)('%s', (page) => {
  test('names only files and folders that exist', () => {
    const named = inBackticks(proseOf(page)).filter((text) => isInRepository.test(text))
    expect(named.filter((path) => !exists(path))).toEqual([])
  })

  test('links only to files that exist', () => {
    // Code may look like a link
    const prose = proseOf(page).replaceAll(/`+[^`\n]*`+/g, '')
    const links = [...prose.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
    const missing = links
      .map(([, link = '']) => join(dirname(page), link))
      .filter((path) => !existsSync(join(import.meta.dirname, '../..', path)))
    expect(missing).toEqual([])
  })
})

describe('the glossary', () => {
  const rows = textOf('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Term '))
    .map((line) => line.slice(2).split(' | '))

  const places = rows.map(([term = '', , where = '']) => [term, where] as const)

  test.each(places)('%s: links to the file that holds its rule', (_, where) => {
    const links = [...where.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    const folders = links.filter((link) => !/\.\w+$/.test(link))
    expect(links).not.toEqual([])
    expect(folders).toEqual([])
  })

  test.each(places)('%s: its place has the names it gives', (_, where) => {
    const quoted = inBackticks(where)
    const text = quoted
      .filter((path) => path.includes('/'))
      .flatMap((path) => sources(path.endsWith('/') ? `${path}**/*.ts` : path))
      .map(textOf)
      .join('\n')
    const names = quoted.filter((name) => !name.includes('/'))
    expect(quoted).not.toEqual([])
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  const importedBy = (module: string) => [
    ...new Set(
      sources(`shared/${module}/**/*.ts`)
        .flatMap((file) => importsOf(file).flatMap(({ from }) => moduleOf(from) ?? []))
        .filter((other) => other !== module),
    ),
  ]

  test('names a file once', () => {
    const files = inBackticks(proseOf('docs/architecture.md')).filter((text) =>
      /^[\w.-]+\/.*\.tsx?$/.test(text),
    )
    expect(files.filter((file, at) => files.indexOf(file) < at)).toEqual([])
  })

  test('lists the modules of shared and what each imports', () => {
    const modules = [...new Set(sources('shared/*/**/*.ts').map(moduleOf))]
    const imports = modules.map((module = '') => [module, importedBy(module).sort()])
    const listed = rowsUnder('docs/architecture.md', 'The modules of shared').map(
      ([module = '', , others = '']) => [
        module.replaceAll('`', ''),
        inBackticks(others).sort(),
      ],
    )
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(imports))
  })
})

describe('docs/data-model.md', () => {
  /** Literals at the places of code where keys and guards are made. */
  const inKeys = [
    /\b(?:pk|sk|prefix|partition)(?::| =) '([A-Z][A-Z-]+)'/g,
    /`([A-Z][A-Z-]+)#\$\{/g,
    /\b\w*[kK]ey\w*\(\s*'([A-Z][A-Z-]+)'/g,
    /\bu(?:niqueGuard|pdateUnique)\(\s*'([A-Z][A-Z-]+)'/g,
  ]

  const inCode = sources('{shared,functions}/**/*.ts')
    .map(textOf)
    .flatMap((text) => inKeys.flatMap((pattern) => [...text.matchAll(pattern)]))
    .map(([, word = '']) => word)

  const inTables = ['Records', 'Guards']
    .flatMap((heading) => rowsUnder('docs/data-model.md', heading))
    .flatMap((cells) => inBackticks(cells.join(' ')))
    .flatMap((key) => [...key.matchAll(/[A-Z][A-Z-]+/g)].map(([word]) => word))

  test('lists the partitions, sort keys and guards of the code, and no others', () => {
    expect([...new Set(inTables)].sort()).toEqual([...new Set(inCode)].sort())
  })

  test('lists the indexes as they are declared', () => {
    const { indexes } = tableSchema
    const declared = indexes.map(({ name, pk, sk, projects }) => [
      name,
      pk,
      sk,
      ...projects,
    ])
    const listed = rowsUnder('docs/data-model.md', 'Indexes').map((cells) =>
      inBackticks(cells.slice(0, 4).join(' ')),
    )
    expect(listed).toEqual(declared)
  })
})

test('findings/README.md lists every finding once', () => {
  const links = textOf('findings/README.md').matchAll(/\]\(([\w-]+\.sh)\)/g)
  const listed = [...links].map(([, script]) => `findings/${script}`)
  expect(listed.sort()).toEqual(sources('findings/*.sh'))
})

test('the changelog has the version of package.json, as the lock file does', () => {
  const version = /"version": "([^"]+)"/
  const [, declared = ''] = version.exec(textOf('package.json')) ?? []
  const [, locked] = version.exec(textOf('package-lock.json')) ?? []
  expect(locked).toBe(declared)
  expect(textOf('CHANGELOG.md')).toContain(`\n## [${declared}] - `)
})

test('the index of decisions lists them all, with their dates', () => {
  const decided = sources('docs/decisions/*.md').flatMap((page) =>
    [...textOf(page).matchAll(/^## (.+)\n\n(\d{4}-\d\d-\d\d)$/gm)].map(
      ([, title, date]) => `${date} ${title} (${page.split('/').at(-1)})`,
    ),
  )
  const listed = textOf('docs/decisions/README.md').matchAll(
    /^\| (\d{4}-\d\d-\d\d) \| (.+) \| \[.+\]\((.+)\) \|$/gm,
  )
  expect(
    [...listed].map(([, date, title, page]) => `${date} ${title} (${page})`).sort(),
  ).toEqual(decided.sort())
})
