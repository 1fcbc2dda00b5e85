import * as z from 'zod'
import { type Declaration, get, group, post } from '../../shared/http/endpoint.ts'
import { bare, error, message } from '../../shared/http/problem.ts'
import { csv, json } from '../../shared/http/reply.ts'
import {
  Balance,
  CreatedInvoice,
  IncomingPayment,
  NodeInfo,
  PaymentResult,
} from '../../shared/lightning/node-schemas.ts'
import * as inputs from '../../shared/wallet/inputs.ts'
import { IncomingQuery, OutgoingQuery, Period } from '../../shared/wallet/query.ts'
import * as answers from '../../shared/wallet/responses.ts'

/** Any user may ask for money; the two paths are names of one operation. */
const createInvoice = {
  access: 'token',
  renews: true,
  body: inputs.Invoice,
  reply: json(CreatedInvoice),
} as const satisfies Declaration

/** The password's and the cookie's side of the wallet. */
const administrator = { access: 'administrator', renews: true } as const

/** What only an administrator with an open wallet session may do or see. */
const wallet = { access: 'wallet', renews: true } as const
const paying = { ...wallet, pays: true } as const

const problems = { notFound: message(404, 'Payment not found') }

/**
 * Existing clients ignore the status, split the string at its blanks and show the words in
 * turn. An empty string keeps them waiting forever.
 */
const seedStays =
  'These words stay in the shop: read them on the computer that runs the node'

/** The shop's Lightning wallet (wallet document; open-areas, section 18). */
export const endpoints = group('wallet', ['table', 'token-key', 'pin-key', 'node'], {
  open: post('/wallet/auth', {
    ...administrator,
    body: inputs.Password,
    deferBody: true,
    idempotent: false,
    reply: json(answers.Opened),
  }),
  close: post('/wallet/logout', { ...administrator, reply: json(answers.Closed) }),

  info: get('/wallet/getinfo', { ...wallet, reply: json(NodeInfo) }),
  balance: get('/wallet/getbalance', { ...wallet, reply: json(Balance) }),
  seed: get('/wallet/seed', {
    ...wallet,
    reply: json(z.array(z.string())),
    problems: { notFound: bare(404, seedStays) },
  }),

  createInvoice: post('/wallet/createinvoice', createInvoice),
  invoice: post('/wallet/invoice', createInvoice),
  decodeInvoice: post('/wallet/decodeinvoice', {
    ...wallet,
    body: inputs.EncodedInvoice,
    reply: json(answers.DecodedInvoice),
    problems: { undecodableInvoice: error(400, 'Could not decode invoice') },
  }),

  payInvoice: post('/wallet/payinvoice', {
    ...paying,
    body: inputs.InvoicePayment,
    reply: json(PaymentResult),
  }),
  payOffer: post('/wallet/payoffer', {
    ...paying,
    body: inputs.OfferPayment,
    reply: json(PaymentResult),
  }),
  payOnchain: post('/wallet/payonchain', {
    ...paying,
    body: inputs.OnchainPayment,
    reply: json(answers.PaidOnchain),
  }),
  bumpFee: post('/wallet/bumpfee', {
    ...paying,
    body: inputs.Feerate,
    reply: json(answers.Bumped),
  }),
  closeChannel: post('/wallet/closechannel', {
    ...paying,
    body: inputs.ChannelClosing,
    reply: json(answers.ChannelClosed),
  }),

  // These two have the contract's own limit and offset
  incoming: get('/wallet/payments/incoming', {
    ...wallet,
    query: IncomingQuery,
    reply: json(z.array(answers.WalletIncoming)),
  }),
  incomingOne: get('/wallet/payments/incoming/{paymentHash}', {
    ...wallet,
    reply: json(IncomingPayment),
    problems,
  }),
  outgoing: get('/wallet/payments/outgoing', {
    ...wallet,
    query: OutgoingQuery,
    reply: json(z.array(answers.WalletOutgoing)),
  }),
  outgoingOne: get('/wallet/payments/outgoing/{paymentId}', {
    ...wallet,
    reply: json(answers.DescribedOutgoing),
    problems,
  }),
  outgoingByHash: get('/wallet/payments/outgoingbyhash/{paymentHash}', {
    ...wallet,
    reply: json(answers.DescribedOutgoing),
    problems,
  }),
  export: post('/wallet/export', {
    ...wallet,
    body: Period,
    reply: csv,
  }),
})
