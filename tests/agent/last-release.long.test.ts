import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { runSystem } from '../local/running-system.ts'
import { Client } from '../support/client.ts'
import { elements, ticketData } from '../support/printing.ts'
import { openShop, owner, webhookSecret } from '../support/shop.ts'
import { openWallet } from '../support/wallet-client.ts'
import { startNode, startOnSiteAgent } from '../tunnel/on-site.ts'
import { temporaryFolder } from './agent-process.ts'
import { hasLastRelease, openLastRelease, replaceAgent } from './last-release.ts'

vi.setConfig({ testTimeout: 180_000 })
const soon = { timeout: 60_000, interval: 100 }

/** Prints a ticket and asks the node for an invoice, and returns the printed bytes. */
async function printAndTunnel(wallet: Client, printedDir: string): Promise<Buffer> {
  await vi.waitFor(async () => {
    const { body } = await wallet.get('/printers/available')
    expect(body).toContain('customer')
  }, soon)
  await wallet.post('/templates', { name: 'Bill', elements })
  const printer = {
    printerType: 'KITCHEN',
    printerName: 'customer',
    templateName: 'Bill',
    isDefault: true,
  }
  expect(await wallet.post('/printers/configs', printer)).toMatchObject({ status: 201 })
  const print = { printerType: 'KITCHEN', ticketData }
  expect(await wallet.post('/printers/print', print)).toMatchObject({ status: 200 })
  const name = await vi.waitFor(async () => {
    const [bytes] = (await readdir(printedDir)).filter((each) => each.endsWith('.bin'))
    if (bytes === undefined) throw new Error('nothing is printed')
    return bytes
  }, soon)

  const invoice = { description: 'Coffee', amountSat: 21, externalId: 'order-1' }
  await vi.waitFor(async () => {
    const { body } = await wallet.post('/wallet/createinvoice', invoice)
    expect(body).toMatchObject({ amountSat: 21, paymentHash: expect.any(String) })
  }, soon)
  return readFile(join(printedDir, name))
}

describe.skipIf(!hasLastRelease)('agents and clouds of two releases', () => {
  test("the last release's agent prints and tunnels in this cloud", async () => {
    const shop = await openShop()
    onTestFinished(() => shop.close())
    const wallet = await openWallet(shop)
    const premises = {
      url: shop.url,
      dataDir: shop.dataDir,
      admin: wallet,
      webhookSecret,
    }
    const node = await startNode(premises)
    onTestFinished(() => node.kill())
    const program = join(await openLastRelease(), 'print-agent/main.ts')
    const agent = await startOnSiteAgent(premises, node, { program })
    onTestFinished(async () => {
      await agent.stop()
    })

    const bytes = await printAndTunnel(wallet, join(shop.dataDir, 'printed'))
    expect(bytes.toString('latin1')).toContain('Coffee')
    const [listed] = (await wallet.get('/agents')).body
    expect(listed).toMatchObject({
      version: '0.2.0',
      currentVersion: packageJson.version,
      tunnelConnected: true,
    })
  })

  test("this agent prints and tunnels in the last release's cloud", async () => {
    const release = await openLastRelease()
    replaceAgent(release)
    const dataDir = await temporaryFolder()
    const system = runSystem({ POS_DATA_DIR: dataDir, POS_AGENT_STATUS_PORT: '0' }, [
      process.execPath,
      join(release, 'infra/local/main.ts'),
    ])
    const wallet = new Client(await system.url())
    await wallet.post('/initial-setup', {
      businessType: 'store',
      businessName: 'Corner Shop',
      businessCurrency: 'USD',
      userName: owner.name,
      userPassword: owner.password,
      userPin: owner.pin,
    })
    await wallet.post('/auth/login', { name: owner.name, pin: owner.pin })
    await wallet.post('/wallet/auth', { password: owner.password })

    const bytes = await printAndTunnel(wallet, join(dataDir, 'printed'))
    expect(bytes.toString('latin1')).toContain('Coffee')
    expect(await system.stop()).toMatchObject({ code: 0 })
  })
})
