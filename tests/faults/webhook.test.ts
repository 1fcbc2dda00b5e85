import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import { openShop, type Shop, webhookSecret } from '../support/shop.ts'
import { conflict, lostReply, lostRequest, throttle } from './fault.ts'
import { type Call, type FaultProxy, startFaultProxy, withoutRetries } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await shop.close()
  proxy.close()
})

function notify(paymentHash: string) {
  const raw = JSON.stringify({ type: 'payment_received', paymentHash, amountSat: 1 })
  const headers = { 'X-Node-Signature': sign(webhookSecret, raw) }
  return shop.anonymous().send('POST', '/webhook/node', raw, headers)
}

async function openWatcher() {
  const watcher = await shop.watch(await shop.admin())
  await watcher.until(({ type }) => type === 'connected')
  return watcher
}

describe('a notification', () => {
  it('costs one write beside the rate, and one query for any number of watchers', async () => {
    const watchers = await Promise.all(Array.from({ length: 5 }, openWatcher))
    // After its first frame each welcome reads its watcher once more
    const isLastOfWelcome = ({ operation, request }: Call) =>
      operation === 'GetItem' &&
      (request.Key as { pk: { S: string } }).pk.S === 'WATCHERS'
    await expect
      .poll(() => withoutRetries(proxy.calls()).filter(isLastOfWelcome))
      .toHaveLength(watchers.length)
    proxy.reset()
    expect((await notify('counted')).status).toBe(200)
    await Promise.all(
      watchers.map((each) => each.until(({ paymentHash }) => paymentHash === 'counted')),
    )
    const operations = withoutRetries(proxy.calls()).map(({ operation }) => operation)
    // The first ones are sent together, and the last ones by two functions
    expect([
      operations.slice(0, 3).toSorted(),
      operations[3],
      operations.slice(4).toSorted(),
    ]).toEqual([
      // Reads the payment's records, and its fee
      ['BatchGetItem', 'Query', 'Query'],
      'TransactWriteItems',
      // The record of a table's code, if the payment has one; the watchers
      ['GetItem', 'Query'],
    ])
  })

  it.each([
    ['conflict', conflict],
    ['throttle', throttle],
    ['lost request', lostRequest],
    ['lost reply', lostReply],
  ])('is fanned out and recorded once despite a %s', async (name, fault) => {
    const watcher = await openWatcher()
    const sinceMs = Date.now()
    proxy.inject({ operation: 'TransactWriteItems', times: 2, fault })
    expect(await notify(`despite a ${name}`)).toMatchObject({ status: 200, body: 'Ok' })
    const isIt = ({ paymentHash }: { paymentHash?: string }) =>
      paymentHash === `despite a ${name}`
    await watcher.until(isIt)
    watcher.socket.send(JSON.stringify({ action: 'replay', since: sinceMs }))
    await watcher.until(() => watcher.frames.filter(isIt).length === 2)
    await notify('the end')
    await watcher.until(({ paymentHash }) => paymentHash === 'the end')
    expect(watcher.frames.filter(isIt)).toHaveLength(2)
  })
})
