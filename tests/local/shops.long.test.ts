import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import '../../shared/localhost-names.ts'
import { Client } from '../support/client.ts'
import { ticketData } from '../support/printing.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { resetProgram, runSystem, shopsProgram } from './running-system.ts'

const folder = await mkdtemp(join(tmpdir(), 'pos-shops-'))
afterAll(() => removeFolder(folder))

const settings = { POS_DATA_DIR: folder, POS_SHOPS: 'corner,cafe' }

const shops = (...args: string[]) =>
  runSystem(settings, [process.execPath, shopsProgram, '--local', ...args]).ended

const list = async () => (await shops('list')).output

const at = (url: string, shop: string) =>
  new Client(url.replace('127.0.0.1', `${shop}.localhost`))

const hostsReadAgainMs = 5_500

const owner = {
  businessType: 'store',
  businessCurrency: 'USD',
  userName: 'Ana',
  userPassword: 'wallet',
  userPin: '4321',
}

/** Sets a shop up, and prints a page on a printer of its own agent. */
async function useShop(url: string, name: string): Promise<void> {
  const client = at(url, name)
  const body = { ...owner, businessName: name }
  expect((await client.post('/initial-setup', body)).status).toBe(201)
  await client.post('/auth/login', { name: 'Ana', pin: '4321' })
  await vi.waitFor(
    async () => expect((await client.get('/printers/available')).body).toContain('bar'),
    { timeout: 60_000 },
  )
  const printerType = 'KITCHEN'
  const printer = { printerType, printerName: 'bar', templateName: 'Kitchen' }
  const printerId = (await client.post('/printers/configs', printer)).body.id
  const job = { printerType, printerId, templateName: 'Kitchen', ticketData }
  expect((await client.post('/printers/print', job)).status).toBe(200)
  const printed = join(folder, 'shops', name, 'printed')
  await vi.waitFor(async () => expect(await readdir(printed)).not.toEqual([]), {
    timeout: 60_000,
  })
}

describe('npm start with POS_SHOPS', () => {
  test('serves each shop at a host, with a printer and a node of its own', async () => {
    const system = runSystem(settings)
    const url = await system.url()
    await useShop(url, 'corner')
    await useShop(url, 'cafe')
    expect((await new Client(url).get('/initial-setup')).body).toMatchObject({
      initialized: false,
    })

    expect(await list()).toMatch(/^cafe +open +cafe\.localhost\ncorner +open/m)
    expect(await shops('create', 'bar', '--host', 'bar.localhost')).toMatchObject({
      code: 0,
    })
    expect((await at(url, 'bar').get('/api/health')).status).toBe(200)
    await shops('suspend', 'bar')
    await vi.waitFor(
      async () => expect((await at(url, 'bar').get('/api/health')).status).toBe(403),
      { timeout: 60_000 },
    )
    expect(await list()).toMatch(/^bar +suspended/m)
    await shops('resume', 'bar')
    expect(await list()).toMatch(/^bar +open/m)

    const ana = at(url, 'corner')
    const status = async () => (await ana.get('/users/me')).status
    await ana.post('/auth/login', { name: 'Ana', pin: '4321' })
    await shops('rotate', 'corner', 'token-key')
    await sleep(hostsReadAgainMs)
    expect(await status()).toBe(200)
    await shops('rotate', 'corner', 'token-key', '--finish')
    await vi.waitFor(async () => expect(await status()).toBe(401), { timeout: 60_000 })

    const reset = (...args: string[]) =>
      runSystem(settings, [process.execPath, resetProgram, '--local', ...args]).ended
    const resetOf = (shop: string) =>
      reset('--further', shop, '--name', 'Ana', '--pin', '9753')
    expect(await resetOf('nobody')).toMatchObject({ code: 1 })
    expect(await resetOf('corner')).toMatchObject({ code: 0 })
    const login = async (shop: string, pin: string) =>
      (await at(url, shop).post('/auth/login', { name: 'Ana', pin })).status
    expect(await login('corner', '4321')).toBe(401)
    expect(await login('cafe', '4321')).toBe(200)

    await shops('rotate', 'corner', 'pin-key')
    const refused = await shops('rotate', 'corner', 'pin-key', '--finish')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.output).toContain('Ana of corner: needs a new PIN')
    await sleep(hostsReadAgainMs)
    expect(await login('corner', '9753')).toBe(200)
    const stillRefused = await shops('rotate', 'corner', 'pin-key', '--finish')
    expect(stillRefused.output).not.toContain('Ana')
    expect(stillRefused.output).toContain('needs a new password for the wallet')
    expect(
      await shops('rotate', 'corner', 'pin-key', '--finish', '--lock-out'),
    ).toMatchObject({ code: 0 })
    await sleep(hostsReadAgainMs)
    expect(await login('corner', '9753')).toBe(200)

    const set = await shops('set', 'bar', 'publicLoginScreen=yes', 'officePage=false')
    expect(set.output).toMatch(/^officePage=false\npublicLoginScreen=true\n/m)
    await vi.waitFor(
      async () => expect((await at(url, 'bar').get('/office')).status).toBe(404),
      { timeout: 60_000 },
    )
    const listSettings = async () => (await shops('settings', 'bar')).output
    const before = (await list()) + (await listSettings())
    for (const [said, ...args] of [
      ['lower-case', 'create', 'Pub', '--host', 'pub.localhost'],
      ['lower-case', 'create', 'main', '--host', 'pub.localhost'],
      ['directly under localhost', 'create', 'pub'],
      ['directly under', 'create', 'pub', '--host', 'a.b.localhost'],
      ['directly under', 'create', 'pub', '--host', 'pub.example'],
      ["another's", 'create', 'pub', '--host', 'corner.localhost'],
      ['no shop nobody', 'suspend', 'nobody'],
      ['No such command', 'paint', 'corner'],
      ['must be true or false', 'set', 'bar', 'docsPage=true', 'officePage=maybe'],
      ['not a setting', 'set', 'bar', 'docsPage=true', 'shopDomain=bar.example'],
      ['Name a setting', 'set', 'bar'],
      ['Name a secret', 'rotate', 'corner', 'front-door-secret'],
      ['No rotation', 'rotate', 'corner', 'token-key', '--finish'],
      ['GET /export/shop', 'export', 'main', '--to', 'main.ndjson'],
    ] as const) {
      const { code, output } = await shops(...args)
      expect(code).not.toBe(0)
      expect(output).toContain(said)
    }
    expect((await list()) + (await listSettings())).toBe(before)
  }, 240_000)
})
