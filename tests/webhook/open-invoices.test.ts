import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler as lookUp } from '../../functions/refunds/handler.ts'
import { secondsUntilLook } from '../../shared/agents/make-invoice.ts'
import { eventually } from '../support/eventually.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'
import { framesOnRecord } from './frames-on-record.ts'

describe('an open invoice of a node that is called directly', () => {
  let shop: Shop
  let till: Till
  beforeAll(async () => {
    shop = await openShop({ node: 'direct', looksUpInvoices: true })
    till = await openTill(shop)
  })
  afterAll(() => shop.close())

  const published = async (hash: string) =>
    (await framesOnRecord()).filter(({ paymentHash }) => paymentHash === hash)

  const newInvoice = async (expirySeconds = 600) => {
    const input = { description: 'Tea', amountSat: 700, expirySeconds }
    return (await till.admin.post('/wallet/createinvoice', input)).body
  }

  it('is looked up, so that a payment without a webhook is published once', async () => {
    await shop.node.faults({ webhook: 'lost' })
    const { serialized, paymentHash } = await newInvoice()
    // At the first look it is still open
    const other = await newInvoice()
    await shop.node.pay({ invoice: serialized })
    await eventually(async () =>
      expect(await published(paymentHash)).toMatchObject([{ amountSat: 700 }]),
    )
    await shop.node.pay({ invoice: other.serialized })
    await eventually(async () =>
      expect(await published(other.paymentHash)).toHaveLength(1),
    )
    expect(await published(paymentHash)).toHaveLength(1)
  })

  it('is looked up again after a look at which the node was away', async () => {
    const { serialized, paymentHash } = await newInvoice()
    await shop.node.pay({ invoice: serialized })
    await shop.node.faults({ refuse: true })
    const lookup = {
      paymentHash,
      madeAtMs: Date.now() - 55_000,
      endsAtMs: Date.now() + 60_000,
    }
    const message = (body: string) => ({ messageId: body, body })
    const Records = [message(JSON.stringify(lookup)), message('{}')]
    // Unreadable messages come again, and are given up with the queue's time
    expect(await lookUp({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: '{}' }],
    })
    expect(await published(paymentHash)).toEqual([])
    await shop.node.faults({ refuse: null })
    await eventually(async () => expect(await published(paymentHash)).toHaveLength(1))
  })
})

describe('the times at which an invoice is looked up', () => {
  const looksOf = (openMs: number) => {
    const lookup = { paymentHash: '', madeAtMs: 1_000, endsAtMs: 1_000 + openMs }
    const looks: number[] = []
    for (let nowMs = 1_000; ; ) {
      const seconds = secondsUntilLook(lookup, nowMs)
      if (seconds === undefined) return looks
      // A message comes a little before or after its time
      nowMs += seconds * 1_000 + (looks.length % 2 === 0 ? 80 : -80)
      looks.push(Math.round((nowMs - 1_000) / 1_000))
    }
  }

  it('are every 10 s at most in the first minute, then each minute, and its end', () => {
    expect(looksOf(250_000)).toEqual([5, 10, 20, 30, 40, 50, 60, 120, 180, 240, 250])
    expect(looksOf(3_000)).toEqual([3])
    expect(looksOf(3_600_000)).toHaveLength(7 + 59)
  })
})
