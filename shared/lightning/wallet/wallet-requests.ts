import * as z from 'zod'
import { Failure } from '../../failure.ts'
import type { ShopTime } from '../../platform/time/days.ts'
import { readMoment } from '../../platform/time/moment.ts'
import {
  fiatAmount,
  nonBlank,
  nullableText,
  optionalText,
  rate,
  rateCurrency,
  recordId,
  text,
} from '../../platform/validation/fields.ts'
import { ratesOnWire } from '../../selling/sales/payment.ts'
import {
  maxNodeNameLength,
  maxPaymentCodeLength,
  maxReferenceLength,
} from '../node/limits.ts'
import {
  CreatedInvoice,
  IncomingPayment,
  invoiceWarningField,
  NodeChannel,
  NodeInfo,
  OutgoingPayment,
} from '../node/node-schemas.ts'

/** Reply of POST /wallet/createinvoice. */
export const NewInvoice = CreatedInvoice.extend({ warning: invoiceWarningField }).meta({
  id: 'CreatedInvoice',
  description: 'A new invoice',
})

/** A whole number from 1, such as satoshis or seconds. */
const positive = z.int().min(1)

const withoutScheme = (code: string) => code.trim().replace(/^lightning:/i, '')

/** An invoice or offer of any length; some QR codes put `lightning:` before it. */
const scannedCode = z.string().transform(withoutScheme)

/** An invoice or offer that the node can be asked to pay. */
const paymentCode = nonBlank
  .max(maxPaymentCodeLength, 'is too long')
  .transform(withoutScheme)

/** An on-chain address or a channel's id. */
const nodeName = nonBlank.max(maxNodeNameLength, 'is too long')

/** An external record's id, or a message to a payee. */
const reference = optionalText.refine(
  (value) => (value?.length ?? 0) <= maxReferenceLength,
  'is too long',
)

/** Body of POST /wallet/auth. */
export const WalletPassword = z
  .object({ password: text.describe("The role's password, such as open sesame") })
  .meta({ id: 'WalletPassword' })

/** Body of POST /wallet/password. */
export const WalletPasswordChange = z
  .object({
    currentPassword: text.describe("The role's password, such as open sesame"),
    newPassword: nonBlank
      .max(200, 'is too long')
      .describe("The role's password from now on"),
  })
  .meta({ id: 'WalletPasswordChange' })

/** Reply of POST /wallet/auth; the end of the session in Unix ms. */
export const WalletOpened = z
  .object({
    message: z.literal('Login successful'),
    walletTokenExpiresAt: z.int().describe('Unix ms'),
  })
  .meta({ id: 'WalletOpened' })

/** Reply of POST /wallet/logout. */
export const WalletClosed = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'WalletClosed' })

/** Ten years: a node that is asked for far longer fails. */
const maxExpirySeconds = 10 * 366 * 86_400

/** Body of POST /wallet/createinvoice and POST /wallet/invoice. */
export const InvoiceInput = z
  .object({
    description: text.describe('Cut to 128 characters, such as Green tea'),
    amountSat: positive.nullish().describe('In satoshis; without it the payer chooses'),
    externalId: reference.describe("The till's own reference for the payment"),
    expirySeconds: positive
      .max(maxExpirySeconds)
      .nullish()
      .describe('In seconds, at most ten years; an hour if it is left out'),
    exchangeRate: rate,
    exchangeRateCurrency: rateCurrency,
    fiatAmount,
  })
  .meta({
    id: 'InvoiceInput',
    example: { amountSat: 4200, externalId: 'till-1', expirySeconds: 600 },
  })
export type InvoiceInput = z.output<typeof InvoiceInput>

/** Body of POST /wallet/decodeinvoice; any text, so that the reply can say that it is not an invoice. */
export const EncodedInvoice = z
  .object({
    invoice: scannedCode.describe('Text of a scanned code'),
  })
  .meta({ id: 'EncodedInvoice' })

/** Reply of POST /wallet/decodeinvoice. */
export const DecodedInvoice = z
  .object({
    amountSat: z.int().nullable().describe('In satoshis; null when the payer chooses'),
    description: nullableText.describe("The invoice's own text; null without one"),
  })
  .meta({ id: 'DecodedInvoice', description: 'What an invoice says' })

/** Body of POST /wallet/payinvoice. */
export const InvoicePaymentInput = z
  .object({
    invoice: paymentCode.describe('BOLT11 invoice, as a QR code shows it'),
    amountSat: positive
      .nullish()
      .describe("In satoshis; the invoice's own if it is left out"),
    exchangeRate: rate,
    exchangeRateCurrency: rateCurrency,
  })
  .meta({ id: 'InvoicePaymentInput' })
export type InvoicePaymentInput = z.output<typeof InvoicePaymentInput>

