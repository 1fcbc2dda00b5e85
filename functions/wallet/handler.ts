import { deletedCookie, tokenCookie } from '../../shared/auth/cookies.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { connectNode } from '../../shared/lightning/connect.ts'
import { endpoints } from './endpoints.ts'
import { incomingPayment, incomingPayments } from './incoming.ts'
import { createInvoice } from './invoice.ts'
import { closeWallet, openWallet } from './session.ts'

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
  createInvoice: ({ body }) => createInvoice(body),
  invoice: ({ body }) => createInvoice(body),
  incoming: ({ query }) => incomingPayments(query),
  incomingOne: ({ params }) => incomingPayment(params.paymentHash),
})
