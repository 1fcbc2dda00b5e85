import { expect, test } from 'vitest'
import { sources, textOf } from './sources.ts'

/**
 * A function that returns a Write has written nothing: its writes must be given to
 * `transact`. Its name says so, and it is never a statement by itself.
 */
const builder =
  /^(insert|put|update|upsert|increment|decrement|check|conditionCheck|delete)/

/** `function name(…): Write` or `const name = (…): Write =>`, as the formatter leaves them. */
const declaring =
  /(?:function (\w+)|const (\w+) =)\s?(?:<[^>]*>)?\((?:[^()]|\([^()]*\))*\): (?:readonly )?Write(?:\[\])? (?:=>|\{)/g

const domain = sources('shared/**/*.ts').filter(
  (file) => !file.startsWith('shared/platform/dynamodb/'),
)

const declared = domain.flatMap((file) =>
  [...textOf(file).matchAll(declaring)].map(([, name, arrow]) => ({
    file,
    name: name ?? arrow ?? '',
  })),
)

test('functions that return writes are named for the write that they build', () => {
  expect(declared.length).toBeGreaterThan(30)
  const others = declared.filter(({ name }) => !builder.test(name))
  expect(others).toEqual([])
})

test('no write is built and then dropped', () => {
  const names = [...new Set(declared.map(({ name }) => name))].join('|')
  const call = new RegExp(`^\\s*(?:await )?(?:${names})\\(`)
  const continues = /(=>|[([{,?:=|&]|return|\.\.\.)$/
  const dropped = sources('{shared,functions}/**/*.ts').flatMap((file) => {
    const lines = textOf(file).split('\n')
    return lines
      .filter((line, at) => {
        const before = lines[at - 1] ?? ''
        const isStatement = before.endsWith('{') || !continues.test(before)
        return call.test(line) && isStatement && /^\s/.test(line) && !line.endsWith(',')
      })
      .map((line) => `${file}: ${line.trim()}`)
  })
  expect(dropped).toEqual([])
})
