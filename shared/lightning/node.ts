import * as z from 'zod'
import { payingFailure, readingFailure, unreachable } from './failure.ts'
import { maxDescriptionLength, truncate } from './limits.ts'
import {
  Balance,
  CreatedInvoice,
  IncomingPayment,
  jsonText,
  NodeInfo,
  OutgoingPayment,
  PaymentResult,
  TransactionId,
} from './node-schemas.ts'
import { paymentHashOf } from './payment-hash.ts'
import {
  type NodeRequest,
  type NodeResponse,
  type NodeTransport,
  NodeUnreachable,
} from './transport.ts'

/** Which payments a list holds; what is left out is the node's choice. */
export type PaymentQuery = {
  fromMs?: number | undefined
  toMs?: number | undefined
  limit?: number | undefined
  offset?: number | undefined
  /** also unpaid invoices, or failed payments */
  all?: boolean | undefined
  externalId?: string | undefined
}

/** Characters of an id that a payment could have, with room to spare. */
const maxPaymentIdLength = 200

/** The ids that name a payment, and what each looks like. */
const idForms = {
  paymentHash: /^[0-9a-f]{64}$/,
  paymentId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
}
type Named = { readonly [Name in keyof typeof idForms]?: string | null }

type Fields = Readonly<Record<string, string | number | null | undefined>>

/** An invoice to make; without an amount it takes any amount. */
export type InvoiceRequest = {
  description: string
  amountSat?: number | null | undefined
  externalId?: string | null | undefined
  expirySeconds?: number | null | undefined
}

/** An invoice to pay; without an amount its own is paid. */
export type InvoicePayment = { invoice: string; amountSat?: number | null | undefined }

export type OfferPayment = {
  offer: string
  amountSat?: number | null | undefined
  message?: string | null | undefined
}

export type OnchainPayment = {
  amountSat: number
  address: string
  feerateSatByte: number
}

export type ChannelClosing = {
  channelId: string
  address: string
  feerateSatByte: number
}

export type LightningNode = ReturnType<typeof lightningNode>

/**
 * The upstream node API of the wallet document. Amounts are satoshis, fee rates
 * satoshis per byte. Every operation throws NodeFailure (open-areas, section 19); the
 * on-chain ones answer a transaction id; a payment that the node does not know is
 * undefined.
 */
export function lightningNode(transport: NodeTransport) {
  const read = async <S extends z.ZodType>(path: string, schema: S, words?: string) => {
    const answer = await call(transport, { method: 'GET', path, form: null })
    return expected(answer, jsonText(schema)) ?? fail(readingFailure(answer, words))
  }

  const lookUp = async <S extends z.ZodType<Named>>(
    list: string,
    name: keyof Named,
    id: string,
    schema: S,
  ) => {
    // No payment has such an id, and a dot segment or a slash would make another path
    if (/^\.{0,2}$|[/\\]/.test(id) || id.length > maxPaymentIdLength) return undefined
    const path = `${list}/${encodeURIComponent(id)}`
    const answer = await call(transport, { method: 'GET', path, form: null })
    // With 400 the node says that it cannot read the id; to a real one it has no reason
    const unreadable = answer.status === 400 && !idForms[name].test(id)
    if (answer.status === 404 || unreadable) return undefined
    const payment = expected(answer, jsonText(schema))
    // What is said of another payment tells nothing about this one
    const isIt = payment && (payment[name] ?? id).toLowerCase() === id.toLowerCase()
    return isIt ? payment : fail(readingFailure(answer))
  }

  const byHash = <S extends z.ZodType<Named>>(list: string, hash: string, schema: S) =>
    lookUp(list, 'paymentHash', paymentHashOf(hash), schema)

  const pay = async <S extends z.ZodType>(path: string, fields: Fields, schema: S) => {
    const request = { method: 'POST', path, form: formOf(fields) } as const
    const answer = await call(transport, request, true)
    return expected(answer, schema) ?? fail(payingFailure(answer))
  }

  return {
    getInfo: () => read('/getinfo', NodeInfo, 'Unable to retrieve node information'),
    getBalance: () =>
      read('/getbalance', Balance, 'Unable to retrieve balance information'),

    createInvoice: async (wanted: InvoiceRequest) => {
      const { description, amountSat, externalId, expirySeconds } = wanted
      const fields = { amountSat, externalId, expirySeconds }
      const form = formOf({
        description: truncate(description, maxDescriptionLength),
        ...fields,
      })
      const request = { method: 'POST', path: '/createinvoice', form } as const
      const answer = await call(transport, request)
      return expected(answer, jsonText(CreatedInvoice)) ?? fail(readingFailure(answer))
    },

    payInvoice: ({ invoice, amountSat }: InvoicePayment) =>
      pay('/payinvoice', { invoice, amountSat }, jsonText(PaymentResult)),
    payOffer: ({ offer, amountSat, message }: OfferPayment) =>
      pay('/payoffer', { offer, amountSat, message }, jsonText(PaymentResult)),
    sendToAddress: ({ amountSat, address, feerateSatByte }: OnchainPayment) =>
      pay('/sendtoaddress', { amountSat, address, feerateSatByte }, TransactionId),
    bumpFee: (feerateSatByte: number) =>
      pay('/bumpfee', { feerateSatByte }, TransactionId),
    closeChannel: ({ channelId, address, feerateSatByte }: ChannelClosing) =>
      pay('/closechannel', { channelId, address, feerateSatByte }, TransactionId),

    incomingPayments: (query: PaymentQuery = {}) =>
      read(`/payments/incoming${queryOf(query)}`, z.array(IncomingPayment)),
    incomingPayment: (paymentHash: string) =>
      byHash('/payments/incoming', paymentHash, IncomingPayment),
    outgoingPayments: (query: Omit<PaymentQuery, 'externalId'> = {}) =>
      read(`/payments/outgoing${queryOf(query)}`, z.array(OutgoingPayment)),
    outgoingPayment: (paymentId: string) =>
      lookUp('/payments/outgoing', 'paymentId', paymentId.trim(), OutgoingPayment),
    outgoingPaymentByHash: (paymentHash: string) =>
      byHash('/payments/outgoingbyhash', paymentHash, OutgoingPayment),
  }
}

async function call(
  transport: NodeTransport,
  request: NodeRequest,
  paying = false,
): Promise<NodeResponse> {
  try {
    return await transport(request)
  } catch (error) {
    throw error instanceof NodeUnreachable ? unreachable(error, paying) : error
  }
}

/** The result in a 200 answer; undefined when it is not the one hoped for. */
function expected<S extends z.ZodType>(
  { status, body }: NodeResponse,
  schema: S,
): z.infer<S> | undefined {
  const result = schema.safeParse(body)
  return status === 200 && result.success ? result.data : undefined
}

function fail(failure: Error): never {
  throw failure
}

function formOf(fields: Fields): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => (value ?? null) !== null)
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
}

function queryOf({ fromMs, toMs, limit, offset, all, externalId }: PaymentQuery): string {
  const given = formOf({
    from: fromMs,
    to: toMs,
    limit,
    offset,
    all: all ? 'true' : null,
    externalId,
  })
  const query = new URLSearchParams(given).toString()
  return query && `?${query}`
}
