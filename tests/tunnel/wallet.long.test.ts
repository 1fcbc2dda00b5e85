import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectNode } from '../../shared/agents/connect-node.ts'
import type { Client } from '../support/client.ts'
import { scaled } from '../support/scale.ts'
import { openPremises, type Premises, unavailable } from './premises.ts'

let premises: Premises
let node: Premises['node']
let agent: Premises['agent']
let wallet: Client
beforeAll(async () => {
  premises = await openPremises()
  ;({ node, agent, wallet } = premises)
})
afterAll(() => premises.close())

/** API Gateway times out after 30 s; the client then learns no outcome. */
const gatewayMs = 30_000

/** Invoices of one response, and what they come to. */
const megabytes = scaled(1, 3)
const made = 1_200 * megabytes

it(`transports responses of ${megabytes} megabytes`, async () => {
  for (let hundreds = 0; hundreds < made / 100; hundreds += 1) {
    await Promise.all(
      Array.from({ length: 100 }, () =>
        node.ask('/createinvoice', {
          description: 'y'.repeat(128),
          externalId: 'large',
        }),
      ),
    )
  }
  const inOne = { all: true, externalId: 'large', limit: made }
  const payments = await connectNode().incomingPayments(inOne)
  expect(JSON.stringify(payments).length).toBeGreaterThan(megabytes * 1_000_000)
  const { body } = await wallet.get('/wallet/payments/incoming?all=true&externalId=large')
  const hashes = body.map(({ paymentHash }: { paymentHash: string }) => paymentHash)
  expect(hashes).toHaveLength(made)
  expect(new Set(hashes).size).toBe(made)
})

it('reconnects after the agent was killed', async () => {
  await agent.kill()
  expect(await wallet.get('/wallet/getinfo')).toMatchObject(unavailable)
  await agent.start()
  expect(await wallet.get('/wallet/getinfo')).toMatchObject({ status: 200 })
})

it('creates an invoice again after the agent was killed while creating it', async () => {
  await node.faults({ slowMs: 1_000, path: '/createinvoice' })
  const startMs = performance.now()
  const interrupted = premises.invoice('interrupted').then((answer) => ({
    answer,
    tookMs: performance.now() - startMs,
  }))
  await sleep(300)
  await agent.kill()
  await agent.start()
  await node.clearFaults()
  expect(await premises.invoice('interrupted')).toMatchObject({ status: 200 })
  const { answer, tookMs } = await interrupted
  expect(answer).toMatchObject(unavailable)
  expect(tookMs).toBeLessThan(gatewayMs)
})

it('works as soon as a killed node has restarted', async () => {
  await node.kill()
  expect(await premises.invoice()).toMatchObject(unavailable)
  await node.start()
  expect(await premises.invoice()).toMatchObject({ status: 200 })
})
