import type { RequestFacts } from '../../shared/http/call.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { alternative } from '../../shared/http/reply.ts'
import * as lnurl from '../../shared/pay-codes/lnurl-pay.ts'
import type { LnurlError } from '../../shared/pay-codes/lnurl-replies.ts'
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
