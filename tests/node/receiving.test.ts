import { createHash } from 'node:crypto'
import * as bolt11 from 'bolt11'
import { expect, test } from 'vitest'
import { decodeInvoice } from '../../shared/lightning/node/invoice.ts'
import { verify } from '../../shared/lightning/node/phoenixd/signature.ts'
import { limitedPassword, shopNode, webhookReceiver, webhookSecret } from './shop-node.ts'

test('createinvoice returns a valid BOLT11 invoice, and the payment can be read', async () => {
  const { call, clock } = await shopNode()
  const input = { description: 'Two teas', amountSat: '2500', externalId: 'order-1' }
  const { status, body } = await call('/createinvoice', input)
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual(['amountSat', 'paymentHash', 'serialized'])
  expect(decodeInvoice(body.serialized)).toEqual({
    amountSat: 2_500,
    description: 'Two teas',
    paymentHash: body.paymentHash,
  })

  const { body: payment } = await call(`/payments/incoming/${body.paymentHash}`)
  expect(payment).toEqual({
    type: 'incoming_payment',
    subType: 'lightning',
    paymentHash: body.paymentHash,
    preimage: expect.stringMatching(/^[0-9a-f]{64}$/),
    externalId: 'order-1',
    description: 'Two teas',
    invoice: body.serialized,
    isPaid: false,
    isExpired: false,
    requestedSat: 2_500,
    receivedSat: 0,
    fees: 0,
    expiresAt: clock.ms + 86_400_000,
    createdAt: clock.ms,
  })
  const preimage = Buffer.from(payment.preimage, 'hex')
  expect(createHash('sha256').update(preimage).digest('hex')).toBe(body.paymentHash)
})

test('an invoice without an amount can be paid with any amount', async () => {
  const { call, simulate } = await shopNode()
  const { body } = await call('/createinvoice', { description: '' })
  expect(Object.keys(body).sort()).toEqual(['paymentHash', 'serialized'])
  expect((await simulate('pay', { invoice: body.serialized })).status).toBe(400)
  const paid = await simulate('pay', { invoice: body.serialized, amountSat: 77 })
  expect(paid.body).toMatchObject({ receivedSat: 77 })
  const { body: payment } = await call(`/payments/incoming/${body.paymentHash}`)
  expect(payment).toMatchObject({ isPaid: true, receivedSat: 77 })
  expect(payment).not.toHaveProperty('requestedSat')
})

test('a signed invoice has the hash of its description in place of the text', async () => {
  const { client, simulate } = await shopNode()
  const metadata = '[["text/plain","Crème brûlée"]]'
  const descriptionHash = createHash('sha256').update(metadata).digest('hex')
  const terms = { descriptionHash, amountSat: 5, expirySeconds: 60 }
  const { serialized, paymentHash } = await client.createInvoice(terms)
  const { nodeId } = await client.getInfo()
  // Decoding checks the signature
  const { payeeNodeKey, tagsObject } = bolt11.decode(serialized)
  expect(payeeNodeKey).toBe(nodeId)
  expect(tagsObject).toMatchObject({ purpose_commit_hash: descriptionHash })
  expect(tagsObject).not.toHaveProperty('description')
  expect(decodeInvoice(serialized)).toEqual({
    amountSat: 5,
    description: null,
    paymentHash,
  })
  expect((await simulate('pay', { invoice: serialized })).status).toBe(200)
  expect(await client.incomingPayment(paymentHash)).toMatchObject({
    description: null,
    isPaid: true,
  })
})

