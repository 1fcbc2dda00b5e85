import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, moduleOf, sources } from './sources.ts'

/**
 * The modules of shared/ in layers: a module imports modules of lower layers only. Files
 * directly in shared/ are the ground of all layers and import each other alone.
 */
const layers: readonly (readonly string[])[] = [
  ['platform/deployment', 'platform/outbound', 'platform/time', 'platform/money'],
  ['platform/validation', 'platform/sockets', 'platform/dynamodb', 'lightning/node'],
  [
    'events/alerts',
    'people/audit',
    'lightning/cards',
    'events/changes',
    'platform/idempotency',
    'paper/layout',
    'lightning/rates',
  ],
  ['people/staff', 'platform/uploads', 'paper/queue'],
  ['people/auth', 'selling/shop-config', 'agents', 'selling/sales', 'catalog'],
  [
    'people/api-keys',
    'lightning/payments-feed',
    'selling/checkout',
    'selling/restaurant',
    'selling/shifts',
    'paper/jobs',
    'platform/shops',
  ],
  ['selling/bills', 'selling/refunds', 'lightning/wallet', 'back-office/reports'],
  ['paper/printing', 'selling/quotes'],
  ['selling/sell', 'selling/till-data', 'events/domain-events'],
  [
    'back-office/exports',
    'back-office/imports',
    'selling/kitchen',
    'events/monitoring',
    'platform/http',
    'lightning/pay-codes',
    'events/webhooks',
  ],
  ['events/event-frames', 'platform/docs-page', 'platform/built-pages', 'client'],
]

const layerOf = (module: string | undefined): number =>
  module === undefined ? -1 : layers.findIndex((modules) => modules.includes(module))

const files = sources('shared/**/*.ts')

test('every module of shared/ has its layer', () => {
  const modules = new Set(files.flatMap((file) => moduleOf(file) ?? []))
  expect([...modules].sort()).toEqual(layers.flat().sort())
})

describe('modules of shared/', () => {
  test('import lower layers only', () => {
    const upwards = files.flatMap((file) =>
      importsOf(file)
        .map(({ from }) => from)
        .filter((from) => from.startsWith('shared/') && moduleOf(from) !== moduleOf(file))
        .filter((from) => layerOf(moduleOf(from)) >= layerOf(moduleOf(file)))
        .map((from) => `${file} imports ${from}`),
    )
    expect(upwards).toEqual([])
  })
})

test('no file imports itself by way of others, for types included', () => {
  const code = new Set(
    sources('{functions,shared,infra,pages,print-agent}/**/*.{ts,tsx}'),
  )
  const done = new Set<string>()
  const circles: string[][] = []
  const follow = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file])
    if (done.has(file)) return
    done.add(file)
    for (const { from } of importsOf(file)) {
      if (code.has(from)) follow(from, [...path, file])
    }
  }
  for (const file of code) follow(file, [])
  expect(circles).toEqual([])
})

test('HTTP is the edge: in shared/, only the pages that browsers load import it', () => {
  const importing = files.filter(
    (file) =>
      moduleOf(file) !== 'platform/http' &&
      importsOf(file).some(({ from }) => moduleOf(from) === 'platform/http'),
  )
  expect([...new Set(importing.map(moduleOf))]).toEqual([
    'platform/built-pages',
    'platform/docs-page',
  ])
})

test('a folder of functions/ is the edge only: declarations and a handler', () => {
  const edge = ['endpoints.ts', 'handler.ts', 'sockets.ts', 'worker.ts']
  const others = sources('functions/*/**/*.ts').filter(
    (file) => !edge.includes(basename(file)),
  )
  expect(others).toEqual([])
})
