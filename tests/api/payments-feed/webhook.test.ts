import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sign } from '../../../shared/lightning/node/phoenixd/signature.ts'
import { readPaymentHash } from '../../../shared/selling/sales/payment-hashes.ts'
import { openShop, type Shop, webhookSecret } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const received = (paymentHash: string) => ({
  type: 'payment_received',
  timestamp: 1_700_000_000_000,
  amountSat: 21,
  paymentHash,
})

/** Sends a body as the node does, signed with the shop's secret by default. */
const notify = (
  body: unknown,
  headers?: Record<string, string>,
  path = '/webhook/node',
) => {
  const raw = typeof body === 'string' ? body : JSON.stringify(body)
  return shop
    .anonymous()
    .send('POST', path, raw, headers ?? { 'X-Node-Signature': sign(webhookSecret, raw) })
}

describe('the signature', () => {
  it.each(['/webhook/node', '/webhook/phoenixd'])('is accepted on %s', async (path) => {
    const hash = path.replaceAll('/', '')
    const answer = await notify(received(hash), undefined, path)
    expect(answer).toMatchObject({ status: 200, body: 'Ok' })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect((await readPaymentHash(hash)).notification).toBeDefined()
  })

  it.each([
    ['X-Node-Signature', (hex: string) => hex],
    ['x-node-signature', (hex: string) => hex.toUpperCase()],
    ['X-PHOENIX-SIGNATURE', (hex: string) => hex],
  ])('may be in the header %s and in either case', async (header, written) => {
    const raw = JSON.stringify(received('aa02'))
    const answer = await notify(raw, { [header]: written(sign(webhookSecret, raw)) })
    expect(answer).toMatchObject({ status: 200, body: 'Ok' })
  })

  it('covers the exact bytes of the body', async () => {
    const raw = '{ "type":"payment_received",\n"payerNote":"café ☕",  "amountSat": 1 }'
    expect(await notify(raw)).toMatchObject({ status: 200, body: 'Ok' })
    const respaced = JSON.stringify(JSON.parse(raw))
    expect(
      await notify(respaced, { 'X-Node-Signature': sign(webhookSecret, raw) }),
    ).toMatchObject({ status: 401, body: 'Invalid signature' })
  })

  it.each([[{}], [{ 'X-Node-Signature': '' }], [{ 'X-Phoenix-Signature': '   ' }]])(
    'is missing in %j',
    async (headers) => {
      expect(
        await notify(received('aa03'), headers as Record<string, string>),
      ).toMatchObject({ status: 401, body: 'Missing X-Node-Signature header' })
    },
  )

  it.each(['00', 'zz', 'abc', 'f'.repeat(64), 'f'.repeat(63), 'not hex at all'])(
    'is rejected when it is %s',
    async (signature) => {
      expect(
        await notify(received('aa04'), { 'X-Node-Signature': signature }),
      ).toMatchObject({ status: 401, body: 'Invalid signature' })
    },
  )

  it('is checked before the payload, and its header first', async () => {
    expect(await notify('no json', {})).toMatchObject({
      status: 401,
      body: 'Missing X-Node-Signature header',
    })
    expect(await notify('no json', { 'X-Node-Signature': '00' })).toMatchObject({
      status: 401,
      body: 'Invalid signature',
    })
    expect(await notify('no json')).toMatchObject({
      status: 400,
      body: 'Invalid payload',
    })
  })
})

describe('the payload', () => {
  it.each([
    [{}],
    [[]],
    [null],
    ['text'],
    [{ type: 7 }],
    [{ type: null }],
    [{ type: 'payment_received', amountSat: '21' }],
    [{ type: 'payment_received', amountSat: 1.5 }],
    [{ type: 'payment_received', amountSat: 0 }],
    [{ type: 'payment_received', amountSat: -5 }],
    [{ type: 'anything_else', amountSat: -1 }],
    [{ type: 'payment_received', timestamp: 'now' }],
    [{ type: 'payment_received', paymentHash: 5 }],
    [{ type: 'payment_received', externalId: {} }],
  ])('%j is malformed', async (body) => {
    const raw = JSON.stringify(body)
    expect(await notify(raw)).toMatchObject({ status: 400, body: 'Invalid payload' })
  })

  it.each([
    [{ type: 'payment_received' }],
    [{ type: 'anything_else', unknown: [1] }],
    [{ type: 'payment_received', externalId: null, payerKey: null, amountSat: null }],
    [{ type: 'payment_received', paymentHash: '\ud800', payerNote: '\udfff' }],
    [{ type: 'payment_received', paymentHash: 'x'.repeat(5000) }],
    [{ type: '', payerNote: '' }],
    [{ type: 'payment_received', paymentHash: '  ' }],
  ])('%j is well-formed', async (body) => {
    expect(await notify(JSON.stringify(body))).toMatchObject({ status: 200, body: 'Ok' })
  })
})

describe('the record of a notification', () => {
  it('is found by its payment hash in any case and padding', async () => {
    await notify(received(' BEEF01\n'))
    const { notification } = await readPaymentHash('beef01')
    expect(notification).toMatchObject({ amountSat: 21 })
  })

  it('is not written when less than a satoshi was received', async () => {
    const raw = JSON.stringify({ ...received('beef00'), amountSat: -5 })
    expect(await notify(raw)).toMatchObject({ status: 400, body: 'Invalid payload' })
    expect((await readPaymentHash('beef00')).notification).toBeUndefined()
  })

  it('is not written for a blank hash', async () => {
    await notify(received(' '))
    expect((await readPaymentHash('')).notification).toBeUndefined()
  })

  it('is not written for a notification of another type', async () => {
    await notify({ ...received('beef04'), type: 'payment_sent' })
    expect((await readPaymentHash('beef04')).notification).toBeUndefined()
  })

  it('is not written when the signature is wrong', async () => {
    await notify(received('beef02'), { 'X-Node-Signature': 'ab'.repeat(32) })
    expect((await readPaymentHash('beef02')).notification).toBeUndefined()
  })

  it('is written for each delivery: an Idempotency-Key is ignored', async () => {
    const raw = JSON.stringify(received('beef03'))
    const headers = {
      'X-Node-Signature': sign(webhookSecret, raw),
      'Idempotency-Key': 'one',
    }
    const watcher = await shop.watch(await shop.admin())
    await watcher.until(({ type }) => type === 'connected')
    expect(await notify(raw, headers)).toMatchObject({ status: 200 })
    expect(await notify(raw, headers)).toMatchObject({ status: 200 })
    const isIt = ({ paymentHash }: { paymentHash?: string }) => paymentHash === 'beef03'
    await watcher.until(() => watcher.frames.filter(isIt).length >= 2)
  })
})
