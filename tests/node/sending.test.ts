import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NodeFailure } from '../../shared/lightning/node/failure.ts'
import { shopNode } from './shop-node.ts'

// A test vector of BOLT 12
const foreignOffer =
  'lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg'
const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

const balanceOf = async ({ client }: Awaited<ReturnType<typeof shopNode>>) =>
  (await client.getBalance()).balanceSat

async function failureOf(payment: Promise<unknown>) {
  const outcome = await payment.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(NodeFailure)
  const { status, reason, code } = outcome as NodeFailure
  return { status, reason, code }
}

describe('payinvoice', () => {
  test('pays another node for a fee of 4 sat and 0.4%, and returns the real preimage', async () => {
    const node = await shopNode()
    const before = await balanceOf(node)
    const { body: foreign } = await node.simulate('invoice', { amountSat: 10_000 })
    const { status, body } = await node.call('/payinvoice', {
      invoice: foreign.serialized,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      recipientAmountSat: 10_000,
      routingFeeSat: 44,
      paymentId: expect.any(String),
      paymentHash: foreign.paymentHash,
      paymentPreimage: expect.any(String),
    })
    const preimage = Buffer.from(body.paymentPreimage, 'hex')
    expect(createHash('sha256').update(preimage).digest('hex')).toBe(foreign.paymentHash)
    expect(await balanceOf(node)).toBe(before - 10_044)

    const payment = {
      type: 'outgoing_payment',
      subType: 'lightning',
      paymentId: body.paymentId,
      paymentHash: foreign.paymentHash,
      preimage: body.paymentPreimage,
      invoice: foreign.serialized,
      isPaid: true,
      sent: 10_044,
      fees: 44_000,
      completedAt: node.clock.ms,
      createdAt: node.clock.ms,
    }
    expect((await node.call('/payments/outgoing')).body).toEqual([payment])
    expect((await node.call(`/payments/outgoing/${body.paymentId}`)).body).toEqual(
      payment,
    )
    const byHash = await node.call(`/payments/outgoingbyhash/${foreign.paymentHash}`)
    expect(byHash.body).toEqual(payment)
  })

  test('takes an amount, and requires it when the invoice has none', async () => {
    const node = await shopNode()
    const { body: open } = await node.simulate('invoice', {})
    expect(await failureOf(node.client.payInvoice({ invoice: open.serialized }))).toEqual(
      { status: 400, reason: 'invalid_request', code: 400 },
    )
    const payment = { invoice: open.serialized, amountSat: 9 }
    expect(await node.client.payInvoice(payment)).toMatchObject({ recipientAmountSat: 9 })
  })

  test('fails with 200 and a reason; the failed payment is listed with all', async () => {
    const node = await shopNode()
    const { body: foreign } = await node.simulate('invoice', { amountSat: 2_000_000 })
    const answer = await node.call('/payinvoice', { invoice: foreign.serialized })
    expect(answer).toEqual({
      status: 200,
      body: {
        paymentHash: foreign.paymentHash,
        reason: 'not enough funds in wallet to afford payment',
      },
    })
    expect((await node.call('/payments/outgoing')).body).toEqual([])
    const { body: attempts } = await node.call('/payments/outgoing?all=true')
    expect(attempts).toMatchObject([{ isPaid: false, paymentHash: foreign.paymentHash }])
    expect(attempts[0]).not.toHaveProperty('preimage')
    expect(attempts[0]).toHaveProperty('completedAt')
  })

  test('its failures get reasons from the contract', async () => {
    const { client, simulate, clock } = await shopNode()
    const createForeignInvoice = async (terms: object): Promise<string> =>
      (await simulate('invoice', terms)).body.serialized
    const pay = (invoice: string) => failureOf(client.payInvoice({ invoice }))

    const paid = await createForeignInvoice({ amountSat: 1 })
    await client.payInvoice({ invoice: paid })
    const tooExpensive = await createForeignInvoice({ amountSat: 5_000_000 })
    const expiring = await createForeignInvoice({ amountSat: 1, expirySeconds: 10 })
    clock.ms += 11_000
    const own = await client.createInvoice({ description: '', amountSat: 1 })

    expect(await pay(paid)).toMatchObject({ reason: 'invoice_already_paid' })
    expect(await pay(tooExpensive)).toMatchObject({ reason: 'insufficient_funds' })
    expect(await pay(expiring)).toMatchObject({
      reason: 'recipient_rejected_payment',
    })
    expect(await pay(own.serialized)).toMatchObject({ reason: 'payment_failed' })
    expect(await pay('lnbc1nonsense')).toMatchObject({ reason: 'invalid_invoice' })
    await simulate('faults', { paymentFailure: 'recipient node rejected the payment' })
    expect(await pay(await createForeignInvoice({ amountSat: 1 }))).toMatchObject({
      reason: 'recipient_rejected_payment',
    })
  })

  test('parallel payments of one invoice pay it once', async () => {
    const node = await shopNode()
    const { body: foreign } = await node.simulate('invoice', { amountSat: 100 })
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => node.client.payInvoice({ invoice: foreign.serialized })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await node.client.outgoingPayments()).length).toBe(1)
  })
})

