import { connectNode } from '../../shared/agents/connect-node.ts'
import { deletedCookie, tokenCookie } from '../../shared/auth/cookies.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { decode } from '../../shared/lightning/invoice.ts'
import { exportCsv } from '../../shared/wallet/export.ts'
import { incomingPayment, incomingPayments } from '../../shared/wallet/incoming.ts'
import { createInvoice } from '../../shared/wallet/invoice.ts'
import { payInvoice } from '../../shared/wallet/lightning-payment.ts'
import { bumpFee, closeChannel, payOnchain } from '../../shared/wallet/onchain.ts'
import {
  outgoingPayment,
  outgoingPaymentByHash,
  outgoingPayments,
} from '../../shared/wallet/outgoing.ts'
import { closeWallet, openWallet } from '../../shared/wallet/session.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  open: async ({ body, caller, request }) => {
    const { token, expiresAtMs } = await openWallet(body, caller, request)
    request.setCookie(tokenCookie('walletAccessToken', token, request.https))
    return { message: 'Login successful', walletTokenExpiresAt: expiresAtMs }
  },

  close: async ({ caller, request }) => {
    await closeWallet(request.cookies.get('walletAccessToken'), caller)
    request.setCookie(deletedCookie('walletAccessToken', request.https))
    return { status: 'ok' }
  },

  info: () => connectNode().getInfo(),
  balance: () => connectNode().getBalance(),

  seed: () => {
    throw new Failure('notFound')
  },

  createInvoice: ({ body }) => createInvoice(body),
  invoice: ({ body }) => createInvoice(body),

  decodeInvoice: ({ body }) => {
    const invoice = decode(body.invoice)
    if (!invoice) throw new Failure('undecodableInvoice')
    return invoice
  },

  payInvoice: ({ body }) => payInvoice(body),
  payOffer: ({ body }) => connectNode().payOffer(body),
  payOnchain: ({ body }) => payOnchain(body),
  bumpFee: ({ body }) => bumpFee(body),
  closeChannel: ({ body }) => closeChannel(body),

  incoming: ({ query }) => incomingPayments(query),
  incomingOne: ({ params }) => incomingPayment(params.paymentHash),
  outgoing: ({ query }) => outgoingPayments(query),
  outgoingOne: ({ params }) => outgoingPayment(params.paymentId),
  outgoingByHash: ({ params }) => outgoingPaymentByHash(params.paymentHash),
  export: ({ body }) => exportCsv(body),
})
