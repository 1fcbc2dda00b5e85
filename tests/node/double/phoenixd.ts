import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../../../infra/local/local-server.ts'
import { encodeInvoice, readInvoice } from './invoices.ts'

/**
 * A second phoenixd, written from the notes on its source alone, beside the simulator: what both
 * answer alike is what the notes say, not what one author made of them. It pays whatever it can
 * afford, at 1 sat/vB, and keeps everything in memory.
 */

type Incoming = {
  hash: string
  preimage: string
  externalId?: string | undefined
  description?: string | undefined
  invoice?: string | undefined
  requestedSat?: number | undefined
  receivedSat: number
  feesMsat: number
  createdAt: number
  expiresAt?: number
  completedAt?: number
  webhookUrl?: string | undefined
}

type Outgoing = {
  subType: 'lightning' | 'auto_liquidity' | 'splice_out' | 'channel_close'
  paymentId: string
  hash?: string
  preimage?: string
  txId?: string
  invoice?: string | undefined
  state: 'pending' | 'paid' | 'failed'
  sentMsat: number
  feesMsat: number
  createdAt: number
  completedAt?: number
}

type Channel = { id: string; fundingTxId: string; capacitySat: number }

/** Refusal of a handler, with its status. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

const autoLiquiditySat = 2_000_000
const openingFeeSat = 1_000
const miningFeeSat = 1_027
/** The most that counts as fee credit at 1 sat/vB, before a channel is opened instead. */
const mostCreditSat = 22_790
const defaultExpirySeconds = 86_400
/** Reserve of channels: inbound liquidity is less than capacity without balance. */
const reserveSat = (capacitySat: number) => Math.floor(capacitySat / 100)
const routingFeeMsat = (amountMsat: number) => 4_000 + Math.floor(amountMsat / 250)

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const hexOf = /^[0-9a-f]{64}$/i
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type PhoenixdDouble = Awaited<ReturnType<typeof startPhoenixdDouble>>

