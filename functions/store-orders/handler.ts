import { Failure, required } from '../../shared/failure.ts'
import { isAdministrator } from '../../shared/people/staff/live-user.ts'
import { findTill } from '../../shared/people/tills/till-records.ts'
import { settings } from '../../shared/platform/deployment/settings.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import { factsOfSale } from '../../shared/platform/http/sale-facts.ts'
import { completedCheckout } from '../../shared/selling/checkout/checkout-result.ts'
import {
  confirmPayment,
  orPending,
} from '../../shared/selling/checkout/payment-confirmation.ts'
import * as storeOrders from '../../shared/selling/checkout/store-orders.ts'
import { handIn } from '../../shared/selling/hand-in/hand-in.ts'
import { refund } from '../../shared/selling/refunds/refund.ts'
import { unitsInStore } from '../../shared/selling/refunds/refund-units.ts'
import { withSettledRefund } from '../../shared/selling/refunds/settle-payout.ts'
import { readPaymentHash } from '../../shared/selling/sales/payment-hashes.ts'
import { cart } from '../../shared/selling/sell/cart.ts'
import { awaited, tendered } from '../../shared/selling/sell/payments.ts'
import { sell } from '../../shared/selling/sell/sell.ts'
import { sellCartQuote } from '../../shared/selling/sell/sell-quote.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ query, page }) =>
    (settings.tills() && query.receiptNumber !== undefined
      ? await storeOrders.storeOrdersNumbered(query.receiptNumber)
      : await storeOrders.allStoreOrders(query.status, page)
    ).map(storeOrders.storeOrderOnWire),

  one: async ({ params }) => {
    const order = required(await storeOrders.findStoreOrder(params.id))
    return storeOrders.storeOrderOnWire(await withSettledRefund(order))
  },

  checkout: async ({ body, ...call }) => {
    const facts = factsOfSale(call, body.number)
    const result = await orPending(sell(cart(body), tendered(body), facts))
    return result.status === 'pending' ? alternative('pending', result) : result
  },

  checkoutIfPaid: async ({ body, ...call }) => {
    const facts = factsOfSale(call, body.number)
    const result =
      'quoteId' in body
        ? await sellCartQuote(body, facts)
        : await sell(cart(body), awaited(body), facts)
    return result.status === 'pending' ? alternative('pending', result) : result
  },

  handIn: async ({ body, caller, till, request: { nowMs } }) => {
    const facts = { caller, nowMs }
    if (body.tillId === undefined || body.tillId === till?.id) {
      if (!till) throw new Failure('permissionRequired')
      return handIn(body, { ...facts, till, generation: till.generation })
    }
    if (!(await isAdministrator(caller))) throw new Failure('permissionRequired')
    const named = required(await findTill(body.tillId))
    return handIn(body, { ...facts, till: named, generation: undefined })
  },

  paymentStatus: async ({ params: { paymentHash } }) => {
    const { sale, notification } = await readPaymentHash(paymentHash)
    if (sale) return completedCheckout(sale)
    const payment = await orPending(confirmPayment(paymentHash, notification))
    return 'status' in payment
      ? alternative('pending', payment)
      : alternative('paid', { status: 'paid' })
  },

  refund: ({
    params,
    body: { items, ...request },
    caller,
    request: { nowMs },
    key,
    till,
  }) =>
    refund(
      {
        kind: 'store',
        orderId: params.id,
        request,
        unitsIn: unitsInStore(items),
        nowMs,
        key,
        till,
      },
      caller,
    ),

  cancel: ({ params, caller }) => storeOrders.cancelStoreOrder(params.id, caller.userId),
})
