import {
  getIncomingPayment,
  getOutgoingPayment,
  getOutgoingPaymentByHash,
  listIncomingPayments,
  listOutgoingPayments,
} from './payments.ts'
import { createInvoice, createOffer, getLightningAddress, getOffer } from './receiving.ts'
import { payInvoice, payLightningAddress, payOffer } from './sending.ts'
import { NodeError, type Operation, type SimulatedNode } from './simulated-node.ts'
import { bumpFee, closeChannel, getBalance, getInfo, sendToAddress } from './wallet.ts'

/** One HTTP request with its body. */
export type NodeRequest = {
  method: string
  url: URL
  authorization: string | undefined
  contentType: string | undefined
  body: string
}

/** A text is sent as plain text, everything else as JSON. */
export type NodeResponse = { status: number; content: unknown; location?: string }

/** The node's two passwords. */
export type Passwords = { full: string; limited: string }

/** Responds to a request of the node's API. Errors are plain text, as the node's are. */
export async function respond(
  node: SimulatedNode,
  passwords: Passwords,
  call: NodeRequest,
): Promise<NodeResponse> {
  try {
    const path = call.url.pathname
    const found = operationOf(call.method, path)
    if (!found && operationOf(call.method === 'GET' ? 'POST' : 'GET', path)) {
      throw new NodeError(405, 'Invalid http method (use the correct GET/POST)')
    }
    if (!found && !restricted.has(path)) throw new NodeError(404, unknownEndpoint)
    if (!isAllowed(passwords, path, call.authorization)) {
      const hint = 'use basic auth with the http password set in phoenix.conf'
      throw new NodeError(401, `Invalid authentication (${hint})`)
    }
    if (!found) throw new NodeError(404, unknownEndpoint)
    const parameters = { form: formOf(call), query: call.url.searchParams, id: found.id }
    return { status: 200, content: await found.operation(node, parameters) }
  } catch (error) {
    if (error instanceof NodeError) {
      return { status: error.status, content: error.message }
    }
    if (error instanceof URIError) return { status: 400, content: 'Bad request' }
    throw error
  }
}

/** HTTP Basic with any user name. The limited password allows all but restricted paths. */
export function isAllowed(
  { full, limited }: Passwords,
  path: string,
  authorization: string | undefined,
): boolean {
  const [scheme, credentials = ''] = (authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic') return false
  const decoded = Buffer.from(credentials, 'base64').toString()
  const password = decoded.slice(decoded.indexOf(':') + 1)
  return password === full || (password === limited && !restricted.has(path))
}

function formOf({ method, contentType, body }: NodeRequest): URLSearchParams {
  if (method === 'GET' || body === '') return new URLSearchParams()
  if (contentType?.startsWith('application/json')) {
    throw new NodeError(400, 'Failed to convert request body to Parameters')
  }
  if (!contentType?.startsWith('application/x-www-form-urlencoded')) {
    throw new NodeError(415, "Cannot transform this request's content to Parameters")
  }
  return new URLSearchParams(body)
}

const unknownEndpoint = 'Unknown endpoint (check api doc)'

/** The operations of phoenixd's API that this backend uses. */
const operations: Readonly<Record<string, Operation>> = {
  'GET /getinfo': getInfo,
  'GET /getbalance': getBalance,
  'POST /createinvoice': createInvoice,
  'POST /createoffer': createOffer,
  'GET /getoffer': getOffer,
  'GET /getlnaddress': getLightningAddress,
  'POST /payinvoice': payInvoice,
  'POST /payoffer': payOffer,
  'POST /paylnaddress': payLightningAddress,
  'POST /sendtoaddress': sendToAddress,
  'POST /bumpfee': bumpFee,
  'POST /closechannel': closeChannel,
  'GET /payments/incoming': listIncomingPayments,
  'GET /payments/incoming/{id}': getIncomingPayment,
  'GET /payments/outgoing': listOutgoingPayments,
  'GET /payments/outgoing/{id}': getOutgoingPayment,
  'GET /payments/outgoingbyhash/{id}': getOutgoingPaymentByHash,
}

/** Paths that need the full password. */
const restricted = new Set([
  '/payinvoice',
  '/payoffer',
  '/paylnaddress',
  '/lnurlpay',
  '/lnurlauth',
  '/sendtoaddress',
  '/bumpfee',
  '/closechannel',
])

/** The operation of a path and its `{id}`; undefined for an unknown path. */
function operationOf(method: string, path: string) {
  const exact = operations[`${method} ${path}`]
  if (exact) return { operation: exact, id: '' }
  const cut = path.lastIndexOf('/')
  const operation = operations[`${method} ${path.slice(0, cut)}/{id}`]
  return operation && { operation, id: decodeURIComponent(path.slice(cut + 1)) }
}
