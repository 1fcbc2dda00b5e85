import * as z from 'zod'

const amount = z.int().describe('In satoshis')
const unixMs = z.int().describe('Unix ms')
const text = z.string()
const millisats = z.int().describe('In millisatoshis')

/** The node leaves out keys without a value; they are read as null. */
const nullIfAbsent = <S extends z.ZodType>(schema: S) => schema.nullable().default(null)

const preimage = nullIfAbsent(text).describe('In hex; null until it is paid')
const subType = nullIfAbsent(text).describe("The node's own subtype; null if it has none")
const isPaid = z.boolean().describe('Whether the payment is complete')
const paymentHash = text.describe('Payment hash in hex, 64 characters')

/** A Lightning channel, as the node describes it. */
export const NodeChannel = z.object({
  state: text.describe("The node's own name of the channel's state"),
  channelId: nullIfAbsent(text).describe('Id of the channel in hex'),
  balanceSat: nullIfAbsent(amount).describe('Satoshis that the shop can send over it'),
  inboundLiquiditySat: nullIfAbsent(amount).describe(
    'Satoshis that the shop can receive over it',
  ),
  capacitySat: nullIfAbsent(amount).describe('Satoshis of both sides'),
  fundingTxId: nullIfAbsent(text).describe('Id of the transaction that opened it'),
})

/** The node and its channels. */
export const NodeInfo = z.object({
  nodeId: text.describe("The node's public key in hex"),
  channels: z.array(NodeChannel).describe('Its Lightning channels'),
  chain: text.describe('Network of the node, such as mainnet or testnet'),
  blockHeight: nullIfAbsent(z.int()).describe('Height of the last block it has seen'),
  version: text.describe('Version of the program'),
})

/**
 * True if the node has channels but gives no amounts for any: it has lost its peer, or
 * has just found it again.
 */
export const isPeerLost = ({ channels }: Pick<NodeInfo, 'channels'>): boolean =>
  channels.length > 0 &&
  channels.every(({ inboundLiquiditySat }) => inboundLiquiditySat === null)

export const Balance = z
  .object({ balanceSat: amount, feeCreditSat: amount })
  .meta({ id: 'Balance', description: "The node's balance" })

/** An invoice that the node created; `amountSat` is null when the payer chooses it. */
export const CreatedInvoice = z.object({
  amountSat: nullIfAbsent(amount).describe('In satoshis; null: the payer chooses'),
  paymentHash,
  serialized: text.describe('BOLT11 invoice, as a QR code shows it'),
})

/** Warnings that a till must see before it shows an invoice. */
export const InvoiceWarning = z.enum(['node_peer_lost']).meta({
  id: 'InvoiceWarning',
  description: 'Why nobody can pay an invoice at the moment: the node has lost its peer',
})
export type InvoiceWarning = z.infer<typeof InvoiceWarning>

export const invoiceWarningField = InvoiceWarning.optional().describe(
  'Why nobody can pay it at the moment; absent while all is well',
)

export const PaymentResult = z
  .object({
    recipientAmountSat: amount,
    routingFeeSat: amount,
    paymentId: text.describe("The node's id of the payment"),
    paymentHash,
    paymentPreimage: text.describe('Proof of the payment in hex, 64 characters'),
  })
  .meta({ id: 'PaymentResult', description: 'A Lightning payment that was sent' })

/** `fees` are millisatoshis; times are Unix ms. */
export const IncomingPayment = z
  .object({
    type: text.describe("The node's own kind of payment, incoming_payment"),
    subType,
    paymentHash,
    preimage,
    externalId: nullIfAbsent(text).describe("The till's own reference, from the invoice"),
    description: nullIfAbsent(text).describe("The invoice's own text; null without one"),
    invoice: nullIfAbsent(text).describe('BOLT11 invoice, as a QR code shows it'),
    isPaid,
    isExpired: z.boolean().default(false).describe('Whether it can no longer be paid'),
    requestedSat: nullIfAbsent(amount).describe('Satoshis of the invoice; null for any'),
    receivedSat: amount,
    fees: nullIfAbsent(millisats),
    payerNote: nullIfAbsent(text).describe('Note of the payer; null without one'),
    payerKey: nullIfAbsent(text).describe(
      "The payer's public key in hex; null if unknown",
    ),
    expiresAt: nullIfAbsent(unixMs),
    completedAt: nullIfAbsent(unixMs),
    createdAt: unixMs,
  })
  .meta({
    id: 'IncomingPayment',
    description: 'A payment as the receiving node knows it',
  })

/** `fees` are millisatoshis, `sent` satoshis; times are Unix ms. */
export const OutgoingPayment = z.object({
  type: text.describe("The node's own kind of payment, such as outgoing_payment"),
  subType,
  paymentId: nullIfAbsent(text).describe("The node's id; null for on-chain payments"),
  paymentHash: nullIfAbsent(text).describe('In hex; null for on-chain payments'),
  preimage,
  txId: nullIfAbsent(text).describe('Id of the on-chain transaction in hex'),
  invoice: nullIfAbsent(text).describe('BOLT11 invoice; null for other payments'),
  isPaid,
  sent: amount,
  fees: nullIfAbsent(millisats),
  completedAt: nullIfAbsent(unixMs),
  createdAt: unixMs,
})

export type NodeInfo = z.infer<typeof NodeInfo>
export type Balance = z.infer<typeof Balance>
export type CreatedInvoice = z.infer<typeof CreatedInvoice>
export type PaymentResult = z.infer<typeof PaymentResult>
export type IncomingPayment = z.infer<typeof IncomingPayment>
export type OutgoingPayment = z.infer<typeof OutgoingPayment>

/** Filter and page of a payment list; the node chooses what is left out. */
export type PaymentQuery = {
  fromMs?: number | undefined
  toMs?: number | undefined
  limit?: number | undefined
  offset?: number | undefined
  /** Adds unpaid invoices, or failed payments. */
  all?: boolean | undefined
  externalId?: string | undefined
}

/**
 * An invoice to create; without an amount, the payer chooses it. In place of a description it
 * can have the hash of a text that the payer knows already: SHA-256 in hex, 64 characters.
 */
export type InvoiceRequest = (
  | { description: string; descriptionHash?: undefined }
  | { descriptionHash: string; description?: undefined }
) & {
  amountSat?: number | null | undefined
  externalId?: string | null | undefined
  expirySeconds?: number | null | undefined
}

/** An invoice to pay; without an amount, the invoice's own is paid. */
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
