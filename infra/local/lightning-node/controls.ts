import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { makeInvoice, maxSat } from './invoices.ts'
import type { NodeRequest, NodeResponse } from './node-api.ts'
import { decodeOffer } from './offers.ts'
import { receiveInvoicePayment, receiveOfferPayment } from './receiving.ts'
import { NodeError, type SimulatedNode } from './simulated-node.ts'

const amountSat = z.int().min(1).max(maxSat).nullable().default(null)

/** A customer's payment: of an invoice, by its text or payment hash, or of an offer. */
const CustomerPayment = z.union([
  z.strictObject({ invoice: z.string(), amountSat }),
  z.strictObject({ paymentHash: z.string(), amountSat }),
  z.strictObject({
    offer: z.string(),
    amountSat,
    payerNote: z.string().nullable().default(null),
  }),
])

/** An invoice of another node, for this node to pay. */
const ForeignInvoiceTerms = z.strictObject({
  amountSat,
  description: z.string().max(128).default(''),
  expirySeconds: z.int().min(1).default(3_600),
})

type Control = (node: SimulatedNode, body: unknown, url: URL) => unknown

/** The simulation's own API: customers' payments, other nodes' invoices, and faults. */
const controls: Readonly<Record<string, Control>> = {
  'POST /_simulator/pay': (node, body) => {
    const payment = CustomerPayment.parse(body)
    if ('offer' in payment)
      return receiveOfferPayment(node, ownOffer(node, payment), payment)
    return receiveInvoicePayment(node, ownInvoice(node, payment), payment.amountSat)
  },

  'POST /_simulator/invoice': (node, body) => {
    const { description, ...terms } = ForeignInvoiceTerms.parse(body)
    const foreignKey = randomBytes(32).toString('hex')
    const { invoice, paymentHash, preimage } = makeInvoice(foreignKey, {
      ...terms,
      description: { text: description },
      createdAtMs: node.now(),
    })
    node.record({ kind: 'foreignInvoice', paymentHash, preimage })
    return { serialized: invoice, paymentHash }
  },

  'GET /_simulator/rate': ({ rateSource }) => rateSource.ask(),
  'POST /_simulator/rate': ({ rateSource }, body) => rateSource.set(body),

  'POST /_simulator/card': ({ cards }, body) => cards.issue(body),
  'POST /_simulator/tap': ({ cards }, body, { origin }) => {
    const said = cards.tap(body, origin)
    if (said === undefined) throw new NodeError(404, 'no such card')
    return said
  },

  'GET /_simulator/faults': ({ faults }) => faults.current(),
  'POST /_simulator/faults': ({ faults }, body) => {
    faults.set(body)
    return faults.current()
  },
  'DELETE /_simulator/faults': ({ faults }) => {
    faults.clear()
    return faults.current()
  },
}

/** Runs a control. Returns JSON, `{message}` when it fails. */
export async function control(
  node: SimulatedNode,
  { method, url, contentType = '', body }: NodeRequest,
): Promise<NodeResponse> {
  if (method === 'GET' && url.pathname.startsWith('/_simulator/card/')) {
    return issuerOfCards(node, url)
  }
  const run = controls[`${method} ${url.pathname}`]
  if (run === undefined) return failure(404, 'Not found')
  // A page of another origin can post text or a form without asking, but no JSON.
  if (method === 'POST' && !/^application\/json\b/i.test(contentType)) {
    return failure(415, 'the body must be application/json')
  }
  try {
    const input = body === '' ? {} : JSON.parse(body)
    return { status: 200, content: await run(node, input, url) }
  } catch (error) {
    if (error instanceof NodeError) return failure(error.status, error.message)
    if (error instanceof z.ZodError) return failure(400, z.prettifyError(error))
    if (error instanceof SyntaxError) return failure(400, 'the body is not JSON')
    throw error
  }
}

/** Answers as the issuer of simulated cards. */
const issuerOfCards = (node: SimulatedNode, url: URL): Promise<NodeResponse> =>
  node.cards.answer({
    url,
    find: (invoice) => invoiceOf(node, invoice),
    pay: (invoice) => receiveInvoicePayment(node, ownInvoice(node, { invoice }), null),
  })

const failure = (status: number, message: string) => ({ status, content: { message } })

const invoiceOf = ({ incoming }: SimulatedNode, text: string) =>
  [...incoming.values()].find(({ invoice }) => invoice === text.trim().toLowerCase())

function ownInvoice(
  node: SimulatedNode,
  payment: { invoice: string } | { paymentHash: string },
) {
  const found =
    'invoice' in payment
      ? invoiceOf(node, payment.invoice)
      : node.incoming.get(payment.paymentHash.toLowerCase())
  if (found === undefined) throw new NodeError(404, 'this node made no such invoice')
  return found
}

function ownOffer({ nodeId }: SimulatedNode, payment: { offer: string }) {
  const offer = decodeOffer(payment.offer)
  if (offer?.issuer !== nodeId) throw new NodeError(404, 'this node made no such offer')
  return offer
}