/** Starts it on a free port; `webhooks` get each payment once. */
export async function startPhoenixdDouble(options: {
  password: string
  limitedPassword: string
  webhooks?: readonly string[]
  webhookSecret?: string
}) {
  const incoming: Incoming[] = []
  const outgoing: Outgoing[] = []
  const offers = new Set<string>()
  let channel: Channel | undefined
  let [balanceMsat, creditSat, isConnected] = [0, 0, true]
  let nextFailure: string | undefined

  const spendable = () => (isConnected ? balanceMsat : 0)
  const inboundSat = () =>
    channel
      ? Math.max(
          0,
          channel.capacitySat -
            Math.ceil(balanceMsat / 1_000) -
            reserveSat(channel.capacitySat),
        )
      : 0

  /**
   * Takes the liquidity that a payment needs, or its credit: the fee, and what of it the payment
   * loses, in satoshis.
   */
  function takeLiquidity(amountSat: number) {
    if (channel && amountSat <= inboundSat()) {
      balanceMsat += amountSat * 1_000
      return { feeSat: 0, lostSat: 0 }
    }
    if (amountSat + creditSat <= mostCreditSat && !channel) {
      creditSat += amountSat
      return { feeSat: 0, lostSat: 0 }
    }
    const now = Date.now()
    const service = Math.floor((amountSat + autoLiquiditySat) / 100)
    const fee = service + (channel ? 0 : openingFeeSat) + miningFeeSat
    const paidByCredit = Math.min(creditSat, fee)
    creditSat -= paidByCredit
    const txId = hex(32)
    outgoing.push({
      subType: 'auto_liquidity',
      paymentId: randomUUID(),
      txId,
      state: 'paid',
      sentMsat: fee * 1_000,
      feesMsat: fee * 1_000,
      createdAt: now,
      completedAt: now - 1,
    })
    channel ??= { id: hex(32), fundingTxId: txId, capacitySat: 0 }
    channel.capacitySat += amountSat + autoLiquiditySat
    channel.fundingTxId = txId
    balanceMsat += (amountSat - fee + paidByCredit) * 1_000
    return { feeSat: fee, lostSat: fee - paidByCredit }
  }

  async function notify(payment: Incoming, payerNote: string | null) {
    const body = JSON.stringify(
      {
        type: 'payment_received',
        timestamp: payment.completedAt,
        amountSat: payment.receivedSat,
        paymentHash: payment.hash,
        externalId: payment.externalId ?? null,
        payerNote,
        payerKey: null,
      },
      null,
      4,
    )
    const signature = createHmac('sha256', options.webhookSecret ?? '')
      .update(body)
      .digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-phoenix-signature': signature,
    }
    const urls = [
      ...(options.webhooks ?? []),
      ...(payment.webhookUrl ? [payment.webhookUrl] : []),
    ]
    const post = { method: 'POST', headers, body, redirect: 'manual' as const }
    await Promise.all(urls.map((url) => fetch(url, post).catch(() => undefined)))
  }

  /** A customer pays an invoice; why the node refuses it, or undefined. */
  async function pay(hash: string, sentSat?: number): Promise<string | undefined> {
    const payment = incoming.find((each) => each.hash === hash)
    const asked = payment?.requestedSat
    const amount = sentSat ?? asked
    if (!payment || amount === undefined) return 'unknown'
    if (!isConnected) return 'offline'
    if (payment.completedAt) return 'already paid'
    if ((payment.expiresAt ?? 0) < Date.now()) return 'expired'
    if (asked !== undefined && (amount < asked || amount > 2 * asked)) {
      return 'wrong amount'
    }
    const { feeSat, lostSat } = takeLiquidity(amount)
    payment.receivedSat = amount - lostSat
    payment.feesMsat = feeSat * 1_000
    payment.completedAt = Date.now()
    await notify(payment, null)
    return undefined
  }

  /** Sends a Lightning payment: the answer of payinvoice and payoffer. */
  function send(hash: string, amountMsat: number, invoice?: string) {
    const earlier = outgoing.filter((each) => each.hash === hash)
    const refuse = (reason: string) => ({ paymentHash: hash, reason })
    if (earlier.some((each) => each.state === 'paid')) {
      return refuse('this invoice has already been paid')
    }
    if (earlier.some((each) => each.state === 'pending')) {
      return refuse('another payment is in progress for that invoice')
    }
    if (amountMsat <= 0) return refuse('payment amount must be positive')
    const fees = routingFeeMsat(amountMsat)
    const now = Date.now()
    const item: Outgoing = {
      subType: 'lightning',
      paymentId: randomUUID(),
      hash,
      ...(invoice && { invoice }),
      state: 'failed',
      sentMsat: amountMsat,
      feesMsat: 0,
      createdAt: now,
      completedAt: now,
    }
    outgoing.push(item)
    const failure =
      nextFailure ??
      (!channel
        ? 'payment could not be sent through existing channels, check individual failures for more details'
        : !isConnected
          ? 'channel is not connected yet, please retry when connected'
          : amountMsat + fees > balanceMsat
            ? 'not enough funds in wallet to afford payment'
            : undefined)
    nextFailure = undefined
    if (failure) return refuse(failure)
    const preimage = hex(32)
    Object.assign(item, {
      state: 'paid',
      preimage,
      feesMsat: fees,
      sentMsat: amountMsat + fees,
    })
    balanceMsat -= amountMsat + fees
    return {
      recipientAmountSat: Math.floor(amountMsat / 1_000),
      routingFeeSat: Math.floor(fees / 1_000),
      paymentId: item.paymentId,
      paymentHash: hash,
      paymentPreimage: preimage,
    }
  }

  /** The amount to pay: the request's, or all that can be sent, or the invoice's own. */
  function amountMsatOf(form: Form, ownMsat: number | undefined): number {
    const amountSat = form.integer('amountSat')
    const isAll = form.text('sendAll') !== undefined
    if (isAll && amountSat !== undefined) {
      throw new Refusal(400, 'Cannot use both amountSat and sendAll request parameters')
    }
    if (isAll && channel && isConnected) {
      return Math.floor((balanceMsat - 4_000) / 1.004 / 1_000) * 1_000
    }
    const msat = amountSat === undefined ? ownMsat : amountSat * 1_000
    if (msat === undefined) throw new Refusal(400, missing('amountSat'))
    return msat
  }

  const incomingItem = (each: Incoming) => ({
    type: 'incoming_payment',
    subType: 'lightning',
    paymentHash: each.hash,
    preimage: each.preimage,
    externalId: each.externalId,
    description: each.description,
    invoice: each.invoice,
    isPaid: each.completedAt !== undefined,
    isExpired: (each.expiresAt ?? Infinity) < Date.now(),
    requestedSat: each.requestedSat,
    receivedSat: each.receivedSat,
    fees: each.feesMsat,
    expiresAt: each.expiresAt,
    completedAt: each.completedAt,
    createdAt: each.createdAt,
  })

  const outgoingItem = (each: Outgoing) => ({
    type: 'outgoing_payment',
    subType: each.subType,
    paymentId: each.paymentId,
    paymentHash: each.hash,
    preimage: each.preimage,
    txId: each.txId,
    isPaid: each.subType === 'lightning' ? each.state === 'paid' : true,
    sent: Math.floor(each.sentMsat / 1_000),
    fees: each.feesMsat,
    invoice: each.invoice,
    completedAt: each.completedAt,
    createdAt: each.createdAt,
  })

  function page<T>(query: Form, items: T[], timeOf: (each: T) => number | undefined) {
    const from = query.integer('from') ?? 0
    const to = query.integer('to') ?? Date.now()
    const limit = query.integer('limit') ?? 20
    const offset = query.integer('offset') ?? 0
    const within = items.filter((each) => {
      const time = timeOf(each) ?? -1
      return time >= from && time <= to
    })
    return within.slice(offset, offset + limit)
  }

  const routes: Record<string, (form: Form, id: string) => unknown> = {
    'GET /getinfo': () => ({
      nodeId: `02${'ab'.repeat(32)}`,
      channels: channel
        ? isConnected
          ? [
              {
                state: 'Normal',
                channelId: channel.id,
                balanceSat: Math.floor(balanceMsat / 1_000),
                inboundLiquiditySat: inboundSat(),
                capacitySat: channel.capacitySat,
                fundingTxId: channel.fundingTxId,
              },
            ]
          : [{ state: 'Offline(Normal)' }]
        : [],
      chain: 'testnet3',
      blockHeight: 4_000_000,
      version: '0.8.0-double',
    }),
    'GET /getbalance': () => ({
      balanceSat: Math.floor(spendable() / 1_000),
      feeCreditSat: creditSat,
    }),
    'GET /estimateliquidityfees': (query) => ({
      miningFeeSat: 411,
      serviceFeeSat: Math.floor(query.need('amountSat', query.integer) / 100),
    }),
    'GET /listchannels': () => [],
    'POST /createinvoice': (form) => {
      const [description, descriptionHash] = [
        form.text('description'),
        form.hash('descriptionHash'),
      ]
      if ((description === undefined) === (descriptionHash === undefined)) {
        throw new Refusal(400, 'Must provide either a description or descriptionHash')
      }
      if (description !== undefined && description.length > 128) {
        const text = 'Request parameter description is too long (max 128 characters)'
        throw new Refusal(400, text)
      }
      const amountSat = form.integer('amountSat') || undefined
      const seconds = form.integer('expirySeconds') ?? defaultExpirySeconds
      const preimage = hex(32)
      const hash = createHash('sha256').update(preimage, 'hex').digest('hex')
      const createdAt = Date.now()
      const terms = { hash, amountSat, description, descriptionHash, seconds, createdAt }
      const invoice = encodeInvoice(terms)
      incoming.push({
        hash,
        preimage,
        externalId: form.text('externalId'),
        description,
        invoice,
        requestedSat: amountSat,
        receivedSat: 0,
        feesMsat: 0,
        createdAt,
        expiresAt: createdAt + seconds * 1_000,
        webhookUrl: form.text('webhookUrl'),
      })
      return { amountSat, paymentHash: hash, serialized: invoice }
    },
    'POST /createoffer': (form) => {
      const description = form.text('description')
      if (form.integer('amountSat') !== undefined && description === undefined) {
        throw new Refusal(400, 'Must provide a description if an amount is specified')
      }
      const offer = `lno1${hex(20).replace(/[bio1]/g, 'q')}`
      offers.add(offer)
      return offer
    },
    'GET /getoffer': () => 'lno1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
    'GET /getlnaddress': () => (channel ? '₿shop@example.org' : 'must have one channel'),
    'POST /payinvoice': (form) => {
      const text = form.need('invoice', form.text)
      const invoice = readInvoice(text)
      if (!invoice) throw new Refusal(400, unreadable('invoice', 'bolt11invoice'))
      return send(invoice.hash, amountMsatOf(form, invoice.amountMsat), text)
    },
    'POST /payoffer': (form) => {
      const offer = form.need('offer', form.text)
      if (!/^lno1[02-9ac-hj-np-z]+$/.test(offer)) {
        throw new Refusal(400, unreadable('offer', 'offer'))
      }
      const offerId = createHash('sha256').update(offer).digest('hex')
      const amountMsat = amountMsatOf(form, undefined)
      // Nobody else is there who could answer
      if (!offers.has(offer)) {
        return { offerId, reason: 'no response to the invoice request' }
      }
      return send(hex(32), amountMsat)
    },
    'POST /sendtoaddress': (form) => {
      const amountSat = form.integer('amountSat')
      const feerate = form.integer('feerateSatByte')
      const address = form.text('address')
      if (amountSat === undefined) return missing('amountSat')
      if (address === undefined) return missing('address')
      if (!/^(bc|tb|bcrt)1[02-9ac-hj-np-z]+$/.test(address)) return 'Invalid address'
      if (feerate === undefined) return missing('feerateSatByte')
      if (!channel || !isConnected || amountSat * 1_000 > balanceMsat) {
        return 'no channel available'
      }
      const feeMsat = feerate * 150_000
      const txId = hex(32)
      outgoing.push({
        subType: 'splice_out',
        paymentId: randomUUID(),
        txId,
        state: 'paid',
        sentMsat: amountSat * 1_000 + feeMsat,
        feesMsat: feeMsat,
        createdAt: Date.now(),
      })
      balanceMsat -= amountSat * 1_000 + feeMsat
      return txId
    },
    'POST /bumpfee': (form) => {
      form.need('feerateSatByte', form.integer)
      return channel && isConnected ? hex(32) : 'no channel available'
    },
    'POST /closechannel': (form) => {
      const id = form.need('channelId', form.hash)
      form.need('address', form.text)
      form.need('feerateSatByte', form.integer)
      if (channel?.id !== id || !isConnected) return 'no channel available'
      channel = undefined
      return hex(32)
    },
    'GET /payments/incoming': (query) => {
      const isAll = query.boolean('all')
      const externalId = query.text('externalId')
      const timeOf = (each: Incoming) => (isAll ? each.createdAt : each.completedAt)
      const matching = incoming
        .filter((each) => externalId === undefined || each.externalId === externalId)
        .toReversed()
        .sort((a, b) => (timeOf(b) ?? 0) - (timeOf(a) ?? 0))
      return page(query, matching, timeOf).map(incomingItem)
    },
    'GET /payments/outgoing': (query) => {
      const isAll = query.boolean('all')
      const shown = outgoing.filter(
        (each) => isAll || (each.state === 'paid' && each.completedAt !== undefined),
      )
      const timeOf = (each: Outgoing) => (isAll ? each.createdAt : each.completedAt)
      return page(query, shown, timeOf).map(outgoingItem)
    },
    'GET /payments/incoming/{hash}': (_, id) => {
      const hash = hashIn(id)
      const payment = incoming.find((each) => each.hash === hash)
      return payment ? incomingItem(payment) : notFound()
    },
    'GET /payments/outgoingbyhash/{hash}': (_, id) => {
      const hash = hashIn(id)
      const of = (state: Outgoing['state']) =>
        outgoing.find((each) => each.hash === hash && each.state === state)
      const payment = of('paid') ?? of('pending') ?? of('failed')
      return payment ? outgoingItem(payment) : notFound()
    },
    'GET /payments/outgoing/{id}': (_, id) => {
      if (!uuid.test(id)) throw new Refusal(400, unreadable('uuid', 'uuid'))
      const payment = outgoing.find(
        (each) => each.paymentId === id && each.subType === 'lightning',
      )
      return payment ? outgoingItem(payment) : notFound()
    },
  }
  const paying = /^\/(payinvoice|payoffer|sendtoaddress|bumpfee|closechannel)$/

  async function answer(request: IncomingMessage): Promise<[number, unknown]> {
    const url = new URL(request.url ?? '/', 'http://node')
    const [method, path] = [request.method ?? 'GET', url.pathname]
    const parts = /^(\/payments\/(?:incoming|outgoing|outgoingbyhash))\/([^/]+)$/.exec(
      path,
    )
    const name = parts
      ? `${parts[1]}/${parts[1]?.endsWith('/outgoing') ? '{id}' : '{hash}'}`
      : path
    const route = routes[`${method} ${name}`]
    if (!route) {
      const isOther = ['GET', 'POST'].some((each) => routes[`${each} ${name}`])
      return isOther
        ? [405, 'Invalid http method (use the correct GET/POST)']
        : [404, 'Unknown endpoint (check api doc)']
    }
    const [, encoded = ''] =
      /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const [, password] = /:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
    const mayUse =
      password === options.password ||
      (password === options.limitedPassword && !paying.test(path))
    if (!mayUse) {
      const text =
        'Invalid authentication (use basic auth with the http password set in phoenix.conf)'
      return [401, text]
    }
    const form = new Form(method === 'GET' ? url.searchParams : await formOf(request))
    return [200, route(form, decodeURIComponent(parts?.[2] ?? ''))]
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => respond(response, status, body),
      (error) => {
        const status = error instanceof Refusal ? error.status : 500
        respond(response, status, error instanceof Error ? error.message : String(error))
      },
    )
  })
  const { url, close } = await listen(server)

  return {
    url,
    close,
    pay,
    /** The line to the peer is lost, or found again. */
    connect: (isUp: boolean) => {
      isConnected = isUp
    },
    /** The next Lightning payment fails for this reason. */
    failNext: (reason: string) => {
      nextFailure = reason
    },
  }
}

