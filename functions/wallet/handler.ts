import { connectNode } from '../../shared/agents/connect-node.ts'
import {
  alertingOf,
  alertingOfPayment,
} from '../../shared/events/monitoring/wallet-alerts.ts'
import { Failure } from '../../shared/failure.ts'
import { decodeInvoice } from '../../shared/lightning/node/invoice.ts'
import type { PaymentResult } from '../../shared/lightning/node/node-schemas.ts'
import { nodeHealth } from '../../shared/lightning/wallet/node-health.ts'
import {
  exportPaymentsCsv,
  listIncomingPayments,
  listOutgoingPayments,
  readIncomingPayment,
  readOutgoingPayment,
  readOutgoingPaymentByHash,
} from '../../shared/lightning/wallet/payment-lists.ts'
import {
  bumpFee,
  closeChannel,
  createInvoice,
  enterExport,
  enterOutgoing,
  payInvoice,
  payOffer,
  payOnchain,
} from '../../shared/lightning/wallet/payments.ts'
import { readPeriod, walletInfo } from '../../shared/lightning/wallet/wallet-requests.ts'
import {
  changeWalletPassword,
  closeWallet,
  openWallet,
} from '../../shared/lightning/wallet/wallet-sessions.ts'
import { deletedCookies, tokenCookies } from '../../shared/people/auth/cookies.ts'
import { secret } from '../../shared/platform/deployment/secrets.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { findShopTime } from '../../shared/selling/shop-config/shop-time.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  open: async ({ body, caller, request }) => {
    const { token, expiresAtMs } = await openWallet(body, caller, request)
    request.setCookies(tokenCookies('walletAccessToken', token, request.https))
    return { message: 'Login successful' as const, walletTokenExpiresAt: expiresAtMs }
  },

  changePassword: ({ body, caller, request }) =>
    changeWalletPassword(body, caller, request),

  close: async ({ caller, request }) => {
    await closeWallet(request.cookies.get('walletAccessToken'), caller)
    request.setCookies(deletedCookies('walletAccessToken', request.https))
    return { status: 'ok' as const }
  },

  info: async () => walletInfo(await connectNode().getInfo()),
  health: ({ request }) => nodeHealth(request.nowMs),
  balance: () => connectNode().getBalance(),

  seed: () => undefined,
  webhookSecret: async () => ({
    webhookSecret: (await secret('webhook-secret')) || null,
  }),

  createInvoice: ({ body, caller }) => createInvoice(body, caller),
  invoice: ({ body, caller }) => createInvoice(body, caller),

  decodeInvoice: ({ body }) => {
    const invoice = decodeInvoice(body.invoice)
    if (!invoice) throw new Failure('undecodableInvoice')
    return invoice
  },

  payInvoice: async ({ body, caller }) => {
    const { paymentHash = null } = decodeInvoice(body.invoice) ?? {}
    await enterOutgoing('payinvoice', { ...body, paymentHash })
    return alertingOfPayment(caller, () => payInvoice(body), lightningDetails)
  },
  payOffer: async ({ body, caller }) => {
    await enterOutgoing('payoffer', body)
    return alertingOfPayment(caller, () => payOffer(body), lightningDetails)
  },
  payOnchain: async ({ body, caller }) => {
    await enterOutgoing('payonchain', body)
    const pay = () => payOnchain(body)
    return alertingOfPayment(caller, pay, ({ amountSat, feesSat, txId }) => ({
      amountSat,
      feesSat,
      txId,
    }))
  },
  bumpFee: async ({ body, caller }) => {
    await enterOutgoing('bumpfee', { feerateSatByte: body })
    const bump = () => bumpFee(body)
    return alertingOf('wallet.fee.bumped', caller, bump, ({ txId }) => ({
      feerateSatByte: body,
      txId,
    }))
  },
  closeChannel: async ({ body, caller }) => {
    await enterOutgoing('closechannel', body)
    const close = () => closeChannel(body)
    return alertingOf('wallet.channel.closed', caller, close, ({ txId }) => ({
      channelId: body.channelId,
      txId,
    }))
  },

  incoming: ({ query }) => listIncomingPayments(query),
  incomingOne: ({ params }) => readIncomingPayment(params.paymentHash),
  outgoing: ({ query }) => listOutgoingPayments(query),
  outgoingOne: ({ params }) => readOutgoingPayment(params.paymentId),
  outgoingByHash: ({ params }) => readOutgoingPaymentByHash(params.paymentHash),
  export: async ({ body }) => {
    const csv = await exportPaymentsCsv(readPeriod(body, await findShopTime()))
    await enterExport(body)
    return csv
  },
})

const lightningDetails = (paid: PaymentResult) => ({
  amountSat: paid.recipientAmountSat,
  routingFeeSat: paid.routingFeeSat,
  paymentHash: paid.paymentHash,
})
