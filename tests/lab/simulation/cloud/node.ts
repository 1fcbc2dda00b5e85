import { call, type Network, Retryable } from '../machine/calls.ts'
import type { Instance } from '../machine/instance.ts'
import type { Random } from '../machine/random.ts'
import { type InvoiceTerms, invoiceOf } from './invoices.ts'

/** A payment of a customer's invoice, which may still be under way. */
type Outgoing = {
  readonly paymentId: string
  readonly paymentHash: string
  readonly amountSat: number
  readonly createdAtMs: number
  /** Time of its outcome; infinite for one that stays unknown. */
  readonly endsAtMs: number
  readonly arrives: boolean
}

type Response = { readonly status: number; readonly text: () => Promise<string> }

/**
 * Reasons why the node cannot pay: its balance, a lost peer, and fee credit without a channel.
 */
const reasons = [
  'not enough funds in wallet to afford payment',
  'channel is not connected yet, please retry when connected',
  'payment could not be sent through existing channels, check individual failures for more details',
]

/** Amount of every invoice that is not a quote's. */
export const satOfInvoice = 4_200

/** The shop's Lightning node: its invoices, and the customers' invoices that it pays. */
export class LightningNode {
  /** It cannot be reached. */
  isDown = false
  readonly #random: Random
  readonly #nowMs: () => number
  /** Amounts of its invoices, and whether they were paid. */
  readonly #issued = new Map<string, { amountSat: number; isPaid: boolean }>()
  readonly #invoices = new Map<string, InvoiceTerms>()
  readonly #outgoing: Outgoing[] = []

  constructor(random: Random, nowMs: () => number) {
    this.#random = random
    this.#nowMs = nowMs
  }

  /** Issues an invoice under a payment hash. */
  issue(paymentHash: string, amountSat = satOfInvoice): void {
    this.#issued.set(paymentHash, { amountSat, isPaid: false })
  }

  /** A customer pays an invoice of the node. */
  pay(paymentHash: string): void {
    this.#issued.set(paymentHash, { amountSat: this.satOf(paymentHash), isPaid: true })
  }

  /** Returns the amount of one of the node's invoices, in satoshis. */
  satOf = (paymentHash: string): number => this.#issued.get(paymentHash)?.amountSat ?? 0

  /**
   * Returns the fee that the node keeps of a payment, for a channel that it opens or
   * grows: mostly none, sometimes nearly all. Drawn from the hash.
   */
  feeOf(paymentHash: string): number {
    const drawn = Number.parseInt(paymentHash.slice(0, 4), 16)
    const most = this.satOf(paymentHash) - 1
    return drawn % 4 === 0 ? Math.floor((most * drawn) / 0x10000) : 0
  }

  /** Returns the satoshis that the node receives of its invoice's amount. */
  receivedOf = (paymentHash: string): number =>
    this.satOf(paymentHash) - this.feeOf(paymentHash)

  /** An invoice of a customer's wallet. */
  invoiceOf(terms: InvoiceTerms): string {
    const invoice = invoiceOf(terms)
    this.#invoices.set(invoice, terms)
    return invoice
  }

  /** The terms of an invoice that a customer's wallet made. */
  termsOf = (invoice: string) => this.#invoices.get(invoice)

  /** Lists the payments that have left the node for good, by payment hash. */
  paidOut(): { readonly paymentHash: string; readonly amountSat: number }[] {
    return this.#outgoing.filter((payment) => this.#isPaid(payment))
  }

  /** The node's answer to a request. Throws when it does not answer. */
  answer(url: string, form: string): Response {
    if (this.isDown) throw new Error('the node is down')
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/createinvoice')
      return this.#createInvoice(new URLSearchParams(form))
    if (pathname === '/payinvoice') return this.#payInvoice(new URLSearchParams(form))
    if (pathname === '/payments/outgoing') return this.#outgoingPage(searchParams)
    const paymentHash = pathname.replace(/^.*\//, '')
    return pathname.startsWith('/payments/outgoingbyhash/')
      ? this.#outgoingByHash(paymentHash)
      : this.#incoming(paymentHash)
  }

  #createInvoice(form: URLSearchParams): Response {
    const paymentHash = this.#random.bytes(32).toString('hex')
    const amountSat = Number(form.get('amountSat'))
    const expirySeconds = Number(form.get('expirySeconds'))
    this.issue(paymentHash, amountSat)
    const terms = { paymentHash, amountSat, expirySeconds, createdAtMs: this.#nowMs() }
    return json({ paymentHash, amountSat, serialized: invoiceOf(terms) })
  }

  #incoming(paymentHash: string): Response {
    const issued = this.#issued.get(paymentHash)
    if (!issued) return notFound
    const { isPaid, amountSat } = issued
    return json({
      type: 'incoming_payment',
      paymentHash,
      isPaid,
      requestedSat: amountSat,
      receivedSat: isPaid ? this.receivedOf(paymentHash) : 0,
      fees: isPaid ? this.feeOf(paymentHash) * 1_000 : 0,
      createdAt: 0,
    })
  }