const missing = (name: string) => `Request parameter ${name} is missing`
const unreadable = (name: string, type: string) =>
  `Request parameter ${name} couldn't be parsed/converted to ${type}`

const notFound = (): never => {
  throw new Refusal(404, 'Not found')
}

function hashIn(text: string): string {
  if (!hexOf.test(text)) throw new Refusal(400, unreadable('paymentHash', 'hex32'))
  return text.toLowerCase()
}

/** A request's parameters, read as the node reads them. */
class Form {
  readonly #fields: URLSearchParams
  constructor(fields: URLSearchParams) {
    this.#fields = fields
  }

  text = (name: string) => this.#fields.get(name) ?? undefined
  boolean = (name: string) => this.text(name) === 'true'
  integer = (name: string) => {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (!/^[+-]?\d+$/.test(text)) throw new Refusal(400, unreadable(name, 'integer'))
    return Number(text)
  }
  hash = (name: string) => {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (!hexOf.test(text)) throw new Refusal(400, unreadable(name, 'hex32'))
    return text.toLowerCase()
  }
  need<T>(name: string, read: (name: string) => T | undefined): T {
    const value = read(name)
    if (value === undefined) throw new Refusal(400, missing(name))
    return value
  }
}

/** The form in a request's body; JSON and other types are refused, as ktor does. */
async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? ''
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return new URLSearchParams(body.toString())
  }
  if (type.startsWith('multipart/form-data')) {
    const parts = await new Response(body, {
      headers: { 'content-type': type },
    }).formData()
    const fields = new URLSearchParams()
    for (const [name, value] of parts) {
      if (typeof value === 'string') fields.append(name, value)
    }
    return fields
  }
  if (type.startsWith('application/json')) {
    throw new Refusal(
      400,
      'Failed to convert request body to class io.ktor.http.Parameters',
    )
  }
  const target = 'io.ktor.http.Parameters'
  throw new Refusal(415, `Cannot transform this request's content to ${target}`)
}

function respond(response: ServerResponse, status: number, body: unknown) {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'content-type': isText ? 'text/plain; charset=UTF-8' : 'application/json',
    ...(status === 401 && {
      'www-authenticate': 'Basic realm="Ktor Server", charset=UTF-8',
    }),
  })
  response.end(isText ? body : JSON.stringify(body, null, 4))
}
