import * as z from 'zod'
import {
  Balance,
  IncomingPayment,
  PaymentResult,
} from '../../shared/lightning/node/node-schemas.ts'
import {
  BumpedFee,
  ChannelClosingInput,
  ClosedChannel,
  DecodedInvoice,
  DescribedOutgoing,
  EncodedInvoice,
  FeerateInput,
  IncomingQuery,
  InvoiceInput,
  InvoicePaymentInput,
  ListedIncoming,
  ListedOutgoing,
  NewInvoice,
  NodeHealth,
  OfferPaymentInput,
  OnchainPaymentInput,
  OutgoingQuery,
  PaidOnchain,
  Period,
  WalletClosed,
  WalletInfo,
  WalletOpened,
  WalletPassword,
  WalletPasswordChange,
  WebhookSecret,
} from '../../shared/lightning/wallet/wallet-requests.ts'
import { permissions } from '../../shared/people/staff/permissions.ts'
import {
  type Declaration,
  get,
  group,
  permission,
  post,
} from '../../shared/platform/http/endpoint.ts'
import { error, message } from '../../shared/platform/http/problem.ts'
import { bareString, csv, json, messageReply } from '../../shared/platform/http/reply.ts'

/** Open to every user; the two paths are names of one operation. */
const createInvoice = {
  summary: 'Creates a Lightning invoice',
  access: 'token',
  notAudited: 'asks for money, and moves none',
  renews: true,
  callsNode: true,
  body: InvoiceInput,
  reply: json(NewInvoice),
} as const satisfies Declaration

/** Opening and closing a wallet session. */
const administrator = {
  access: 'administrator',
  notAudited: 'only the session of the caller',
  renews: true,
} as const

/** For administrators with an open wallet session. */
const wallet = { access: 'wallet', renews: true } as const
const asking = { ...wallet, callsNode: true } as const
const paying = { ...asking, repeat: 'pays', audit: ['wallet'] } as const

const problems = { notFound: message(404, 'Payment not found') }

/**
 * Existing clients ignore the status, split the string at its blanks, and number the words
 * for people to write down as a seed. No-break spaces make it one word. With an empty string
 * they would wait forever.
 */
const seedStays =
  'Not shown here: the words are in the folder of the node, on the computer in the shop'.replaceAll(
    ' ',
    '\u00a0',
  )

/** The shop's Lightning wallet. */
export const endpoints = group(
  'wallet',
  ['table', 'token-key', 'pin-key', 'webhook-secret', 'node', 'invoice-lookups'],
  {
    open: post('/wallet/auth', {
      summary: "Opens a wallet session with the role's password",
      ...administrator,
      body: WalletPassword,
      deferBody: true,
      repeat: 'no-key',
      cookies: ['walletAccessToken'],
      reply: json(WalletOpened),
      failures: ['invalidCredentials', 'tooManyAttempts'],
    }),
    changePassword: post('/wallet/password', {
      summary: "Changes the role's password, with which the wallet opens",
      ...wallet,
      audit: ['role'],
      body: WalletPasswordChange,
      repeat: 'no-key',
      reply: messageReply('Password updated successfully'),
      failures: ['invalidCredentials', 'tooManyAttempts'],
    }),
    close: post('/wallet/logout', {
      summary: 'Ends the wallet session',
      ...administrator,
      cookies: ['walletAccessToken'],
      reply: json(WalletClosed),
    }),

    info: get('/wallet/getinfo', {
      summary: 'Gets the node and its channels',
      ...asking,
      reply: json(WalletInfo),
    }),
    health: get('/wallet/health', {
      summary:
        'Says whether the node can receive payments, as it was a minute ago at most',
      access: permission('payments_read'),
      reply: json(NodeHealth),
    }),
    balance: get('/wallet/getbalance', {
      summary: "Gets the node's balance",
      ...asking,
      reply: json(Balance),
    }),
    seed: get('/wallet/seed', {
      summary: "Says where the wallet's words are kept",
      ...wallet,
      reply: { ...bareString(seedStays, 404), errorCode: 'not_found' },
    }),
    webhookSecret: get('/wallet/webhook-secret', {
      summary: "Gets the secret that signs the node's notifications",
      ...wallet,
      reply: json(WebhookSecret),
    }),

    createInvoice: post('/wallet/createinvoice', {
      ...createInvoice,
      keys: permissions.map(({ name }) => name),
    }),
    invoice: post('/wallet/invoice', createInvoice),
    decodeInvoice: post('/wallet/decodeinvoice', {
      summary: 'Reads amount and description of an invoice',
      ...wallet,
      notAudited: 'changes nothing',
      body: EncodedInvoice,
      reply: json(DecodedInvoice),
      problems: { undecodableInvoice: error(400, 'Could not decode invoice') },
    }),

    payInvoice: post('/wallet/payinvoice', {
      summary: 'Pays a Lightning invoice',
      ...paying,
      body: InvoicePaymentInput,
      reply: json(PaymentResult),
    }),
    payOffer: post('/wallet/payoffer', {
      summary: 'Pays a Lightning offer',
      ...paying,
      body: OfferPaymentInput,
      reply: json(PaymentResult),
    }),
    payOnchain: post('/wallet/payonchain', {
      summary: 'Pays to an on-chain address',
      ...paying,
      body: OnchainPaymentInput,
      reply: json(PaidOnchain),
    }),
    bumpFee: post('/wallet/bumpfee', {
      summary: 'Raises the fee rate of unconfirmed transactions',
      ...paying,
      body: FeerateInput,
      reply: json(BumpedFee),
    }),
    closeChannel: post('/wallet/closechannel', {
      summary: 'Closes a channel to an on-chain address',
      ...paying,
      body: ChannelClosingInput,
      reply: json(ClosedChannel),
    }),

    // Both lists have `limit` and `offset` of their own instead of a cursor
    incoming: get('/wallet/payments/incoming', {
      summary: 'Lists received payments',
      ...asking,
      query: IncomingQuery,
      reply: json(z.array(ListedIncoming)),
    }),
    incomingOne: get('/wallet/payments/incoming/{paymentHash}', {
      summary: 'Gets a received payment',
      ...asking,
      reply: json(IncomingPayment),
      problems,
    }),
    outgoing: get('/wallet/payments/outgoing', {
      summary: 'Lists sent payments',
      ...asking,
      query: OutgoingQuery,
      reply: json(z.array(ListedOutgoing)),
    }),
    outgoingOne: get('/wallet/payments/outgoing/{paymentId}', {
      summary: 'Gets a sent payment',
      ...asking,
      reply: json(DescribedOutgoing),
      problems,
    }),
    outgoingByHash: get('/wallet/payments/outgoingbyhash/{paymentHash}', {
      summary: 'Gets a sent payment by its payment hash',
      ...asking,
      reply: json(DescribedOutgoing),
      problems,
    }),
    export: post('/wallet/export', {
      summary: 'Exports payments as comma-separated values',
      ...asking,
      audit: ['export'],
      body: Period,
      reply: csv,
    }),
  },
)
