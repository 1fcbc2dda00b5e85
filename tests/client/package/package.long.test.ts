import { execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildClient } from '../../../infra/client-package/build.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'

const { resolve } = createRequire(import.meta.url)
const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc')

/** A folder into which what `npm pack` makes is installed, without any network. */
const folder = mkdtempSync(join(tmpdir(), 'pos-package-'))
const installed = join(folder, 'node_modules/lightning-pos')

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  const built = join(folder, 'built')
  buildClient(built)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--silent'], { cwd: folder, encoding: 'utf8' })
  const archive = npm('pack', built).trim()
  npm('install', '--offline', `./${archive}`)
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

/** Compiles a file of the folder; returns what the compiler has against it. */
function compile(file: string, options: object): string {
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    types: [],
    ...options,
  }
  const config = join(folder, `${file}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }))
  try {
    return execFileSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

it('is one package without dependencies, and none of its types lead to zod', () => {
  expect(globSync('node_modules/*', { cwd: folder })).toEqual([
    'node_modules/lightning-pos',
  ])
  const texts = globSync('**/*.{js,ts}', { cwd: installed }).map((file) =>
    readFileSync(join(installed, file), 'utf8'),
  )
  const packages = texts.flatMap((text) => text.match(/from ['"][^.'"][^'"]*['"]/g) ?? [])
  expect(texts.length).toBeGreaterThan(10)
  expect(packages).toEqual([])
})

it("compiles into a stranger's till, which sells", async () => {
  cpSync(join(import.meta.dirname, 'stranger.ts'), join(folder, 'stranger.ts'))
  expect(compile('stranger.ts', {})).toBe('')
  const { sell } = (await import(
    join(folder, 'stranger.js')
  )) as typeof import('./stranger.ts')
  const at = { baseUrl: shop.url, name: owner.name, pin: owner.pin }
  const { orders, ...rest } = await sell(at, (invoice) => shop.node.pay({ invoice }))
  const admin = await shop.admin()
  const { body } = await admin.get('/store/orders')
  expect(body.map(({ id }: { id: string }) => id).sort()).toEqual(orders.sort())
  expect(rest).toEqual({ left: 3, twice: 'already_exists 409' })
})
