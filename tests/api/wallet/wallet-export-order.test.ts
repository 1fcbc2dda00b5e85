import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { type ScriptedNode, startScriptedNode } from '../../support/scripted-node.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openWallet } from '../../support/wallet-client.ts'

let shop: Shop
let node: ScriptedNode
let wallet: Client
beforeAll(async () => {
  node = await startScriptedNode()
  shop = await openShop()
  wallet = await openWallet(shop)
})
afterAll(async () => {
  await shop.close()
  await node.close()
})

const now = Date.UTC(2026, 10, 21, 10)

const received = (name: string, completedAt: number) => ({
  type: 'incoming_payment',
  subType: 'lightning',
  paymentHash: name,
  isPaid: true,
  receivedSat: 1,
  fees: 0,
  completedAt,
  createdAt: completedAt,
})

const sent = (name: string, completedAt: number) => ({
  type: 'outgoing_payment',
  subType: 'lightning',
  paymentId: name,
  isPaid: true,
  sent: 1,
  fees: 0,
  completedAt,
  createdAt: completedAt,
})

it('exports payments of the same millisecond in the order of the node, oldest first', async () => {
  // As phoenixd: received ones newest first, sent ones oldest first
  const lists: Record<string, object[]> = {
    '/payments/incoming': [
      received('latest', now + 1),
      received('third', now),
      received('second', now),
      received('first', now),
      received('earliest', now - 1),
    ],
    '/payments/outgoing': [sent('sent first', now), sent('sent second', now)],
  }
  node.answerWith(({ path }) => ({ body: lists[path] }))
  const { status, body } = await wallet.post('/wallet/export', {})
  expect(status).toBe(200)
  const rows: string[] = body.trimEnd().split('\r\n').slice(1)
  expect(rows.map((row) => row.split(',')[1])).toEqual([
    'earliest',
    'sent first',
    'sent second',
    'first',
    'second',
    'third',
    'latest',
  ])
})
