import * as lnurl from '../../shared/lightning/pay-codes/lnurl-pay.ts'
import type { LnurlError } from '../../shared/lightning/pay-codes/lnurl-replies.ts'
import type { RequestFacts } from '../../shared/platform/http/call.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  address: async ({ params, request }) =>
    answer(await lnurl.payRequestNamed(params.name, askedOf(request))),

  request: async ({ params, request }) =>
    answer(await lnurl.payRequestOf(params.id, askedOf(request))),

  callback: async ({ params, query, request }) =>
    answer(await lnurl.payInvoiceOf(params.id, query, askedOf(request))),

  verify: async ({ params }) => answer(await lnurl.verifyPayment(params.hash)),
})

const answer = <T extends object>(given: T | LnurlError) =>
  'reason' in given ? alternative('error', given) : given

const askedOf = ({ publicUrl: origin, ip, nowMs }: RequestFacts) => ({
  origin,
  ip,
  nowMs,
})
