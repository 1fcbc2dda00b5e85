import * as z from 'zod'
import { type Declaration, get, group, post } from '../../shared/http/endpoint.ts'
import { optionalText, rate, text } from '../../shared/http/fields.ts'
import { message } from '../../shared/http/problem.ts'
import { json, list } from '../../shared/http/reply.ts'
import {
  Balance,
  CreatedInvoice,
  IncomingPayment,
  NodeInfo,
} from '../../shared/lightning/answers.ts'
import { IncomingQuery } from './query.ts'

const Opened = z.object({ message: z.string(), walletTokenExpiresAt: z.int() })

const InvoiceInput = z.object({
  description: text,
  amountSat: z.int().min(1).nullish(),
  externalId: optionalText,
  expirySeconds: z.int().min(1).nullish(),
  exchangeRate: rate.nullish(),
  exchangeRateCurrency: optionalText,
  fiatAmount: rate.nullish(),
})

const rates = {
  exchangeRateAtPayment: z.number().nullable(),
  exchangeRateCurrency: z.string().nullable(),
  fiatAmountAtPayment: z.number().nullable(),
}

const IncomingStatus = z.enum(['RECEIVED', 'EXPIRED', 'PENDING'])
export type IncomingStatus = z.infer<typeof IncomingStatus>

const WalletIncoming = IncomingPayment.extend({
  amountSat: z.int(),
  status: IncomingStatus,
  ...rates,
})

const paymentNotFound = message(404, 'Payment not found')

/** Any user may ask for money; the two paths are names of one operation. */
const createInvoice = {
  access: 'token',
  renews: true,
  body: InvoiceInput,
  reply: json(CreatedInvoice),
} as const satisfies Declaration

/** What only an administrator with an open wallet session may do or see. */
const wallet = { access: 'wallet', renews: true } as const

/** The shop's Lightning wallet (wallet document; open-areas, section 18). */
export const endpoints = group('wallet', ['table', 'token-key', 'pin-key', 'node'], {
  open: post('/wallet/auth', {
    access: 'administrator',
    renews: true,
    body: z.object({ password: text }),
    deferBody: true,
    idempotent: false,
    reply: json(Opened),
  }),
  close: post('/wallet/logout', {
    access: 'administrator',
    renews: true,
    reply: json(z.object({ status: z.string() })),
  }),
  info: get('/wallet/getinfo', { ...wallet, reply: json(NodeInfo) }),
  balance: get('/wallet/getbalance', { ...wallet, reply: json(Balance) }),
  createInvoice: post('/wallet/createinvoice', createInvoice),
  invoice: post('/wallet/invoice', createInvoice),
  incoming: get('/wallet/payments/incoming', {
    ...wallet,
    query: IncomingQuery,
    reply: list(WalletIncoming),
  }),
  incomingOne: get('/wallet/payments/incoming/{paymentHash}', {
    ...wallet,
    reply: json(IncomingPayment),
    problems: { unknown: paymentNotFound },
  }),
})