test.each([
  ['no description', {}, 'Must provide either a description or descriptionHash'],
  [
    'both descriptions',
    { description: 'x', descriptionHash: 'ab'.repeat(32) },
    'Must provide either a description or descriptionHash',
  ],
  ['a malformed hash', { descriptionHash: 'xy' }, /descriptionHash couldn't be parsed/],
  ['129 characters', { description: 'a'.repeat(129) }, /too long \(max 128 characters\)/],
  [
    'an amount that is not a number',
    { description: '', amountSat: 'ten' },
    /amountSat couldn't be parsed/,
  ],
  [
    'an expiry below 1',
    { description: '', expirySeconds: '-1' },
    /expirySeconds couldn't be parsed/,
  ],
])('createinvoice rejects %s', async (_case, form, text) => {
  const { call } = await shopNode()
  const { status, body } = await call('/createinvoice', form)
  expect(status).toBe(400)
  expect(body).toMatch(text)
})

test('a payment sends one signed webhook, with payment hash and externalId', async () => {
  const { call, simulate, webhook, clock } = await shopNode()
  const input = { description: 'x', amountSat: '100', externalId: 'order-é' }
  const { body: invoice } = await call('/createinvoice', input)
  clock.ms += 5_000
  const paid = await simulate('pay', { paymentHash: invoice.paymentHash })
  expect(paid).toEqual({
    status: 200,
    body: {
      paymentHash: invoice.paymentHash,
      receivedSat: 100,
      completedAt: clock.ms,
      webhook: { outcome: 'sent', answers: [{ url: webhook.url, status: 200 }] },
    },
  })

  expect(webhook.received).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = webhook.received
  expect(verify(webhookSecret, body, String(headers['x-phoenix-signature']))).toBe(true)
  const notification = {
    type: 'payment_received',
    timestamp: clock.ms,
    amountSat: 100,
    paymentHash: invoice.paymentHash,
    externalId: 'order-é',
    payerNote: null,
    payerKey: null,
  }
  expect(body.toString()).toBe(JSON.stringify(notification, null, 4))
})

test("the invoice's own webhook is called too", async () => {
  const { call, simulate, webhook } = await shopNode()
  const own = await webhookReceiver()
  const form = { description: 'x', amountSat: '1', webhookUrl: own.url }
  const { body: invoice } = await call('/createinvoice', form)
  await simulate('pay', { invoice: invoice.serialized.toUpperCase() })
  expect(own.received).toHaveLength(1)
  expect(own.received[0]?.body).toEqual(webhook.received[0]?.body)
})

test('accepts more than the requested amount, and rejects less', async () => {
  const { call, simulate } = await shopNode()
  const form = { description: 'x', amountSat: '100' }
  const { body: invoice } = await call('/createinvoice', form)
  const pay = (amountSat: number) =>
    simulate('pay', { invoice: invoice.serialized, amountSat })
  expect((await pay(99)).status).toBe(400)
  expect((await pay(150)).body).toMatchObject({ receivedSat: 150 })
  const { body: payment } = await call(`/payments/incoming/${invoice.paymentHash}`)
  expect(payment).toMatchObject({ requestedSat: 100, receivedSat: 150, isPaid: true })
})

test('an invoice can be paid only once', async () => {
  const { call, simulate, webhook } = await shopNode()
  const form = { description: 'x', amountSat: '100' }
  const { body: invoice } = await call('/createinvoice', form)
  const payments = await Promise.all(
    [1, 2, 3].map(() => simulate('pay', { invoice: invoice.serialized })),
  )
  expect(payments.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409,
  ])
  expect(webhook.received).toHaveLength(1)
})

test('an expired invoice cannot be paid', async () => {
  const { call, simulate, clock, webhook } = await shopNode()
  const form = { description: 'x', amountSat: '1', expirySeconds: '60' }
  const { body: invoice } = await call('/createinvoice', form)
  clock.ms += 60_000
  const late = await simulate('pay', { invoice: invoice.serialized })
  expect(late).toEqual({ status: 410, body: { message: 'invoice has expired' } })
  const { body: payment } = await call(`/payments/incoming/${invoice.paymentHash}`)
  expect(payment).toMatchObject({ isPaid: false, isExpired: true })
  expect(payment).not.toHaveProperty('completedAt')
  expect(webhook.received).toHaveLength(0)
})

test.each([
  ['an unknown invoice', { invoice: 'lntb1nobody' }, 404],
  ['an unknown payment hash', { paymentHash: 'ab'.repeat(32) }, 404],
  ['an unknown offer', { offer: 'lno1nobody', amountSat: 1 }, 404],
  ['nothing', {}, 400],
  ['a broken amount', { invoice: 'lntb1', amountSat: 1.5 }, 400],
])('a customer cannot pay %s', async (_case, payment, status) => {
  const { simulate } = await shopNode()
  const answer = await simulate('pay', payment)
  expect(answer).toEqual({ status, body: { message: expect.any(String) } })
})