/** Body of POST /wallet/payoffer. */
export const OfferPaymentInput = z
  .object({
    offer: paymentCode.describe('BOLT12 offer, such as lno1…'),
    amountSat: positive.nullish().describe('In satoshis'),
    message: reference.describe('Note to the recipient'),
  })
  .meta({ id: 'OfferPaymentInput' })

/** Body of POST /wallet/payonchain. */
export const OnchainPaymentInput = z
  .object({
    amountSat: positive.describe('In satoshis'),
    address: nodeName.describe('Bitcoin address, such as bc1q…'),
    feerateSatByte: positive.describe('In satoshis per byte, such as 12'),
  })
  .meta({ id: 'OnchainPaymentInput' })
export type OnchainPaymentInput = z.output<typeof OnchainPaymentInput>

/** State of a new on-chain transaction; no node says when it is confirmed. */
export const notConfirmed = 'Sent to the network, not confirmed'

const onchainMessageField = z
  .string()
  .describe('That it is not confirmed yet, for people')

/** Reply of POST /wallet/payonchain. */
export const PaidOnchain = z
  .object({
    txId: recordId('the on-chain transaction, 64 characters in hex'),
    amountSat: z.int().describe('In satoshis'),
    feesSat: z.int().describe('In satoshis; 0 when the node does not tell'),
    message: onchainMessageField,
  })
  .meta({ id: 'PaidOnchain', description: 'A payment to an on-chain address' })

/** The whole body of POST /wallet/bumpfee: satoshis per byte. */
export const FeerateInput = positive
  .describe('In satoshis per byte, such as 12')
  .meta({ id: 'FeerateInput' })

/** Reply of POST /wallet/bumpfee. */
export const BumpedFee = z
  .object({
    txId: recordId('the on-chain transaction, 64 characters in hex'),
    newFeerateSatByte: z.int().describe('In satoshis per byte, such as 12'),
    additionalFeesSat: z.int().describe('In satoshis; 0 when the node does not tell'),
    message: onchainMessageField,
  })
  .meta({ id: 'BumpedFee' })

/** Reply of GET /wallet/webhook-secret. */
export const WebhookSecret = z
  .object({
    webhookSecret: z
      .string()
      .nullable()
      .describe('What the node signs its webhooks with; null where none is set'),
  })
  .meta({ id: 'WebhookSecret' })

/** Body of POST /wallet/closechannel. */
export const ChannelClosingInput = z
  .object({
    channelId: nodeName.describe('Id of the channel in hex'),
    address: nodeName.describe('Bitcoin address, such as bc1q…'),
    feerateSatByte: positive.describe('In satoshis per byte, such as 12'),
  })
  .meta({ id: 'ChannelClosingInput' })
export type ChannelClosingInput = z.output<typeof ChannelClosingInput>

/** Reply of POST /wallet/closechannel. */
export const ClosedChannel = z
  .object({
    txId: recordId('the on-chain transaction, 64 characters in hex'),
    message: onchainMessageField,
  })
  .meta({ id: 'ClosedChannel' })

const moment = z
  .union([z.string(), z.int().min(0)])
  .transform(String)
  .refine((text) => readMoment(text) !== undefined, 'must be Unix ms or ISO 8601')

/** In Unix ms, both included. */
export type FromTo = { from?: number | undefined; to?: number | undefined }

/** True if a period's start is not after its end; an open end is in order. */
const isInOrder = ({ from, to }: FromTo): boolean =>
  from === undefined || to === undefined || from <= to

/**
 * Body of POST /wallet/export, in Unix ms or ISO 8601. A date without a time counts as the
 * whole day of the shop; `readPeriod` reads it.
 */
export const Period = z
  .object({
    from: moment.nullish().describe('Unix ms or ISO 8601, such as 2026-11-01'),
    to: moment.nullish().describe('Unix ms or ISO 8601, such as 2026-11-30'),
  })
  .default({})
  .meta({ id: 'Period', description: 'A period; a day without a time counts whole' })
export type Period = z.output<typeof Period>

/** A period in Unix ms, its days those of a shop. Throws `invalid` for a reversed one. */
export function readPeriod({ from, to }: Period, time: ShopTime): FromTo {
  const period = {
    from: from ? readMoment(from, 'start', time) : undefined,
    to: to ? readMoment(to, 'end', time) : undefined,
  }
  if (!isInOrder(period)) throw new Failure('invalid', { fault: 'from is after to' })
  return period
}

const digits = z.string().regex(/^\d{1,15}$/, 'must be a whole number')
const number = digits.transform(Number)

/** Schema of a number that a query has as text, for documents. */
const integer = { type: 'integer', minimum: 0 } as const

