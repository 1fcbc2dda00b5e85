import { execFile } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { NodeFailure } from '../../shared/lightning/node/failure.ts'
import { eventually } from '../support/eventually.ts'
import { limitedPassword, password, shopNode, temporaryDirectory } from './shop-node.ts'

type Node = Awaited<ReturnType<typeof shopNode>>

/** Creates an invoice and pays it. Returns the outcome of the webhook. */
async function createAndPayInvoice({ client, simulate }: Node, externalId: string) {
  const input = { description: '', amountSat: 10, externalId }
  const { paymentHash } = await client.createInvoice(input)
  return (await simulate('pay', { paymentHash })).body.webhook?.outcome
}

const notifiedExternalIds = ({ webhook }: Node) =>
  webhook.received.map(({ body }) => JSON.parse(body.toString()).externalId)

async function failureOf(call: Promise<unknown>) {
  const outcome = await call.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(NodeFailure)
  return outcome as NodeFailure
}

describe('faults of requests', () => {
  test('slowMs delays the response', async () => {
    const { client, simulate } = await shopNode()
    await simulate('faults', { slowMs: 80 })
    const startedAt = performance.now()
    await client.getBalance()
    expect(performance.now() - startedAt).toBeGreaterThan(75)
  })

  test('refuse: the payment was not made', async () => {
    const { client, simulate } = await shopNode()
    const { body: foreign } = await simulate('invoice', { amountSat: 5 })
    await simulate('faults', { refuse: true })
    const payment = client.payInvoice({ invoice: foreign.serialized })
    expect(await failureOf(payment)).toMatchObject({ status: 503, sent: true })
    await simulate('faults', { refuse: false })
    expect(await client.outgoingPaymentByHash(foreign.paymentHash)).toBeUndefined()
  })

  test('cut: the payment was made and can be looked up', async () => {
    const { client, simulate } = await shopNode()
    const { body: foreign } = await simulate('invoice', { amountSat: 5 })
    await simulate('faults', { cut: true, path: '/payinvoice' })
    const failure = await failureOf(client.payInvoice({ invoice: foreign.serialized }))
    expect(failure.message).toContain('outcome of this payment is unknown')
    expect(await client.outgoingPaymentByHash(foreign.paymentHash)).toMatchObject({
      isPaid: true,
    })
  })

  test('status500 and wrongJson become failures', async () => {
    const { client, simulate } = await shopNode()
    await simulate('faults', { status500: true })
    expect(await failureOf(client.getBalance())).toMatchObject({ status: 502, code: 500 })
    await simulate('faults', { status500: null, wrongJson: true })
    expect(await failureOf(client.getBalance())).toMatchObject({ status: 502, code: 200 })
  })

  test('apply only to paths with the prefix', async () => {
    const { call, simulate } = await shopNode()
    await simulate('faults', { status500: true, path: '/payments/' })
    expect((await call('/payments/incoming')).status).toBe(500)
    expect((await call('/getinfo')).status).toBe(200)
  })

  test('can be read, stay until cleared, and must be valid', async () => {
    const { simulate } = await shopNode()
    await simulate('faults', { slowMs: 5, webhook: 'lost' })
    await simulate('faults', { slowMs: null, cut: true })
    const shown = { webhook: 'lost', cut: true }
    expect((await simulate('faults', {}, 'GET')).body).toEqual(shown)
    expect((await simulate('faults', { slow: 5 })).status).toBe(400)
    expect((await simulate('faults', { webhook: 'eaten' })).status).toBe(400)
    expect((await simulate('faults', {}, 'GET')).body).toEqual(shown)
    expect((await simulate('faults', {}, 'DELETE')).body).toEqual({})
  })
})

describe('faults of webhooks', () => {
  test('lost', async () => {
    const node = await shopNode()
    await node.simulate('faults', { webhook: 'lost' })
    expect(await createAndPayInvoice(node, 'a')).toBe('lost')
    await node.simulate('faults', {}, 'DELETE')
    expect(await createAndPayInvoice(node, 'b')).toBe('sent')
    expect(notifiedExternalIds(node)).toEqual(['b'])
  })

  test('doubled', async () => {
    const node = await shopNode()
    await node.simulate('faults', { webhook: 'doubled' })
    expect(await createAndPayInvoice(node, 'a')).toBe('sent')
    expect(notifiedExternalIds(node)).toEqual(['a', 'a'])
  })

  test('late', async () => {
    const node = await shopNode()
    await node.simulate('faults', { webhook: 'late', webhookDelayMs: 2_000 })
    expect(await createAndPayInvoice(node, 'a')).toBe('late')
    expect(notifiedExternalIds(node)).toEqual([])
    await eventually(() => expect(notifiedExternalIds(node)).toEqual(['a']))
  })

  test('reordered', async () => {
    const node = await shopNode()
    await node.simulate('faults', { webhook: 'reordered' })
    expect(await createAndPayInvoice(node, 'a')).toBe('held back')
    expect(await createAndPayInvoice(node, 'b')).toBe('sent')
    expect(notifiedExternalIds(node)).toEqual(['b', 'a'])
  })

  test('an unreachable webhook is tried once, and the payment stays received', async () => {
    const node = await shopNode()
    const invoice = await node.call('/createinvoice', {
      description: '',
      amountSat: '1',
      webhookUrl: 'http://127.0.0.1:1/',
    })
    const { body } = await node.simulate('pay', { invoice: invoice.body.serialized })
    expect(body.webhook.answers[1]).toEqual({ url: 'http://127.0.0.1:1/', status: null })
    expect(await node.client.incomingPayments()).toHaveLength(1)
  })
})

