import { describe, expect, test } from 'vitest'
import { NodeFailure } from '../../../shared/lightning/node/failure.ts'
import { phoenixd } from '../../../shared/lightning/node/phoenixd/phoenixd.ts'
import {
  type NodeRequest,
  type NodeResponse,
  NodeUnreachable,
} from '../../../shared/lightning/node/transport.ts'

const hash = 'ab'.repeat(32)
const txId = 'cd'.repeat(32)
const result = {
  recipientAmountSat: 100,
  routingFeeSat: 0,
  paymentId: '7b1cf1a2-3a5c-4d62-b2a9-6f0f8a5ff2bd',
  paymentHash: hash,
  paymentPreimage: txId,
}

/** A node that always answers alike, and the requests it got. */
function nodeThat(answers: unknown, status = 200) {
  const requests: NodeRequest[] = []
  const body = typeof answers === 'string' ? answers : JSON.stringify(answers)
  const node = phoenixd((request) => {
    requests.push(request)
    return Promise.resolve<NodeResponse>({ status, body })
  })
  return { node, requests }
}

async function failureOf(call: Promise<unknown>): Promise<NodeFailure> {
  const outcome = await call.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(NodeFailure)
  return outcome as NodeFailure
}

describe('requests', () => {
  test('createinvoice sends the given fields and truncates the description', async () => {
    const { node, requests } = nodeThat({ paymentHash: hash, serialized: 'lnbc1' })
    await node.createInvoice({ description: 'a'.repeat(200), amountSat: null })
    await node.createInvoice({
      description: '',
      amountSat: 5,
      externalId: 'o',
      expirySeconds: 60,
    })
    await node.createInvoice({ descriptionHash: hash, amountSat: 5 })
    expect(requests.map(({ form }) => form)).toEqual([
      { description: 'a'.repeat(128), expirySeconds: '3600' },
      { description: '', amountSat: '5', externalId: 'o', expirySeconds: '60' },
      { descriptionHash: hash, amountSat: '5', expirySeconds: '3600' },
    ])
  })

  test('does not truncate a description inside a surrogate pair', async () => {
    const { node, requests } = nodeThat({ paymentHash: hash, serialized: 'lnbc1' })
    await node.createInvoice({ description: `${'a'.repeat(127)}⚡🍕` })
    await node.createInvoice({ description: `${'a'.repeat(127)}🍕` })
    expect(requests.map(({ form }) => form?.description)).toEqual([
      `${'a'.repeat(127)}⚡`,
      'a'.repeat(127),
    ])
  })

  test('payments send their own fields and nothing else', async () => {
    const { node, requests } = nodeThat(result)
    const body = { invoice: 'lnbc1', amountSat: null, exchangeRate: 50_000 }
    await node.payInvoice(body)
    await node.payOffer({ offer: 'lno1', amountSat: 3, message: 'for you' })
    expect(requests).toEqual([
      { method: 'POST', path: '/payinvoice', form: { invoice: 'lnbc1' } },
      {
        method: 'POST',
        path: '/payoffer',
        form: { offer: 'lno1', amountSat: '3', message: 'for you' },
      },
    ])
  })

  test('on-chain operations', async () => {
    const { node, requests } = nodeThat(txId)
    await node.sendToAddress({ amountSat: 9, address: 'tb1q', feerateSatByte: 2 })
    await node.bumpFee(7)
    await node.closeChannel({ channelId: 'c', address: 'tb1q', feerateSatByte: 2 })
    expect(requests.map(({ path, form }) => [path, form])).toEqual([
      ['/sendtoaddress', { amountSat: '9', address: 'tb1q', feerateSatByte: '2' }],
      ['/bumpfee', { feerateSatByte: '7' }],
      ['/closechannel', { channelId: 'c', address: 'tb1q', feerateSatByte: '2' }],
    ])
  })

  test('lists send `to` only when given and `all` only when true', async () => {
    const { node, requests } = nodeThat([])
    await node.incomingPayments()
    await node.incomingPayments({ fromMs: 0, limit: 20, offset: 0, all: false })
    await node.incomingPayments({ toMs: 9, all: true, externalId: 'a&b=c' })
    await node.outgoingPayments({ limit: 1, all: true })
    expect(requests.map(({ path }) => path)).toEqual([
      '/payments/incoming',
      '/payments/incoming?from=0&limit=20&offset=0',
      '/payments/incoming?to=9&all=true&externalId=a%26b%3Dc',
      '/payments/outgoing?limit=1&all=true',
    ])
  })

  test('an id cannot change the path', async () => {
    const { node, requests } = nodeThat('Not found', 404)
    const long = 'f'.repeat(20_000)
    for (const id of ['a/b', 'a\\b', '../getinfo', 'x?y#z', '..', '.', '', long]) {
      expect(await node.incomingPayment(id)).toBeUndefined()
    }
    expect(requests.map(({ path }) => path)).toEqual(['/payments/incoming/x%3Fy%23z'])
  })
})

