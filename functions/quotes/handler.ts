import { Failure } from '../../shared/failure.ts'
import type { Caller } from '../../shared/people/auth/tokens.ts'
import { holds, type PermissionName } from '../../shared/people/staff/permissions.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { saleFacts } from '../../shared/platform/http/sale-facts.ts'
import { chargeQuote } from '../../shared/selling/quotes/card-charge.ts'
import { readQuote, refundQuote } from '../../shared/selling/quotes/quotes.ts'
import { billToQuote } from '../../shared/selling/sell/bill.ts'
import { cartToQuote } from '../../shared/selling/sell/cart.ts'
import { quote } from '../../shared/selling/sell/quote.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  create: ({ body, caller, request }) => {
    const facts = saleFacts(caller, request)
    if (body.kind === 'store') {
      requireOneOf(caller, 'orders_create')
      return quote(cartToQuote(body), facts)
    }
    requireOneOf(caller, 'orders_settle', 'orders_update')
    return quote(billToQuote(body), facts)
  },

  one: ({ params }) => readQuote(params.id),

  refund: ({ params, body, caller, request: { nowMs }, key }) =>
    refundQuote(params.id, body, caller, { nowMs, key }),

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
