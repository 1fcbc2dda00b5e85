import * as bolt11 from 'bolt11'
import { describe, expect, test } from 'vitest'
import { compareNode } from '../../infra/operate/node-rows.ts'
import { verify } from '../../shared/lightning/node/phoenixd/signature.ts'
import { encodeInvoice } from './double/invoices.ts'
import { limitedPassword, password, webhookSecret } from './shop-node.ts'
import { openTwin, twins } from './twins.ts'

/** An invoice of somebody else; each has another hash. */
const foreignInvoice = (amountSat: number) => {
  const hash = crypto.randomUUID().replaceAll('-', '').repeat(2)
  const terms = { hash, amountSat, seconds: 3_600, createdAt: Date.now() }
  return { hash, invoice: encodeInvoice(terms) }
}

describe.each(twins)('phoenixd as %s', (_name, open) => {
  test('answers the rows of node-check', async () => {
    const { url, receive } = await openTwin(open)
    await receive(1)
    expect(await compareNode(url, password)).toEqual({ differences: [], mayPay: true })
    expect(await compareNode(url, limitedPassword)).toEqual({
      differences: [],
      mayPay: false,
    })
  })

  test('opens a channel with a first larger payment, and takes its cost from it', async () => {
    const { call, client, invoice, pay, webhook } = await openTwin(open)
    expect((await client.getInfo()).channels).toEqual([])
    const { paymentHash, amountSat } = await invoice(31_250)
    expect(amountSat).toBe(31_250)
    expect(await pay(paymentHash)).toBe(true)

    expect((await call(`/payments/incoming/${paymentHash}`)).body).toMatchObject({
      requestedSat: 31_250,
      receivedSat: 8_911,
      fees: 22_339_000,
      isPaid: true,
    })
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = webhook.received
    expect(verify(webhookSecret, body, String(headers['x-phoenix-signature']))).toBe(true)
    const { timestamp } = JSON.parse(String(body))
    expect(String(body)).toBe(
      JSON.stringify(
        {
          type: 'payment_received',
          timestamp,
          amountSat: 8_911,
          paymentHash,
          externalId: null,
          payerNote: null,
          payerKey: null,
        },
        null,
        4,
      ),
    )
    const { body: outgoing } = await call('/payments/outgoing')
    expect(outgoing).toMatchObject([
      {
        subType: 'auto_liquidity',
        sent: 22_339,
        fees: 22_339_000,
        isPaid: true,
        txId: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    expect(await client.getBalance()).toEqual({ balanceSat: 8_911, feeCreditSat: 0 })
    const [channel] = (await client.getInfo()).channels
    expect(channel).toMatchObject({ state: 'Normal', balanceSat: 8_911 })
    expect(channel?.capacitySat).toBeGreaterThanOrEqual(2_031_250)
    expect(channel?.inboundLiquiditySat).toBeLessThan((channel?.capacitySat ?? 0) - 8_911)

    const { hash, invoice: foreign } = foreignInvoice(1_000)
    expect(await client.payInvoice({ invoice: foreign })).toMatchObject({
      recipientAmountSat: 1_000,
      routingFeeSat: 8,
    })
    expect(await client.outgoingPaymentByHash(hash)).toMatchObject({
      sent: 1_008,
      fees: 8_000,
    })
    // The channel holds the next payments
    const next = await invoice(1_000_000)
    await pay(next.paymentHash)
    expect(await client.incomingPayment(next.paymentHash)).toMatchObject({ fees: 0 })
    // Until one is too large for it
    const large = await invoice(3_000_000)
    await pay(large.paymentHash)
    const grown = await client.incomingPayment(large.paymentHash)
    expect(grown?.fees).toBeGreaterThan(50_000_000)
    expect((grown?.receivedSat ?? 0) + (grown?.fees ?? 0) / 1_000).toBe(3_000_000)
  })

  test('adds smaller payments to the fee credit, which pays for the channel later', async () => {
    const { client, receive } = await openTwin(open)
    const small = await receive(20_000)
    expect(await client.incomingPayment(small)).toMatchObject({
      receivedSat: 20_000,
      fees: 0,
    })
    expect(await client.getBalance()).toEqual({ balanceSat: 0, feeCreditSat: 20_000 })
    expect((await client.getInfo()).channels).toEqual([])
    const { invoice } = foreignInvoice(1_000)
    await expect(client.payInvoice({ invoice })).rejects.toMatchObject({
      message: expect.stringContaining('could not be sent through existing channels'),
      next: 'top_up',
    })

    const larger = await client.incomingPayment(await receive(31_250))
    expect(larger).toMatchObject({ receivedSat: 28_911, fees: 22_339_000 })
    expect(await client.getBalance()).toEqual({ balanceSat: 28_911, feeCreditSat: 0 })
  })

  test('without its peer says only the state of its channel, and pays nothing', async () => {
    const { call, client, receive, invoice, pay, connect } = await openTwin(open)
    await receive(50_000)
    await connect(false)
    expect((await call('/getinfo')).body.channels).toEqual([{ state: 'Offline(Normal)' }])
    expect((await client.getBalance()).balanceSat).toBe(0)
    const { paymentHash } = await invoice(10)
    expect(await pay(paymentHash)).toBe(false)
    const foreign = foreignInvoice(10)
    await expect(client.payInvoice({ invoice: foreign.invoice })).rejects.toMatchObject({
      next: 'later',
    })
    await connect(true)
    expect((await client.getBalance()).balanceSat).toBeGreaterThan(0)
    expect(await pay(paymentHash)).toBe(true)
  })

  test('lists payments sent oldest first, and says the first of several failures', async () => {
    const { call, client, receive, failNext } = await openTwin(open)
    await receive(100_000)
    await failNext('recipient node is offline or unreachable')
    const { hash, invoice } = foreignInvoice(1_000)
    const fails = () => client.payInvoice({ invoice }).catch(({ next }) => next)
    expect(await fails()).toBe('later')
    await failNext('a node in the route had a temporary failure')
    expect(await fails()).toBe('later')
    const all = (await call('/payments/outgoing?all=true')).body
    expect(all).toMatchObject([
      { subType: 'auto_liquidity' },
      { paymentHash: hash, isPaid: false, completedAt: expect.any(Number) },
      { paymentHash: hash, isPaid: false },
    ])
    const byHash = (await call(`/payments/outgoingbyhash/${hash}`)).body
    expect(byHash.paymentId).toBe(all[1].paymentId)
    expect((await call('/payments/outgoing')).body).toHaveLength(1)
  })

  test('pays an invoice once, and leaves no item of another attempt', async () => {
    const { call, client, receive } = await openTwin(open)
    await receive(100_000)
    const { hash, invoice } = foreignInvoice(1_000)
    await client.payInvoice({ invoice })
    expect((await call('/payinvoice', { invoice })).body).toEqual({
      paymentHash: hash,
      reason: 'this invoice has already been paid',
    })
    expect((await call('/payments/outgoing?all=true')).body).toHaveLength(2)
    const dear = foreignInvoice(500_000)
    await expect(client.payInvoice({ invoice: dear.invoice })).rejects.toMatchObject({
      reason: 'insufficient_funds',
    })
  })

  test('lists a payment on-chain by default once both sides have locked it', async () => {
    const { call, receive } = await openTwin(open)
    const form = {
      amountSat: '20000',
      address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      feerateSatByte: '1',
    }
    expect(await call('/sendtoaddress', form)).toEqual({
      status: 200,
      body: 'no channel available',
    })
    await receive(100_000)
    const { body: txId } = await call('/sendtoaddress', form)
    expect(txId).toMatch(/^[0-9a-f]{64}$/)
    const subTypes = async (query: string) =>
      (await call(`/payments/outgoing${query}`)).body.map(
        ({ subType }: { subType: string }) => subType,
      )
    expect(await subTypes('')).toEqual(['auto_liquidity'])
    expect(await subTypes('?limit=1')).toEqual(['auto_liquidity'])
  })

  test('takes any amount for an invoice without one, up to twice the amount of others', async () => {
    const { call, invoice, pay } = await openTwin(open)
    const open0 = (await call('/createinvoice', { description: '', amountSat: '0' })).body
    expect(Object.keys(open0).sort()).toEqual(['paymentHash', 'serialized'])
    expect(await pay(open0.paymentHash, 77)).toBe(true)
    expect(await pay(open0.paymentHash, 77)).toBe(false)
    const { paymentHash } = await invoice(100)
    expect(await pay(paymentHash, 99)).toBe(false)
    expect(await pay(paymentHash, 201)).toBe(false)
    expect(await pay(paymentHash, 200)).toBe(true)
    expect((await call(`/payments/incoming/${paymentHash}`)).body).toMatchObject({
      requestedSat: 100,
      receivedSat: 200,
    })
  })

  test('an invoice expires after a day unless it says otherwise, and shows its preimage', async () => {
    const { call } = await openTwin(open)
    const form = { description: 'Tea', amountSat: '5', externalId: 'one' }
    const { body: made } = await call('/createinvoice', form)
    expect(bolt11.decode(made.serialized).tagsObject.expire_time).toBe(86_400)
    const { body: item } = await call(`/payments/incoming/${made.paymentHash}`)
    expect(item).toMatchObject({
      isPaid: false,
      isExpired: false,
      preimage: expect.stringMatching(/^[0-9a-f]{64}$/),
      receivedSat: 0,
      fees: 0,
    })
    expect(item.expiresAt - item.createdAt).toBe(86_400_000)
    expect(item).not.toHaveProperty('completedAt')
    expect((await call('/payments/incoming')).body).toEqual([])
    expect((await call('/payments/incoming?all=true&externalId=one')).body).toEqual([
      item,
    ])
  })

  test('has one offer, and an address once it has a channel', async () => {
    const { call, receive } = await openTwin(open)
    expect((await call('/getoffer')).body).toBe((await call('/getoffer')).body)
    expect((await call('/getlnaddress')).body).toBe('must have one channel')
    await receive(50_000)
    expect((await call('/getlnaddress')).body).toMatch(/^₿\S+@\S+$/)
    expect(await call('/createoffer', { amountSat: '5' })).toEqual({
      status: 400,
      body: 'Must provide a description if an amount is specified',
    })
  })
})
