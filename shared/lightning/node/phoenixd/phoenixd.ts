import * as z from 'zod'
import { unreachableFailure } from '../failure.ts'
import { maxDescriptionLength, paymentHashOf, truncate } from '../limits.ts'
import type { LightningNode } from '../node.ts'
import {
  Balance,
  CreatedInvoice,
  IncomingPayment,
  NodeInfo,
  OutgoingPayment,
  type PaymentQuery,
  PaymentResult,
} from '../node-schemas.ts'
import {
  type NodeRequest,
  type NodeResponse,
  type NodeTransport,
  NodeUnreachable,
} from '../transport.ts'
import { wrongPassword } from './direct-transport.ts'
import { paymentFailure, readFailure } from './failures.ts'

/** In characters; no real payment id is nearly as long. */
const maxPaymentIdLength = 200

/** 1 % of 2,000,000 and of the payment, 1,000 for a new channel, and what miners get of late. */
const firstChannelSat = 23_000

/** An invoice that says nothing expires after an hour; the node's own default is a day. */
const defaultExpirySeconds = 3_600

/** The ids that name a payment, and their formats. */
const idFormats = {
  paymentHash: /^[0-9a-f]{64}$/,
  paymentId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
}
type PaymentIds = { readonly [Name in keyof typeof idFormats]?: string | null }

/** Checked by its format: with status 200 the node also sends texts of failures. */
const TransactionId = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{64}$/i)

/** JSON text of a schema's shape. */
const jsonText = <S extends z.ZodType>(schema: S) =>
  z.string().transform(parseJson).pipe(schema)

function parseJson(text: string, context: z.RefinementCtx<string>): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('not JSON')
    return z.NEVER
  }
}

type Fields = Readonly<Record<string, string | number | null | undefined>>

/**
 * A node of the kind phoenixd, by its HTTP API: forms as requests, JSON or a text as responses.
 * Failed payments have status 200 and a reason, or a text where a transaction id is expected.
 */
export function phoenixd(transport: NodeTransport): LightningNode {
  const read = async <S extends z.ZodType>(path: string, schema: S, message?: string) => {
    const response = await call(transport, { method: 'GET', path, form: null })
    return parseResult(response, jsonText(schema)) ?? fail(readFailure(response, message))
  }

  const lookUp = async <S extends z.ZodType<PaymentIds>>(
    list: string,
    name: keyof PaymentIds,
    id: string,
    schema: S,
  ) => {
    // No payment has such an id, and a dot segment or a slash would change the path
    if (/^\.{0,2}$|[/\\]/.test(id) || id.length > maxPaymentIdLength) return undefined
    const path = `${list}/${encodeURIComponent(id)}`
    const response = await call(transport, { method: 'GET', path, form: null })
    // 400 means that the node cannot parse the id; it has no reason to refuse a valid one
    const isUnreadable = response.status === 400 && !idFormats[name].test(id)
    if (response.status === 404 || isUnreadable) return undefined
    const payment = parseResult(response, jsonText(schema))
    // A response about another payment says nothing about this one
    const isSamePayment =
      payment && (payment[name] ?? id).toLowerCase() === id.toLowerCase()
    return isSamePayment ? payment : fail(readFailure(response))
  }

  const byHash = <S extends z.ZodType<PaymentIds>>(
    list: string,
    hash: string,
    schema: S,
  ) => lookUp(list, 'paymentHash', paymentHashOf(hash), schema)

  const pay = async <S extends z.ZodType>(path: string, fields: Fields, schema: S) => {
    const request = { method: 'POST', path, form: formOf(fields) } as const
    const response = await call(transport, request, true)
    return parseResult(response, schema) ?? fail(paymentFailure(response))
  }

  return {
    firstChannelSat,

    getInfo: () => read('/getinfo', NodeInfo, 'Unable to retrieve node information'),
    maySend: async () => {
      // Without an invoice it can only refuse, and says which refusal comes first
      const request = { method: 'POST', path: '/payinvoice', form: {} } as const
      return (await call(transport, request)).status !== wrongPassword
    },
    getBalance: () =>
      read('/getbalance', Balance, 'Unable to retrieve balance information'),

    createInvoice: async (request) => {
      const { description, descriptionHash, amountSat, externalId, expirySeconds } =
        request
      const form = formOf({
        // The node refuses both
        ...(description === undefined
          ? { descriptionHash }
          : { description: truncate(description, maxDescriptionLength) }),
        amountSat,
        externalId,
        expirySeconds: expirySeconds ?? defaultExpirySeconds,
      })
      const post = { method: 'POST', path: '/createinvoice', form } as const
      const response = await call(transport, post)
      const created = parseResult(response, jsonText(CreatedInvoice))
      return created ?? fail(readFailure(response))
    },

    payInvoice: ({ invoice, amountSat }) =>
      pay('/payinvoice', { invoice, amountSat }, jsonText(PaymentResult)),
    payOffer: ({ offer, amountSat, message }) =>
      pay('/payoffer', { offer, amountSat, message }, jsonText(PaymentResult)),
    sendToAddress: ({ amountSat, address, feerateSatByte }) =>
      pay('/sendtoaddress', { amountSat, address, feerateSatByte }, TransactionId),
    bumpFee: (feerateSatByte) => pay('/bumpfee', { feerateSatByte }, TransactionId),
    closeChannel: ({ channelId, address, feerateSatByte }) =>
      pay('/closechannel', { channelId, address, feerateSatByte }, TransactionId),

    incomingPayments: (query = {}) =>
      read(`/payments/incoming${queryOf(query)}`, z.array(IncomingPayment)),
    incomingPayment: (paymentHash) =>
      byHash('/payments/incoming', paymentHash, IncomingPayment),
    outgoingPayments: (query = {}) =>
      read(`/payments/outgoing${queryOf(query)}`, z.array(OutgoingPayment)),
    outgoingPayment: (paymentId) =>
      lookUp('/payments/outgoing', 'paymentId', paymentId.trim(), OutgoingPayment),
    outgoingPaymentByHash: (paymentHash) =>
      byHash('/payments/outgoingbyhash', paymentHash, OutgoingPayment),
  }
}

async function call(
  transport: NodeTransport,
  request: NodeRequest,
  isPayment = false,
): Promise<NodeResponse> {
  try {
    return await transport(request)
  } catch (error) {
    throw error instanceof NodeUnreachable ? unreachableFailure(error, isPayment) : error
  }
}

/** The result in a 200 response; undefined when the response has another status or shape. */
function parseResult<S extends z.ZodType>(
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