describe('responses', () => {
  test('absent keys are null', async () => {
    const unpaid = {
      type: 'incoming_payment',
      paymentHash: hash,
      isPaid: false,
      isExpired: false,
      receivedSat: 0,
      createdAt: 1,
    }
    const { node } = nodeThat(unpaid)
    expect(await node.incomingPayment(hash)).toMatchObject({
      ...unpaid,
      requestedSat: null,
      completedAt: null,
      externalId: null,
      payerKey: null,
    })
  })

  test.each(['incomingPayment', 'outgoingPayment', 'outgoingPaymentByHash'] as const)(
    '%s of a payment that does not exist is undefined',
    async (lookUp) => {
      expect(await nodeThat('Not found', 404).node[lookUp](hash)).toBeUndefined()
      expect(await nodeThat("couldn't be parsed", 400).node[lookUp]('x')).toBeUndefined()
    },
  )

  test('a lookup that fails is not mistaken for a payment that does not exist', async () => {
    for (const status of [400, 401, 500, 200]) {
      const failure = await failureOf(nodeThat('{}', status).node.incomingPayment(hash))
      expect(failure).toMatchObject({ status: 502, reason: 'unknown', code: status })
    }
  })

  test('a failed payment with status 200 is a failure', async () => {
    const { node } = nodeThat({
      paymentHash: hash,
      reason: 'recipient node rejected the payment',
    })
    expect(await failureOf(node.payInvoice({ invoice: 'lnbc1' }))).toMatchObject({
      status: 422,
      code: 200,
      reason: 'recipient_rejected_payment',
    })
  })

  test('a transaction id has 64 hex digits', async () => {
    expect(await nodeThat(`${txId}\n`).node.bumpFee(1)).toBe(txId)
    for (const text of [`${txId}0`, txId.slice(1), 'ok', '']) {
      const failure = await failureOf(nodeThat(text).node.bumpFee(1))
      expect(failure).toMatchObject({ status: 502, reason: 'unknown', code: 200 })
    }
  })

  test('failures of info and balance have their own messages', async () => {
    const { node } = nodeThat('secret detail', 500)
    expect((await failureOf(node.getInfo())).message).toBe(
      'Unable to retrieve node information',
    )
    expect((await failureOf(node.getBalance())).message).toBe(
      'Unable to retrieve balance information',
    )
    const away = phoenixd(() => Promise.reject(new NodeUnreachable(true)))
    expect(await failureOf(away.getInfo())).toMatchObject({
      status: 503,
      message: 'Lightning node is unavailable',
    })
  })

  test('a password may pay unless the node refuses it before it misses the invoice', async () => {
    const missing = 'Request parameter invoice is missing'
    expect(await nodeThat(missing, 400).node.maySend()).toBe(true)
    expect(await nodeThat('Invalid authentication', 401).node.maySend()).toBe(false)
  })

  test('a lost response means an unknown outcome for a payment, but not for an invoice', async () => {
    const cut = phoenixd(() => Promise.reject(new NodeUnreachable(true)))
    const payment = await failureOf(cut.payInvoice({ invoice: 'lnbc1' }))
    expect(payment.message).toContain('outcome of this payment is unknown')
    const invoice = await failureOf(cut.createInvoice({ description: '' }))
    expect(invoice.message).toBe('Lightning node is unavailable')
  })
})
