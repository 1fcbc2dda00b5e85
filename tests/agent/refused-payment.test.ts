import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CloudRefused } from '../../print-agent/cloud.ts'
import { reconcilePayments } from '../../print-agent/payments/reconcile.ts'
import { nodePassword } from '../../print-agent/tunnel/requests.ts'
import type { ReceivedPayments } from '../../shared/agents/protocol/received-payment.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { startScriptedNode } from '../support/scripted-node.ts'

test('a payment that the cloud refuses does not hold back its batch', async () => {
  const node = await startScriptedNode()
  const stateDir = await mkdtemp(join(tmpdir(), 'pos-refused-'))
  const stop = new AbortController()
  node.answerWith(() => ({
    body: ['good', 'bad', 'better'].map((paymentHash, n) => ({
      type: 'incoming_payment',
      paymentHash,
      isPaid: true,
      receivedSat: 1,
      createdAt: 1,
      completedAt: Date.now() + n,
    })),
  }))
  const reported: string[] = []
  const cloud = {
    payments: ({ payments }: ReceivedPayments) => {
      const hashes = payments.map(({ paymentHash }) => paymentHash)
      if (hashes.includes('bad')) throw new CloudRefused('/agents/payments', 400)
      reported.push(...hashes)
      return Promise.resolve({})
    },
  }
  const { NODE_URL: url = '' } = process.env
  const password = nodePassword()
  expect(password.isRefused()).toBeUndefined()
  const running = reconcilePayments(
    { cloud, node: { url, password: '' }, password, stateDir },
    stop.signal,
  )
  onTestFinished(async () => {
    stop.abort()
    await running
    await node.close()
    await removeFolder(stateDir)
  })
  await expect.poll(() => reported).toEqual(['good', 'better'])
  expect(password.isRefused()).toBe(false)
})
