import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import { openShop, type Shop, webhookSecret } from '../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../support/till.ts'
import { framesOnRecord } from './frames-on-record.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

async function invoiced(): Promise<string> {
  const input = { description: 'coffee', amountSat: 1_000 }
  return (await till.admin.post('/wallet/createinvoice', input)).body.paymentHash
}

const sellOnce = async (paymentHash: string) => {
  const coffee = await till.createProduct(1)
  const cart = till.cart(coffee, 1, { paymentHash, satoshiAmount: 1_000 })
  return Promise.all([till.checkoutIfPaid(cart), till.checkoutIfPaid(cart)])
}

describe('a webhook call', () => {
  it('that comes twice is fanned out twice and sells once', async () => {
    const watcher = await shop.watch(await shop.admin())
    const paymentHash = await invoiced()
    await shop.node.faults({ webhook: 'doubled' })
    await shop.node.pay({ paymentHash })
    const ofIt = () => watcher.frames.filter((frame) => frame.paymentHash === paymentHash)
    // A frame that takes long is sent again
    await expect.poll(() => ofIt().length).toBeGreaterThanOrEqual(2)
    const [first, second] = await sellOnce(paymentHash)
    expect(first).toMatchObject({ status: 200 })
    expect(second).toMatchObject({ status: 200, body: first?.body })
  })

  it('that is late finds the sale already made', async () => {
    const watcher = await shop.watch(await shop.admin())
    const paymentHash = await invoiced()
    await shop.node.faults({ webhook: 'late', webhookDelayMs: 700 })
    await shop.node.pay({ paymentHash })
    const [sold] = await sellOnce(paymentHash)
    expect(sold).toMatchObject({ status: 200 })
    await watcher.until((frame) => frame.paymentHash === paymentHash)
    expect(await till.paymentStatus(paymentHash)).toMatchObject({ body: sold?.body })
  })

  it('that arrives out of order is fanned out as it arrives', async () => {
    const watcher = await shop.watch(await shop.admin())
    const [earlier, later] = [await invoiced(), await invoiced()]
    await shop.node.faults({ webhook: 'reordered' })
    await shop.node.pay({ paymentHash: earlier })
    await shop.node.pay({ paymentHash: later })
    await watcher.until((frame) => frame.paymentHash === earlier)
    const order = watcher.frames.flatMap(({ paymentHash }) => paymentHash ?? [])
    expect([...new Set(order)]).toEqual([later, earlier])
    for (const paymentHash of [earlier, later]) {
      expect((await sellOnce(paymentHash))[0]).toMatchObject({ status: 200 })
    }
  })

  it('that is lost leaves the payment to be confirmed by the node', async () => {
    const paymentHash = await invoiced()
    await shop.node.faults({ webhook: 'lost' })
    await shop.node.pay({ paymentHash })
    expect((await sellOnce(paymentHash))[0]).toMatchObject({ status: 200 })
  })
})

describe('a notification with an invalid signature', () => {
  const raw = JSON.stringify({
    type: 'payment_received',
    amountSat: 1_000,
    payerNote: 'café',
    paymentHash: newPaymentHash(),
  })
  const signature = sign(webhookSecret, raw)
  const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    shop
      .anonymous()
      .send('POST', '/webhook/node', body, { 'X-Node-Signature': signature, ...headers })

  it.each<[string, string | Uint8Array, Record<string, string>]>([
    ['forged', raw, { 'X-Node-Signature': sign('another secret', raw) }],
    ['signed for another body', raw.replace('1000', '9000'), {}],
    ['cut short', raw.slice(0, -1), {}],
    ['lengthened', `${raw} `, {}],
    ['empty', '', {}],
    ['with different spacing', JSON.stringify(JSON.parse(raw), null, 1), {}],
    ['with different escapes', raw.replace('é', '\\u00e9'), {}],
    ['in another encoding', Buffer.from(raw, 'latin1'), {}],
    ['in UTF-16', Buffer.from(raw, 'utf16le'), {}],
    ['with a byte order mark', `\uFEFF${raw}`, {}],
    ['compressed', gzipSync(raw), { 'content-encoding': 'gzip' }],
  ])('%s, is rejected and leaves no record', async (_, body, headers) => {
    const before = await framesOnRecord()
    expect(await post(body, headers)).toMatchObject({
      status: 401,
      body: 'Invalid signature',
    })
    await sleep(20)
    expect(await framesOnRecord()).toEqual(before)
  })

  it('is accepted with the body that was signed', async () => {
    expect(await post(raw)).toMatchObject({ status: 200, body: 'Ok' })
  })
})
