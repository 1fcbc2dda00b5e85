import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaled } from '../support/scale.ts'
import { openPremises, type Premises } from '../tunnel/premises.ts'
import { framesOnRecord } from './frames-on-record.ts'

let premises: Premises
let shop: Premises['shop']
let node: Premises['node']
let agent: Premises['agent']
let watcher: Awaited<ReturnType<typeof shop.watch>>
beforeAll(async () => {
  premises = await openPremises()
  ;({ shop, node, agent } = premises)
})
afterAll(() => premises.close())

/** Creates and pays an invoice at the node; returns its payment hash. */
async function paid(externalId = '') {
  const form = {
    description: 'coffee',
    amountSat: '21',
    ...(externalId && { externalId }),
  }
  const { paymentHash } = (await node.ask('/createinvoice', form)) as {
    paymentHash: string
  }
  await node.pay({ paymentHash })
  return paymentHash
}

async function completedAt(paymentHash: string) {
  const payment = await node.ask(`/payments/incoming/${paymentHash}`)
  return (payment as { completedAt: number }).completedAt
}

const framesOf = (hashes: readonly string[]) =>
  watcher.frames.filter(({ paymentHash }) => hashes.includes(paymentHash))

/** Waits twice as long as the contract allows for a missed payment, for a busy machine. */
const published = (hashes: readonly string[]) =>
  expect
    .poll(() => new Set(framesOf(hashes).map(({ paymentHash }) => paymentHash)).size, {
      timeout: 120_000,
    })
    .toBe(hashes.length)

/** Gives a second frame time to arrive. */
async function eachOnce(hashes: readonly string[]) {
  await sleep(2_000)
  expect(framesOf(hashes)).toHaveLength(hashes.length)
  const recorded = await framesOnRecord()
  const found = recorded.filter(({ paymentHash = '' }) => hashes.includes(paymentHash))
  expect(found).toHaveLength(hashes.length)
}

const tensOfPayments = scaled(3, 50)

describe('payments without a webhook', () => {
  it(`are published like others: ${10 * tensOfPayments}, a third without webhook`, async () => {
    watcher = await shop.watch(await shop.admin())
    const hashes: string[] = []
    for (let tens = 0; tens < tensOfPayments; tens += 1) {
      await node.faults({ webhook: tens % 3 === 0 ? 'lost' : null })
      hashes.push(...(await Promise.all(Array.from({ length: 10 }, () => paid()))))
    }
    await node.clearFaults()
    await published(hashes)
    await eachOnce(hashes)
  }, 300_000)

  it('are found after restarts in any order', async () => {
    watcher = await shop.watch(await shop.admin())
    await node.faults({ webhook: 'lost' })
    await agent.kill()
    const whileAgentIsOff = await paid('order-7')
    await agent.start()
    await published([whileAgentIsOff])
    expect(framesOf([whileAgentIsOff])).toEqual([
      {
        type: 'payment_received',
        timestamp: await completedAt(whileAgentIsOff),
        amountSat: 21,
        paymentHash: whileAgentIsOff,
        externalId: 'order-7',
      },
    ])

    await node.kill()
    await node.start()
    await node.faults({ webhook: 'lost' })
    const afterNodeIsBack = await paid()
    await published([afterNodeIsBack])

    await agent.kill()
    const beforeBothAreOff = await paid()
    await node.kill()
    await agent.start()
    await sleep(500)
    await node.start()
    await published([beforeBothAreOff])
    await eachOnce([whileAgentIsOff, afterNodeIsBack, beforeBothAreOff])
  }, 300_000)
})
