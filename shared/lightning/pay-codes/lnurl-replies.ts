import * as z from 'zod'

/** In characters. */
export const maxCommentLength = 140

/** A refusal (LUD-06): wallets tell it by its body, and show the reason. */
export const LnurlError = z
  .object({
    status: z.literal('ERROR'),
    reason: z.string().describe('In words for the payer, such as Not found'),
  })
  .meta({ id: 'LnurlError', description: 'Why a pay code asks for nothing' })
export type LnurlError = Readonly<z.output<typeof LnurlError>>

const millisatoshis = z.int().describe('In millisatoshis')

/** Reply of GET /lnurl/pay/{id} (LUD-06). */
export const PayRequest = z
  .object({
    tag: z.literal('payRequest'),
    callback: z.string().describe('Where the wallet asks for its invoice'),
    minSendable: millisatoshis,
    maxSendable: millisatoshis,
    metadata: z.string().describe('What is paid; the invoice carries its SHA-256'),
    commentAllowed: z.int().describe('Characters of a comment (LUD-12)'),
  })
  .meta({ id: 'LnurlPayRequest', description: 'What a wallet may send to a pay code' })

/** Reply of the callback (LUD-06, LUD-21). */
export const PayInvoice = z
  .object({
    pr: z.string().describe('BOLT11 invoice'),
    routes: z.array(z.string()).describe('Always empty'),
    verify: z.string().describe('Where the wallet asks whether it was paid'),
  })
  .meta({ id: 'LnurlInvoice', description: 'The invoice of a pay code' })

/** Reply of GET /lnurl/verify/{hash} (LUD-21). */
export const Verified = z
  .object({
    status: z.literal('OK'),
    settled: z.boolean().describe('Whether it was paid'),
    preimage: z.null().describe('Never told: the payer has it'),
    pr: z.string().describe('BOLT11 invoice'),
  })
  .meta({ id: 'LnurlVerification', description: 'Whether an invoice was paid' })

/** The query of the callback, as wallets send it. */
export const CallbackQuery = z.object({
  amount: z.string().optional().describe('Millisatoshis'),
  comment: z
    .string()
    .optional()
    .describe('What the payer writes, at most 140 characters'),
})
export type CallbackQuery = Readonly<z.output<typeof CallbackQuery>>
