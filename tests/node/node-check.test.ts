import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { compareNode } from '../../infra/operate/node-rows.ts'
import { limitedPassword, password, shopNode } from './shop-node.ts'

test('the simulated node answers as phoenixd does', async () => {
  const { url, client, simulate } = await shopNode()
  const { serialized } = await client.createInvoice({ description: '', amountSat: 1 })
  await simulate('pay', { invoice: serialized })
  expect(await compareNode(url, password)).toEqual({ differences: [], mayPay: true })
  expect(await compareNode(url, limitedPassword)).toEqual({
    differences: [],
    mayPay: false,
  })
})

test('says what a node answers otherwise', async () => {
  const { url, simulate } = await shopNode()
  await simulate('faults', { wrongJson: true, path: '/getbalance' })
  const { differences } = await compareNode(url, password)
  expect(differences).toEqual(['GET /getbalance: leaves out balanceSat, feeCreditSat'])
})

test('npm run node-check says what the owner must know', async () => {
  const { url, simulate } = await shopNode()
  await simulate('faults', { peer: 'Offline' })
  const { stdout } = await promisify(execFile)(process.execPath, [
    'infra/operate/node-check.ts',
    url,
    '--password',
    limitedPassword,
  ])
  expect(stdout).toContain('phoenixd 0.8.0-simulated on testnet3')
  expect(stdout).toContain('channel Offline(Normal): invoices cannot be paid now')
  expect(stdout).toContain('limited password: sells, but pays nothing out')
  expect(stdout).toContain('answers as phoenixd 0.8.0')
})
