import * as z from 'zod'

const amount = z.int()
const unixMs = z.int()
const text = z.string()

/** The node leaves out keys that have no value. */
const maybe = <S extends z.ZodType>(schema: S) => schema.nullable().default(null)

export const NodeInfo = z.object({
  nodeId: text,
  channels: z.array(
    z.object({
      state: text,
      channelId: maybe(text),
      balanceSat: maybe(amount),
      inboundLiquiditySat: maybe(amount),
      capacitySat: maybe(amount),
      fundingTxId: maybe(text),
    }),
  ),
  chain: text,
  blockHeight: maybe(z.int()),
  version: text,
})

export const Balance = z.object({ balanceSat: amount, feeCreditSat: amount })

/** An invoice that the node made; `amountSat` is null when any amount can be paid. */
export const CreatedInvoice = z.object({
  amountSat: maybe(amount),
  paymentHash: text,
  serialized: text,
})

export const PaymentResult = z.object({
  recipientAmountSat: amount,
  routingFeeSat: amount,
  paymentId: text,
  paymentHash: text,
  paymentPreimage: text,
})

/** `fees` are millisatoshis; times are Unix ms. */
export const IncomingPayment = z.object({
  type: text,
  subType: maybe(text),
  paymentHash: text,
  preimage: maybe(text),
  externalId: maybe(text),
  description: maybe(text),
  invoice: maybe(text),
  isPaid: z.boolean(),
  isExpired: z.boolean().default(false),
  requestedSat: maybe(amount),
  receivedSat: amount,
  fees: maybe(amount),
  payerKey: maybe(text),
  expiresAt: maybe(unixMs),
  completedAt: maybe(unixMs),
  createdAt: unixMs,
})

/** `fees` are millisatoshis, `sent` satoshis; times are Unix ms. */
export const OutgoingPayment = z.object({
  type: text,
  subType: maybe(text),
  paymentId: maybe(text),
  paymentHash: maybe(text),
  preimage: maybe(text),
  txId: maybe(text),
  invoice: maybe(text),
  isPaid: z.boolean(),
  sent: amount,
  fees: maybe(amount),
  completedAt: maybe(unixMs),
  createdAt: unixMs,
})

/** Only this is a transaction id: the node answers 200 with other texts when it fails. */
export const TransactionId = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{64}$/i)

/** The same shape written as JSON text. */
export const inJson = <S extends z.ZodType>(schema: S) =>
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