  #outgoingByHash(paymentHash: string): Response {
    const attempts = this.#outgoing.filter((each) => each.paymentHash === paymentHash)
    const isPending = ({ endsAtMs }: Outgoing) => endsAtMs > this.#nowMs()
    const found =
      attempts.find((each) => this.#isPaid(each)) ??
      attempts.find(isPending) ??
      attempts[0]
    return found ? json(this.#item(found)) : notFound
  }

  #item(payment: Outgoing) {
    const { paymentId, paymentHash, amountSat, createdAtMs, endsAtMs } = payment
    return {
      type: 'outgoing_payment',
      subType: 'lightning',
      paymentId,
      paymentHash,
      isPaid: this.#isPaid(payment),
      sent: amountSat,
      ...(endsAtMs <= this.#nowMs() && { completedAt: endsAtMs }),
      createdAt: createdAtMs,
    }
  }

  /** All of them, in the order of their beginning. */
  #outgoingPage(query: URLSearchParams): Response {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    const page = this.#outgoing.slice(offset, offset + limit)
    return json(page.map((payment) => this.#item(payment)))
  }

  #isPaid = ({ arrives, endsAtMs }: Outgoing) => arrives && endsAtMs <= this.#nowMs()

  #payInvoice(form: URLSearchParams): Response {
    const terms = this.#invoices.get(form.get('invoice') ?? '')
    if (!terms) return { status: 400, text: async () => 'invalid bolt11invoice' }
    const { paymentHash } = terms
    const fails = (reason: string) => json({ paymentHash, reason })
    const before = this.#outgoing.filter((each) => each.paymentHash === paymentHash)
    if (before.some((each) => each.arrives)) {
      return fails('this invoice has already been paid')
    }
    if (terms.createdAtMs + terms.expirySeconds * 1_000 <= this.#nowMs()) {
      return fails('the invoice has expired')
    }
    const what = this.#random.next()
    if (what < 0.05) return { status: 400, text: async () => 'invalid bolt11invoice' }
    if (what < 0.15) {
      this.#begin(terms, 0, false)
      return fails(reasons[Math.floor(what * 100) % reasons.length] ?? '')
    }
    if (what < 0.3) {
      const waits = this.#random.pick([
        2_000,
        40_000,
        3_600_000,
        Number.POSITIVE_INFINITY,
      ])
      this.#begin(terms, waits, this.#random.chance(0.6))
      throw new Retryable('the payment is under way')
    }
    const { paymentId, amountSat } = this.#begin(terms, 0, true)
    if (what < 0.45) return { status: 502, text: async () => '<h1>Bad Gateway</h1>' }
    return json({
      recipientAmountSat: amountSat,
      routingFeeSat: 0,
      paymentId,
      paymentHash,
      paymentPreimage: '00'.repeat(32),
    })
  }

  #begin(
    { paymentHash, amountSat }: InvoiceTerms,
    takesMs: number,
    arrives: boolean,
  ): Outgoing {
    const createdAtMs = this.#nowMs()
    const paymentId = this.#random.uuid()
    const endsAtMs = createdAtMs + takesMs
    const began = { paymentId, paymentHash, amountSat, createdAtMs, endsAtMs, arrives }
    this.#outgoing.push(began)
    return began
  }
}

const json = (body: object): Response => ({
  status: 200,
  text: async () => JSON.stringify(body),
})

const notFound: Response = { status: 404, text: async () => 'Not found' }

/** A call of the node over HTTP, which is not retried. */
export async function nodeFetch(
  network: Network,
  from: Instance,
  node: LightningNode,
  url: string,
  form: string,
) {
  const unreachable = (message: string) =>
    new TypeError('fetch failed', { cause: new Error(message) })
  try {
    return await call(network, from, {
      what: 'node',
      execute: () => node.answer(url, form),
      attempts: 1,
      attemptMs: 25_000,
      refusal: (fault) => (fault === 'refused' ? unreachable(fault) : undefined),
    })
  } catch (error) {
    throw unreachable(String(error))
  }
}
