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

it('works as soon as a killed node has restarted', async () => {
  await node.kill()
  expect(await premises.invoice()).toMatchObject(unavailable)
  await node.start()
  expect(await premises.invoice()).toMatchObject({ status: 200 })
})