describe('WebSocket', () => {
  const listen = (url: string, credentials: string) =>
    new WebSocket(`${url.replace('http', 'ws')}/websocket`, {
      headers: { authorization: `Basic ${btoa(credentials)}` },
    })

  test.each([password, limitedPassword])(
    'sends payments to a client with the password %s',
    async (word) => {
      const node = await shopNode()
      const socket = listen(node.url, `:${word}`)
      await new Promise((opened) => socket.once('open', opened))
      const event = new Promise((heard) => socket.once('message', heard))
      await node.simulate('faults', { webhook: 'lost' })
      await createAndPayInvoice(node, 'a')
      expect(JSON.parse(String(await event))).toMatchObject({
        type: 'payment_received',
        amountSat: 10,
        externalId: 'a',
      })
    },
  )

  test('rejects another password', async () => {
    const { url } = await shopNode()
    const socket = listen(url, ':wrong')
    const error = await new Promise<Error>((failed) => socket.once('error', failed))
    expect(error.message).toContain('401')
  })
})

describe('restart', () => {
  test('the node keeps its state', async () => {
    const dataDir = await temporaryDirectory()
    const before = await shopNode({ dataDir })
    await createAndPayInvoice(before, 'paid')
    const open = await before.client.createInvoice({ description: '', amountSat: 3 })
    const { body: foreign } = await before.simulate('invoice', { amountSat: 5 })
    await before.client.payInvoice({ invoice: foreign.serialized })
    const seen = async ({ client }: Node) => [
      (await client.getInfo()).nodeId,
      await client.getBalance(),
      await client.incomingPayments({ all: true }),
      await client.outgoingPayments(),
    ]
    const old = await seen(before)
    await before.close()

    const after = await shopNode({ dataDir })
    expect((await after.client.getInfo()).channels).toMatchObject([
      { state: 'Syncing(Normal)', balanceSat: null },
    ])
    await eventually(async () => expect(await seen(after)).toEqual(old))
    const late = await after.simulate('pay', { invoice: open.serialized })
    expect(late.status).toBe(200)
  })

  test('a payment under way ends once the peer is back, unless it was never signed', async () => {
    const dataDir = await temporaryDirectory()
    const before = await shopNode({ dataDir })
    const payPending = async (pending: boolean | 'unsigned') => {
      await before.simulate('faults', { pending })
      const { body } = await before.simulate('invoice', { amountSat: 5 })
      await before.call('/payinvoice', { invoice: body.serialized })
      return body.paymentHash as string
    }
    const signed = await payPending(true)
    const unsigned = await payPending('unsigned')
    await before.close()
    const { client } = await shopNode({ dataDir })
    await eventually(async () =>
      expect(await client.outgoingPaymentByHash(signed)).toMatchObject({ isPaid: true }),
    )
    expect(await client.outgoingPaymentByHash(unsigned)).toMatchObject({
      isPaid: false,
      completedAt: null,
    })
  })

  test('an incomplete last entry after a crash is ignored', async () => {
    const dataDir = await temporaryDirectory()
    const before = await shopNode({ dataDir })
    await createAndPayInvoice(before, 'kept')
    await before.close()
    await appendFile(join(dataDir, 'ledger.jsonl'), '{"kind":"incom')

    const after = await shopNode({ dataDir })
    await eventually(async () =>
      expect(await createAndPayInvoice(after, 'new')).toBe('sent'),
    )
    await after.close()
    const again = await shopNode({ dataDir })
    expect(await again.client.incomingPayments()).toHaveLength(2)
  })
})

describe('npm run pay', () => {
  const pay = (url: string, ...words: string[]) =>
    new Promise<{ code: number; output: string }>((done) => {
      const env = { ...process.env, POS_NODE_PORT: new URL(url).port }
      execFile(
        process.execPath,
        ['infra/local/pay.ts', ...words],
        { env },
        (error, stdout, stderr) =>
          done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      )
    })

  test("pays an invoice and prints the webhook's response", async () => {
    const { client, url, webhook } = await shopNode()
    const invoice = await client.createInvoice({ description: '' })
    expect(await pay(url, invoice.serialized, '--amount', '12')).toEqual({
      code: 0,
      output: [
        `paid 12 sat, payment hash ${invoice.paymentHash}`,
        `webhook ${webhook.url}: answered 200`,
        '',
      ].join('\n'),
    })
    expect(await pay(url, invoice.serialized)).toEqual({
      code: 1,
      output: 'not paid: invoice is already paid\n',
    })
  })

  test('exits with an error message when it cannot pay', async () => {
    const { url, close } = await shopNode()
    expect(await pay(url)).toMatchObject({ code: 2 })
    await close()
    expect(await pay(url, 'lntb1')).toEqual({
      code: 1,
      output: `not paid: no simulated node answers at ${url}: start the system, or give the POS_NODE_PORT that it was started with\n`,
    })
  })
})
