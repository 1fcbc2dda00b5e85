import { describe, expect, test } from 'vitest'
import { groupOf, importsOf, loadedBy, sources } from './sources.ts'

const imports = (...patterns: string[]) =>
  sources(...patterns).flatMap((file) =>
    importsOf(file).map(({ from }) => ({ file, from })),
  )

const module = (path: string) => path.split('/')[0] ?? ''

describe('modules', () => {
  test('a group imports no other group; only the fallback reads all declarations', () => {
    const strays = imports('functions/*/**/*.ts').filter(
      ({ file, from }) =>
        from.startsWith('functions/') && groupOf(from) !== groupOf(file),
    )
    expect(strays).toEqual([
      { file: 'functions/fallback/handler.ts', from: 'functions/all.ts' },
    ])
  })

  test('functions/all.ts imports declarations only', () => {
    const strays = imports('functions/all.ts').filter(
      ({ from }) =>
        !/^shared\/platform\/http\/|\/(endpoints|sockets|worker)\.ts$/.test(from),
    )
    expect(strays).toEqual([])
  })

  test('functions import nothing of the cloud, the local platform or the agent', () => {
    const strays = imports('functions/**/*.ts').filter(({ from }) =>
      ['infra', 'pages', 'print-agent', 'tests'].includes(module(from)),
    )
    expect(strays).toEqual([])
  })

  test('shared imports no other module', () => {
    const strays = imports('shared/**/*.ts').filter(({ from }) =>
      ['functions', 'infra', 'pages', 'print-agent', 'tests'].includes(module(from)),
    )
    expect(strays).toEqual([])
  })

  test('the agent imports only the protocol, the layout of paper, Lightning and eight files of the ground', () => {
    const strays = imports('print-agent/**/*.ts').filter(
      ({ from }) =>
        ['functions', 'infra', 'pages', 'shared', 'tests'].includes(module(from)) &&
        !/^shared\/((agents\/protocol|paper\/layout|lightning\/node)\/|paper\/queue\/print-job\.ts$|(atomic-file|aws-call|backoff|localhost-names|lock-file|pause|vendored-file|work-thread)\.ts$)/.test(
          from,
        ),
    )
    expect(strays).toEqual([])
  })

  test('the product imports no test, and the local platform nothing of the cloud', () => {
    const strays = imports('infra/**/*.ts', 'print-agent/**/*.ts').filter(
      ({ file, from }) =>
        module(from) === 'tests' ||
        (file.startsWith('infra/local/') && from.startsWith('infra/cloud/')),
    )
    expect(strays).toEqual([])
  })
})

describe('the agent and its protocol', () => {
  const cloudOnly = /^functions\/|^infra\/|^shared\/platform\/dynamodb\/|^@aws-sdk\//

  test('the agent loads no AWS client but the one of SQS, and no table', () => {
    const loaded = loadedBy('print-agent/main.ts').filter((path) => cloudOnly.test(path))
    expect(loaded).toEqual(['@aws-sdk/client-sqs'])
  })

  test.each(sources('shared/agents/protocol/*.ts'))(
    '%s loads neither AWS client nor table',
    (file) => {
      expect(loadedBy(file).filter((path) => cloudOnly.test(path))).toEqual([])
    },
  )

  test('printing does not import it', () => {
    const strays = imports('shared/paper/layout/*.ts').filter(({ from }) =>
      from.startsWith('shared/agents/'),
    )
    expect(strays).toEqual([])
  })
})

describe('a declaration is data', () => {
  test.each(sources('functions/*/{endpoints,sockets,worker}.ts'))(
    '%s loads neither handler, nor table, nor AWS client',
    (declaration) => {
      const loaded = loadedBy(declaration).filter((path) =>
        /\/handler\.ts$|^shared\/platform\/dynamodb\/|^@aws-sdk\/|^@middy\//.test(path),
      )
      expect(loaded).toEqual([])
    },
  )
})
