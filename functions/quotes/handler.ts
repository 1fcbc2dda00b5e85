import type { Caller } from '../../shared/auth/tokens.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { quoteBill } from '../../shared/quotes/bill-quotes.ts'
import { chargeQuote } from '../../shared/quotes/card-charge.ts'
import { quoteCart } from '../../shared/quotes/cart-quotes.ts'
import { readQuote, refundQuote } from '../../shared/quotes/quotes.ts'
import { holds, type PermissionName } from '../../shared/staff/permissions.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  create: ({ body, caller, request: { nowMs } }) => {
    const facts = {
      nowMs,
      userId: caller.userId,
      isAdmin: caller.isAdmin,
      apiKeyId: caller.apiKeyId,
      mayDiscount: holds(caller.permissions, 'orders_discount'),
    }
    if (body.kind === 'store') {
      requireOneOf(caller, 'orders_create')
      return quoteCart(body, facts)
    }
    requireOneOf(caller, 'orders_settle', 'orders_update')
    return quoteBill(body, facts)
  },

  one: ({ params }) => readQuote(params.id),

  refund: ({ params, body, caller, request: { nowMs }, key }) =>
    refundQuote(params.id, body.invoice, caller, { nowMs, key }),

  charge: ({ params, body: { lnurl } }) => chargeQuote(params.id, lnurl),
})

/** Whoever quotes something may sell it. Throws `permissionRequired`. */
function requireOneOf(
  { permissions }: Caller,
  ...names: readonly PermissionName[]
): void {
  if (!names.some((name) => holds(permissions, name))) {
    throw new Failure('permissionRequired')
  }
}
