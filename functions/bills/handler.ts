import { settle } from '../../shared/bills/settle.ts'
import { merge, move, split } from '../../shared/bills/split-and-merge.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { alternative } from '../../shared/http/reply.ts'
import { settleBillQuote } from '../../shared/quotes/bill-quotes.ts'
import { holds } from '../../shared/staff/permissions.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  settle: async ({ params, body, caller, request }) => {
    const facts = {
      nowMs: request.nowMs,
      userId: caller.userId,
      isAdmin: caller.isAdmin,
      apiKeyId: caller.apiKeyId,
      mayDiscount: holds(caller.permissions, 'orders_discount'),
    }
    const result =
      'quoteId' in body
        ? await settleBillQuote(params.id, body, facts)
        : await settle(params.id, body, facts)
    return 'status' in result ? alternative('pending', result) : result
  },

  split: ({ params, body, request }) => split(params.id, body.dishIds, request.nowMs),

  merge: ({ params, body }) => merge(params.id, body.orderId),

  move: async ({ params: { id }, body }) => {
    await move(id, body.tableId)
    return { id }
  },
})