describe('payoffer and paylnaddress', () => {
  test("pays the offer's amount, or another", async () => {
    const { client } = await shopNode()
    const pay = (amountSat: number | null) =>
      client.payOffer({ offer: foreignOffer, amountSat, message: 'hello' })
    expect(await pay(1_000)).toMatchObject({
      recipientAmountSat: 1_000,
      routingFeeSat: 8,
    })
    expect(await pay(null)).toMatchObject({ recipientAmountSat: 1_000 })
  })

  test("reject malformed offers and the node's own offer", async () => {
    const { client, call } = await shopNode()
    const pay = (offer: string) => failureOf(client.payOffer({ offer, amountSat: 1 }))
    expect(await pay('lno1')).toMatchObject({ status: 400, reason: 'invalid_invoice' })
    expect(await pay('lno1pqpsi')).toMatchObject({ reason: 'invalid_invoice' })
    expect(await pay((await call('/getoffer')).body)).toMatchObject({ status: 422 })
  })

  test('pay a Lightning address', async () => {
    const { call } = await shopNode()
    const form = { address: 'alice@example.com', amountSat: '500', message: 'hi' }
    expect((await call('/paylnaddress', form)).body).toMatchObject({
      recipientAmountSat: 500,
      routingFeeSat: 6,
    })
    expect((await call('/paylnaddress', { ...form, address: 'alice' })).status).toBe(400)
  })
})

describe('on-chain', () => {
  test('sendtoaddress returns a transaction id and deducts the fee', async () => {
    const node = await shopNode()
    const before = await balanceOf(node)
    const form = { amountSat: '50000', address, feerateSatByte: '2' }
    const { body: txId } = await node.call('/sendtoaddress', form)
    expect(txId).toMatch(/^[0-9a-f]{64}$/)
    // The item follows once it is signed, and is complete once both sides have locked it
    expect((await node.call('/payments/outgoing?all=true')).body).toEqual([])
    node.clock.ms += 1_000
    const { body: payments } = await node.call('/payments/outgoing?all=true')
    expect(payments).toMatchObject([{ subType: 'splice_out', txId, isPaid: true }])
    expect(payments[0]).not.toHaveProperty('completedAt')
    expect((await node.call('/payments/outgoing')).body).toEqual([])
    node.clock.ms += 10_000
    expect((await node.call('/payments/outgoing')).body).toMatchObject([
      { txId, completedAt: expect.any(Number) },
    ])
    expect(payments[0].fees % 1_000).toBe(0)
    expect(await balanceOf(node)).toBe(before - 50_000 - payments[0].fees / 1_000)
  })

  test('failures are plain text with status 200', async () => {
    const node = await shopNode()
    const send = (amountSat: number, to: string) =>
      node.client.sendToAddress({ amountSat, address: to, feerateSatByte: 1 })
    expect(await failureOf(send(1, 'nowhere'))).toEqual({
      status: 400,
      reason: 'invalid_address',
      code: 200,
    })
    expect(await failureOf(send(5_000_000, address))).toEqual({
      status: 422,
      reason: 'payment_failed',
      code: 200,
    })
    expect(await failureOf(send(999_999, address))).toEqual({
      status: 402,
      reason: 'insufficient_funds',
      code: 200,
    })
  })

  test('bumpfee pays for a CPFP transaction', async () => {
    const node = await shopNode()
    const txId = await node.client.bumpFee(10)
    node.clock.ms += 10_000
    expect(await node.client.outgoingPayments()).toMatchObject([
      { subType: 'splice_cpfp', txId },
    ])
  })

  test('closing the channel empties the node until it is paid again', async () => {
    const { client, simulate, call } = await shopNode()
    const [channel] = (await client.getInfo()).channels
    const close = (channelId: string) =>
      client.closeChannel({ channelId, address, feerateSatByte: 1 })
    expect(await failureOf(close('other'))).toMatchObject({ status: 400, code: 400 })
    expect(await failureOf(close('0'.repeat(64)))).toMatchObject({ status: 422 })
    expect(await close(channel?.channelId ?? '')).toMatch(/^[0-9a-f]{64}$/)

    expect(await client.getBalance()).toEqual({ balanceSat: 0, feeCreditSat: 0 })
    expect((await client.getInfo()).channels).toEqual([])
    expect((await call('/getlnaddress')).body).toBe('must have one channel')
    expect(await failureOf(client.bumpFee(1))).toMatchObject({ status: 422 })

    const invoice = await client.createInvoice({ description: '', amountSat: 31_250 })
    await simulate('pay', { invoice: invoice.serialized })
    expect((await client.getInfo()).channels).toMatchObject([{ balanceSat: 8_911 }])
  })
})
