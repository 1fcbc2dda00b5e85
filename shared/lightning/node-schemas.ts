import * as z from 'zod'

const amount = z.int().describe('In satoshis')
const unixMs = z.int().describe('Unix ms')
const text = z.string()
const millisats = z.int().describe('In millisatoshis')

/** The node leaves out keys without a value; they are read as null. */
const nullIfAbsent = <S extends z.ZodType>(schema: S) => schema.nullable().default(null)

const Channel = z
  .object({
    state: text,
    channelId: nullIfAbsent(text),
    balanceSat: nullIfAbsent(amount),
    inboundLiquiditySat: nullIfAbsent(amount),
    capacitySat: nullIfAbsent(amount),
    fundingTxId: nullIfAbsent(text),
  })
  .meta({ id: 'Channel', description: 'A Lightning channel of the node' })

export const NodeInfo = z
  .object({
    nodeId: text,
    channels: z.array(Channel),
    chain: text,
    blockHeight: nullIfAbsent(z.int()),
    version: text,
  })
  .meta({ id: 'NodeInfo', description: 'The node and its channels' })

export const Balance = z
  .object({ balanceSat: amount, feeCreditSat: amount })
  .meta({ id: 'Balance', description: "The node's balance" })

/** An invoice that the node created; `amountSat` is null when the payer chooses it. */
export const CreatedInvoice = z
  .object({
    amountSat: nullIfAbsent(amount),
    paymentHash: text,
    serialized: text,
  })
  .meta({ id: 'CreatedInvoice', description: 'A new invoice' })

export const PaymentResult = z
  .object({
    recipientAmountSat: amount,
    routingFeeSat: amount,
    paymentId: text,
    paymentHash: text,
    paymentPreimage: text,
  })
  .meta({ id: 'PaymentResult', description: 'A Lightning payment that was sent' })

/** `fees` are millisatoshis; times are Unix ms. */
export const IncomingPayment = z
  .object({
    type: text,
    subType: nullIfAbsent(text),
    paymentHash: text,
    preimage: nullIfAbsent(text),
    externalId: nullIfAbsent(text),
    description: nullIfAbsent(text),
    invoice: nullIfAbsent(text),
    isPaid: z.boolean(),
    isExpired: z.boolean().default(false),
    requestedSat: nullIfAbsent(amount),
    receivedSat: amount,
    fees: nullIfAbsent(millisats),
    payerKey: nullIfAbsent(text),
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
  type: text,
  subType: nullIfAbsent(text),
  paymentId: nullIfAbsent(text),
  paymentHash: nullIfAbsent(text),
  preimage: nullIfAbsent(text),
  txId: nullIfAbsent(text),
  invoice: nullIfAbsent(text),
  isPaid: z.boolean(),
  sent: amount,
  fees: nullIfAbsent(millisats),
  completedAt: nullIfAbsent(unixMs),
  createdAt: unixMs,
})

/** Checked by its format: with status 200 the node also sends texts of failures. */
export const TransactionId = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{64}$/i)

/** JSON text of a schema's shape. */
export const jsonText = <S extends z.ZodType>(schema: S) =>
  z.string().transform(parseJson).pipe(schema)

function parseJson(text: string, context: z.RefinementCtx<string>): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('not JSON')
    return z.NEVER
  }
}

export type NodeInfo = z.infer<typeof NodeInfo>
export type Balance = z.infer<typeof Balance>
export type CreatedInvoice = z.infer<typeof CreatedInvoice>
export type PaymentResult = z.infer<typeof PaymentResult>
export type IncomingPayment = z.infer<typeof IncomingPayment>
export type OutgoingPayment = z.infer<typeof OutgoingPayment>
