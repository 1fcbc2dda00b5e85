import { afterAll, beforeAll, expect, it } from 'vitest'
import { sign } from '../../../shared/lightning/node/phoenixd/signature.ts'
import { insertPaymentEvent } from '../../../shared/lightning/payments-feed/payment-events.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { openShop, type Shop, webhookSecret } from '../../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  await shop.node.faults({ refuse: true })
})
afterAll(() => shop.close())

async function notify(fields: object) {
  const notification = { type: 'payment_received', amountSat: 21, ...fields }
  const raw = JSON.stringify(notification)
  const headers = { 'X-Node-Signature': sign(webhookSecret, raw) }
  return shop.anonymous().send('POST', '/webhook/node', raw, headers)
}

async function openWatcher() {
  const watcher = await shop.watch(await shop.admin())
  await watcher.until(({ type }) => type === 'connected')
  return watcher
}

it.each([
  ['letters', 'x', 1_000_000, 16_000],
  ['pizzas', '🍕', 240_000, 8_000],
  // JSON escapes each to six bytes, and a frame has 32 KB.
  ['control characters', '\u0001', 170_000, 5_438],
])(
  'a payment with a note of too many %s is fanned out, confirmed and replayed',
  async (_, one, many, kept) => {
    const [watcher, sinceMs, paymentHash] = [
      await openWatcher(),
      Date.now(),
      newPaymentHash(),
    ]
    const fields = { paymentHash, payerNote: one.repeat(many) }
    expect(await notify(fields)).toMatchObject({ status: 200, body: 'Ok' })
    await notify({ paymentHash: 'the next' })

    for (const asks of [false, true]) {
      const { socket, until } = asks ? await openWatcher() : watcher
      if (asks) socket.send(JSON.stringify({ action: 'replay', since: sinceMs }))
      const { payerNote } = await until((frame) => frame.paymentHash === paymentHash)
      expect(payerNote).toBe(one.repeat(kept))
      await until((frame) => frame.paymentHash === 'the next')
    }
    expect((await till.paymentStatus(paymentHash)).body).toEqual({ status: 'paid' })
  },
)

it('so is a payment whose texts are all too long', async () => {
  const [watcher, paymentHash] = [await openWatcher(), newPaymentHash()]
  const long = '\u0001'.repeat(30_000)
  const answer = await notify({
    paymentHash,
    externalId: long,
    payerKey: long,
    payerNote: long,
  })
  expect(answer.status).toBe(200)
  const frame = await watcher.until((sent) => sent.paymentHash === paymentHash)
  expect(frame).toMatchObject({ externalId: '\u0001'.repeat(1_000), amountSat: 21 })
})

it('a replay skips a recorded frame that is too large', async () => {
  const sinceMs = Date.now()
  const externalId = 'x'.repeat(40_000)
  await transact([insertPaymentEvent({ type: 'payment_received', externalId }, sinceMs)])
  await notify({ paymentHash: 'after it' })
  const watcher = await openWatcher()
  watcher.socket.send(JSON.stringify({ action: 'replay', since: sinceMs }))
  await watcher.until((frame) => frame.paymentHash === 'after it')
})
