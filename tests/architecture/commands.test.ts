import { describe, expect, test } from 'vitest'
import {
  functionOptions,
  stackOptions,
} from '../../shared/platform/deployment/options.ts'
import { sources, textOf } from './sources.ts'

const { scripts } = JSON.parse(textOf('package.json')) as {
  scripts: Readonly<Record<string, string>>
}
const options = { ...stackOptions, ...functionOptions }

/** `npm run <script> -- <arguments>` in a page; a line that ends in `\` goes on. */
const command = /\bnpm run (?:-s )?([a-z:-]+)(?: -- ((?:\\\n|[^\n`#])*))?/g

const pages = sources('*.md', 'docs/**/*.md', 'print-agent/*.md').filter(
  (page) => page !== 'CHANGELOG.md',
)

const commands = pages.flatMap((page) =>
  [...textOf(page).matchAll(command)].map(([text, script = '', args = '']) => ({
    where: `${page}: ${text.replaceAll(/\s+/g, ' ')}`,
    script,
    args,
  })),
)

describe('a command in the documents', () => {
  test('is a script of package.json', () => {
    const unknown = commands.filter(({ script }) => !Object.hasOwn(scripts, script))
    expect(unknown.map(({ where }) => where)).toEqual([])
  })

  test('has only flags that its program knows', () => {
    const wrong = commands.flatMap(({ where, script, args }) => {
      const [program = ''] = /\S+\.ts$/.exec(scripts[script] ?? '') ?? []
      const source = program && textOf(program)
      const flags = [...args.matchAll(/(?<=^|\s)--?([a-z][a-z-]*)/g)]
      return flags
        .map(([, flag = '']) => flag)
        .filter((flag) => !new RegExp(`['"\\s]?(--)?${flag}\\b`).test(source))
        .map((flag) => `${where} has ${flag}`)
    })
    expect(wrong).toEqual([])
  })

  test('has only deployment options that are declared', () => {
    const named = pages.flatMap((page) =>
      [...textOf(page).matchAll(/(?<=\s|`)-c (\w+)=/g)].map(([, name = '']) => name),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => name !== 'name' && !(name in options))).toEqual([])
  })
})
