import { execFile } from 'node:child_process'
import { mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../infra/local/engines/free-port.ts'
import { runSystem } from '../local/running-system.ts'
import { removeFolder } from '../support/remove-folder.ts'

let dataDir: string
const env = { ...process.env }
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pos-demo-'))
  env.POS_DATA_DIR = dataDir
  env.POS_PORT = String(await freePort())
  env.POS_NODE_PORT = String(await freePort())
})
afterAll(() => removeFolder(dataDir))

const demo = (settings: Record<string, string> = {}) =>
  promisify(execFile)('npm', ['run', '-s', 'demo'], { env: { ...env, ...settings } })

it.each(['fresh', 'used'])('the demo passes on a %s data directory', async () => {
  const { stdout } = await demo()
  expect(stdout).toContain('signed: sale.completed, order')
  expect(stdout).toMatch(/receipts A-\d and B-\d, sold at once/)
  expect(stdout).toMatch(/Z report \d+: A Barra 52\.20 as expected, B Terraza 52\.20/)
  expect(stdout).toContain("neither shop finds the other's order")
  expect(stdout).toContain('Every response matches the contract')
  expect(stdout).toMatch(/\nLook at the shop: \S+\/office.* as ana with the PIN 4321/)
  const pictures = stdout.match(/^ {2}\/.+\.png$/gm) ?? []
  // All fourteen papers, each its own
  expect(new Set(pictures).size).toBe(14)
  for (const picture of pictures) {
    expect((await stat(picture.trim())).size).toBeGreaterThan(5_000)
  }
})

it('the demo passes on a running system that serves one shop', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pos-demo-'))
  const { POS_PORT = '', POS_NODE_PORT = '' } = env
  const system = runSystem({ POS_PORT, POS_NODE_PORT, POS_DATA_DIR: folder })
  await system.url()
  const { stdout } = await demo({ POS_DATA_DIR: folder })
  expect(stdout).toContain('Using the system at')
  expect(stdout).not.toContain('The shop next door')
  expect(stdout).not.toContain('sent to another program')
  expect(stdout).toContain('Every response matches the contract')
  await system.stop()
  await removeFolder(folder)
})

it('the demo reports a wrong setting as npm start does', async () => {
  await expect(demo({ POS_PORT: 'abc' })).rejects.toMatchObject({
    code: 2,
    stderr: 'Wrong settings:\nPOS_PORT: must be a port, 0 to 65535\n',
  })
})
