import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, owner, type Shop } from '../../support/shop.ts'

const root = join(import.meta.dirname, '../../..')

/** The generator and its TypeScript have a folder of their own: here they would not run. */
const folder = mkdtempSync(join(tmpdir(), 'pos-generated-'))
const bin = (program: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(folder, 'node_modules/.bin', program), ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

let shop: Shop
const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  outDir: 'out',
}

beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  for (const file of ['package.json', 'package-lock.json', 'till.ts']) {
    cpSync(join(import.meta.dirname, file), join(folder, file))
  }
  cpSync(join(root, '.npmrc'), join(folder, '.npmrc'))
  const options = { cwd: folder, encoding: 'utf8' } as const
  execFileSync('npm', ['ci', '--silent', '--ignore-scripts'], options)
  // The generator writes imports as these options need them
  const config = JSON.stringify({ compilerOptions, files: ['till.ts'] })
  writeFileSync(join(folder, 'tsconfig.json'), config)
  bin('openapi-ts', '-i', join(root, 'docs/openapi.json'), '-o', 'sdk', '--silent')
}, 300_000)
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

it('a generator types every body that the document describes', () => {
  const types = readFileSync(join(folder, 'sdk/types.gen.ts'), 'utf8')
  const operations = types.split(/^export type (?=\w+Data = )/m).slice(1)
  const untyped = operations.flatMap((operation) => {
    const [name = ''] = operation.split('Data = ')
    const bodies = operation.matchAll(/^ +(body\??|\d{3}): .*\b(?:unknown|any)\b/gm)
    return [...bodies].map(([, place]) => `${name} ${place}`)
  })
  expect(operations.length).toBeGreaterThan(150)
  // These have no body.
  expect(untyped.sort()).toEqual([
    'PrintersDrawer 404',
    'PrintersMakeDefault 200',
    'PrintersMakeDefault 404',
    'PrintersRemove 404',
    'PrintersUpdate 200',
    'PrintersUpdate 404',
    'TemplatesOne 404',
    'TemplatesRemove 404',
    'TemplatesUpdate 200',
  ])
})

it('a till on the generated client sells for cash and over Lightning', async () => {
  try {
    bin('tsc')
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout)
  }
  const { sell } = await import(join(folder, 'out/till.js'))
  const { orders, ...rest } = await sell(
    { baseUrl: shop.url, name: owner.name, pin: owner.pin },
    (invoice: string) => shop.node.pay({ invoice }),
  )
  expect(orders).toMatchObject([
    { status: 'closed', total: 250, items: [{ quantity: 1 }] },
    { status: 'closed', total: 250, items: [{ quantity: 1 }] },
  ])
  expect(rest).toEqual({ left: 3, refused: 'SKU already exists' })
})
