import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, sources, textOf } from './sources.ts'

const product = sources(
  '{functions,shared,infra,pages,print-agent,examples}/**/*.{ts,tsx}',
)
const all = [...product, ...sources('tests/**/*.ts')]

const importsWhere = (wrong: (statement: string, from: string) => boolean) =>
  all.flatMap((file) =>
    importsOf(file)
      .filter(({ statement, from }) => wrong(statement, from))
      .map(({ statement }) => `${file}: ${statement}`),
  )

describe('files', () => {
  test('export what they define: there are no barrels', () => {
    expect(importsWhere((statement) => statement.startsWith('export'))).toEqual([])
    expect(all.filter((file) => basename(file) === 'index.ts')).toEqual([])
  })

  test('are in modules whose names say what they contain', () => {
    const vague = /\b(utils?|helpers?|common|misc|manager|service|services|lib)\b/
    expect(product.filter((file) => vague.test(dirname(file)))).toEqual([])
  })

  test('log by the one logger in everything that runs as a Lambda', () => {
    const logging = sources('{functions,shared}/**/*.ts').filter((file) =>
      /\bconsole\./.test(textOf(file)),
    )
    expect(logging).toEqual(['shared/logger.ts'])
  })

  test('name the address that a server listens on, as the default is every address', () => {
    const nameless = /\.listen\((?![^)]*(?:'127\.0\.0\.1'|'::1'|\bhost\b))/
    expect(all.filter((file) => nameless.test(textOf(file)))).toEqual([])
  })

  test('start the emulator of SQS and S3 in one place, which keeps it on loopback', () => {
    expect(all.filter((file) => /\bstartFauxqs\(/.test(textOf(file)))).toEqual([
      'infra/local/engines/queues.ts',
    ])
  })

  test('import zod whole, which leaves its locales out of the bundles', () => {
    const wrong = importsWhere(
      (statement, from) =>
        /^zod(\/|$)/.test(from) && !/^import (type )?\* as z from 'zod'$/.test(statement),
    )
    expect(wrong).toEqual([])
  })
})
