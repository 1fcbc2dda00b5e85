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
  ['people/tills'],
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
    'selling/hand-in',
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

/** The wings of shared/: a wing imports those before it. */
const wings = [
  'platform',
  'people',
  'catalog',
  'agents',
  'lightning',
  'paper',
  'selling',
  'events',
  'back-office',
  'client',
]

/** Modules that import wings after their own: which, and why they belong to their wing all the same. */
const aboveTheirWing: Readonly<
  Record<string, { readonly to: readonly string[]; readonly why: string }>
> = {
  agents: {
    to: ['lightning', 'paper'],
    why: 'node and print queue are what an agent serves',
  },
  'lightning/pay-codes': {
    to: ['paper', 'selling'],
    why: 'what a code is paid for settles a bill, and a code is printed',
  },
  'lightning/payments-feed': {
    to: ['selling'],
    why: 'a payment is recorded under its hash, where its sale is',
  },
  'lightning/wallet': {
    to: ['selling'],
    why: 'the lists of payments say which are sold',
  },
  'paper/printing': {
    to: ['selling'],
    why: 'tickets and Z reports are what is printed',
  },
  'people/staff': {
    to: ['events'],
    why: 'guessed PINs raise an alert',
  },
  'people/tills': {
    to: ['events'],
    why: 'a copied till raises an alert',
  },
  'platform/http': {
    to: ['agents', 'events', 'lightning', 'people', 'selling'],
    why: 'the edge is above the domain: it knows callers and names failures',
  },
  'platform/shops': {
    to: ['people'],
    why: 'the shop of a request is found by what the front door says of it',
  },
  'selling/kitchen': {
    to: ['events'],
    why: 'it is told of committed changes',
  },
  'selling/till-data': {
    to: ['events'],
    why: 'it is told of committed changes',
  },
}

test('wings of shared/ import those before them, but for the modules listed', () => {
  const wingOf = (path: string) => path.split('/')[1] ?? ''
  const isUpwards = (file: string, from: string) =>
    moduleOf(from) !== undefined &&
    wings.indexOf(wingOf(from)) > wings.indexOf(wingOf(file))
  const upwards = files.flatMap((file) =>
    importsOf(file)
      .filter(({ from }) => isUpwards(file, from))
      .map(({ from }) => `${moduleOf(file)} imports ${wingOf(from)}`),
  )
  const listed = Object.entries(aboveTheirWing).flatMap(([module, { to }]) =>
    to.map((wing) => `${module} imports ${wing}`),
  )
  expect([...new Set(upwards)].sort()).toEqual(listed.sort())
  const found = new Set(layers.flat().map((module) => module.replace(/\/.*/, '')))
  expect([...found].sort()).toEqual(wings.toSorted())
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
