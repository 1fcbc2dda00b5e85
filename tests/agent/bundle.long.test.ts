import { readdir, readFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bundleAgent } from '../../infra/agent-package/bundle.ts'
import { receiptBytes } from '../../shared/paper/layout/render.ts'
import { printEscPos } from '../support/printers/escpos-printer.ts'
import { startAgent, temporaryFolder } from './agent-process.ts'
import { createPrintJob } from './print-jobs.ts'
import { openShop } from './shop.ts'

const soon = { timeout: 60_000, interval: 20 }

test('the bundled agent needs only its folder to print bytes and pictures', async () => {
  const folder = await temporaryFolder()
  bundleAgent(folder)
  expect((await readdir(folder)).sort()).toEqual([
    'DejaVuSansMono-Bold.ttf',
    'DejaVuSansMono.ttf',
    'agent.cjs',
    'index_bg.wasm',
    'unifont-license.txt',
    'unifont.bin',
  ])

  const { cloud, kitchen, config, stateDir } = await openShop()
  const [receipt, picture] = [createPrintJob('kitchen'), createPrintJob('customer')]
  for (const { ticket } of [receipt, picture]) ticket.tableName = 'テーブル 4'
  for (const job of [receipt, picture]) await cloud.enqueue(job)
  const agent = await startAgent(config, [], `${folder}/agent.cjs`)
  onTestFinished(async () => {
    await agent.end('SIGKILL')
  })
  for (const { id } of [receipt, picture]) {
    await vi.waitFor(() => expect(cloud.statesOf(id)).toEqual(['printed']), soon)
  }
  const bytes = await receiptBytes(receipt)
  expect(kitchen.receipts).toEqual([Buffer.from(bytes)])
  expect(printEscPos(bytes)).toContainEqual(expect.objectContaining({ kind: 'picture' }))
  const [name] = (await readdir(`${stateDir}/printed`)).filter((each) =>
    each.endsWith('png'),
  )
  const png = await readFile(`${stateDir}/printed/${name}`)
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
})