test('offers can be paid several times, and the payer key is reported', async () => {
  const { call, simulate, webhook } = await shopNode()
  const { body: offer } = await call('/createoffer', {
    description: 'Tips',
    amountSat: '21',
  })
  expect(offer).toMatch(/^lno1[02-9ac-hj-np-z]+$/)
  await simulate('pay', { offer, payerNote: 'thanks' })
  await simulate('pay', { offer, amountSat: 50 })

  const notifications = webhook.received.map(({ body }) => JSON.parse(body.toString()))
  expect(notifications).toEqual([
    expect.objectContaining({
      amountSat: 21,
      payerNote: 'thanks',
      payerKey: expect.any(String),
    }),
    expect.objectContaining({ amountSat: 50, payerKey: expect.any(String) }),
  ])
  const { body: payments } = await call('/payments/incoming')
  expect(payments).toHaveLength(2)
  expect(payments[0]).toMatchObject({ payerKey: notifications[1].payerKey })
  expect(payments[1]).toMatchObject({ payerNote: 'thanks', receivedSat: 21 })
  for (const key of ['description', 'requestedSat', 'invoice', 'expiresAt']) {
    expect(payments[1]).not.toHaveProperty(key)
  }
})

test('a liquidity fee is taken from what is received, and listed beside it', async () => {
  const { call, client, simulate, webhook } = await shopNode()
  const before = await client.getBalance()
  const invoice = await client.createInvoice({ description: '', amountSat: 31_250 })
  await simulate('faults', { liquidityFeeSat: 22_339 })
  await simulate('pay', { invoice: invoice.serialized })
  const { body: received } = await call(`/payments/incoming/${invoice.paymentHash}`)
  expect(received).toMatchObject({
    requestedSat: 31_250,
    receivedSat: 8_911,
    fees: 22_339_000,
    isPaid: true,
  })
  expect(JSON.parse(String(webhook.received[0]?.body))).toMatchObject({
    amountSat: 8_911,
  })
  expect((await call('/payments/outgoing')).body).toMatchObject([
    { subType: 'auto_liquidity', sent: 22_339, fees: 22_339_000, isPaid: true },
  ])
  expect(await client.getBalance()).toEqual({
    balanceSat: before.balanceSat + 8_911,
    feeCreditSat: 0,
  })
})

test('what becomes fee credit counts as received, and cannot be spent', async () => {
  const { client, simulate } = await shopNode()
  const { balanceSat } = await client.getBalance()
  const invoice = await client.createInvoice({ description: '', amountSat: 20_000 })
  await simulate('faults', { feeCredit: true })
  await simulate('pay', { invoice: invoice.serialized })
  expect(await client.incomingPayment(invoice.paymentHash)).toMatchObject({
    receivedSat: 20_000,
    fees: 0,
  })
  expect(await client.getBalance()).toEqual({ balanceSat, feeCreditSat: 20_000 })
})

test('without its peer the node says only the state of its channel, and pays nothing', async () => {
  const { call, client, simulate } = await shopNode()
  const { serialized } = await client.createInvoice({ description: '', amountSat: 1 })
  const { body: foreign } = await simulate('invoice', { amountSat: 1 })
  await simulate('faults', { peer: 'Offline' })
  expect((await call('/getinfo')).body.channels).toEqual([{ state: 'Offline(Normal)' }])
  expect((await call('/getbalance')).body.balanceSat).toBe(0)
  expect((await simulate('pay', { invoice: serialized })).status).toBe(503)
  expect((await call('/payinvoice', { invoice: foreign.serialized })).body).toMatchObject(
    {
      reason: 'channel is not connected yet, please retry when connected',
    },
  )
})

test('an invoice takes twice its amount at most', async () => {
  const { client, simulate } = await shopNode()
  const { serialized } = await client.createInvoice({ description: '', amountSat: 10 })
  const pay = (amountSat: number) => simulate('pay', { invoice: serialized, amountSat })
  expect((await pay(21)).status).toBe(400)
  expect((await pay(20)).status).toBe(200)
})

test('getoffer returns one fixed offer without an amount', async () => {
  const { call, simulate } = await shopNode()
  const { body: offer } = await call('/getoffer')
  expect((await call('/getoffer')).body).toBe(offer)
  expect((await simulate('pay', { offer })).status).toBe(400)
  expect((await simulate('pay', { offer, amountSat: 5 })).status).toBe(200)
})

test('the Lightning address is plain text', async () => {
  const { call } = await shopNode()
  expect((await call('/getlnaddress')).body).toMatch(/^\S+@\S+$/)
})

test('the limited password is enough to create invoices and offers', async () => {
  const { call } = await shopNode()
  const limited = `:${limitedPassword}`
  const form = { description: 'x', amountSat: '1' }
  expect((await call('/createinvoice', form, limited)).status).toBe(200)
  expect((await call('/payments/incoming', undefined, limited)).status).toBe(200)
})