const fields = {
  /** Unix ms */
  from: number.optional().meta({ ...integer, description: 'Unix ms' }),
  /** Unix ms */
  to: number.optional().meta({ ...integer, description: 'Unix ms' }),
  limit: number
    .optional()
    .meta({ ...integer, description: 'Rows; 20 if it is left out' }),
  offset: number.optional().meta({ ...integer, description: 'Rows to pass over' }),
  all: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .optional()
    .meta({ enum: ['true', 'false'], description: 'Also unpaid ones, all on one page' }),
}

/** Query of GET /wallet/payments/incoming; `all` adds unpaid invoices, unpaged. */
export const IncomingQuery = z
  .object({
    ...fields,
    externalId: z
      .string()
      .max(maxReferenceLength)
      .optional()
      .describe("The till's own reference, from the invoice"),
  })
  .refine(isInOrder, 'from is after to')
export type IncomingQuery = z.output<typeof IncomingQuery>

/** Query of GET /wallet/payments/outgoing; `all` adds failed payments, unpaged. */
export const OutgoingQuery = z.object(fields).refine(isInOrder, 'from is after to')
export type OutgoingQuery = z.output<typeof OutgoingQuery>

/** Facts that the shop knows about a payment; rates are null when it has none. */
const known = {
  ...ratesOnWire,
  refunded: z.literal(true).optional().describe('Its sale was refunded, whole'),
}

const IncomingStatus = z.enum(['RECEIVED', 'EXPIRED', 'PENDING']).meta({
  id: 'IncomingStatus',
  description: 'Whether it was paid, can no longer be paid, or is awaited',
})
export type IncomingStatus = z.infer<typeof IncomingStatus>

/** An element of GET /wallet/payments/incoming: the node's object, and the shop's additions. */
export const ListedIncoming = IncomingPayment.extend({
  amountSat: z.int().describe('What was asked for, or else received; in satoshis'),
  status: IncomingStatus,
  ...known,
}).meta({
  id: 'ListedIncoming',
  description: 'A received or expected payment, and what it was worth',
})

/** An outgoing payment with the description of its invoice. */
export const DescribedOutgoing = OutgoingPayment.extend({
  description: nullableText.describe("The invoice's own text; null without one"),
}).meta({ id: 'DescribedOutgoing', description: 'A sent payment' })
export type DescribedOutgoing = z.infer<typeof DescribedOutgoing>

/** An element of GET /wallet/payments/outgoing. */
export const ListedOutgoing = DescribedOutgoing.extend(known).meta({
  id: 'ListedOutgoing',
  description: 'A sent payment, and what it was worth',
})

const Channel = NodeChannel.extend({
  inboundSat: NodeChannel.shape.inboundLiquiditySat.describe(
    'The same as inboundLiquiditySat: satoshis that the shop can receive over it',
  ),
}).meta({ id: 'Channel', description: 'A Lightning channel of the node' })

/** Reply of GET /wallet/getinfo. */
export const WalletInfo = NodeInfo.extend({
  channels: z.array(Channel).describe('Its Lightning channels'),
}).meta({ id: 'NodeInfo', description: 'The node and its channels' })

/** The node and its channels, as the wallet shows them. */
export const walletInfo = (
  info: z.output<typeof NodeInfo>,
): z.output<typeof WalletInfo> => ({
  ...info,
  channels: info.channels.map((channel) => ({
    ...channel,
    inboundSat: channel.inboundLiquiditySat,
  })),
})

/** Warnings about the node for the owner. */
const NodeWarning = z
  .enum([
    'inbound_low',
    'node_unreachable',
    'node_peer_lost',
    'node_limited_password',
    'node_webhook_silent',
    'no_channel',
    'fee_credit',
  ])
  .meta({ id: 'NodeWarning', description: 'What the owner must know about the node' })

const timeOrNull = (what: string) =>
  z.iso.datetime().nullable().describe(`${what}, such as 2026-11-24T09:30:00Z`)

/** Reply of GET /wallet/health. */
export const NodeHealth = z
  .object({
    inboundSat: z
      .int()
      .nullable()
      .describe('Satoshis that all channels can receive; null while nobody knows'),
    lowInboundSat: z.int().describe('The setting of the shop: below it, that is low'),
    asOf: timeOrNull('When the node answered last; null if it never did'),
    awaySince: timeOrNull('When it was first missed; null while it answers'),
    peerLostSince: timeOrNull(
      'Since when it has no line to its peer, so that nobody can pay; null while it has one',
    ),
    feeCreditSat: z
      .int()
      .nullable()
      .describe(
        'Satoshis of small payments that will pay for a channel, and cannot be spent; null while nobody knows',
      ),
    channelCostSat: z
      .int()
      .nullable()
      .describe(
        'About what the first channel costs, in satoshis, taken from the payment that opens it; null for a node that has one',
      ),
    warnings: z.array(NodeWarning).describe('What the owner must know'),
  })
  .meta({ id: 'NodeHealth', description: 'Whether the node can receive payments' })
export type NodeHealth = z.infer<typeof NodeHealth>
