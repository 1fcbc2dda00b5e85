import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import { factsOfSale } from '../../shared/platform/http/sale-facts.ts'
import { changeDiscount } from '../../shared/selling/bills/bill-discount.ts'
import { merge, move, split } from '../../shared/selling/bills/split-and-merge.ts'
import { orPending } from '../../shared/selling/checkout/payment-confirmation.ts'
import { correctTenders } from '../../shared/selling/sell/correct-tenders.ts'
import { settle, settleBillQuote } from '../../shared/selling/sell/sell-quote.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  settle: async ({ params, body, ...call }) => {
    const facts = factsOfSale(call, body.number)
    const result = await orPending(
      'quoteId' in body
        ? settleBillQuote(params.id, body, facts)
        : settle(params.id, body, facts),
    )
    return 'status' in result ? alternative('pending', result) : result
  },

  split: ({ params, body, request }) => split(params.id, body.dishIds, request.nowMs),

  merge: ({ params, body }) => merge(params.id, body.orderId),

  correct: async ({ params: { id }, body, caller, request: { nowMs } }) => {
    const { userId, approval } = caller
    // Another permission does not agree to this
    const isForIt = approval?.permission === 'orders_refund'
    const approvedBy = isForIt ? approval.approverId : undefined
    await correctTenders(id, body, { userId, approvedBy, nowMs })
    return { id }
  },

  move: async ({ params: { id }, body }) => {
    await move(id, body.tableId)
    return { id }
  },

  discount: async ({ params: { id }, body }) => {
    await changeDiscount(id, body)
    return { id }
  },
})
