import { Settled, SettleRequest } from '../../shared/bills/settle-request.ts'
import { anyPermission, group, post } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { json } from '../../shared/http/reply.ts'
import { PendingPayment } from '../../shared/store/checkout-result.ts'

const access = anyPermission('orders_settle', 'orders_update')

const blank = 'order ID'
const notFound = message(404, 'Order {id} not found')

const invalidSettlement = {
  ...message(400, 'Checkout failed: check items, stock levels, and payment details'),
  code: 'checkout_invalid_reference',
}

/** Bills of the restaurant: how guests pay an order. */
export const endpoints = group('bills', ['table', 'token-key', 'node'], {
  settle: post('/orders/{id}/settle', {
    summary: 'Settles the bill of an order in one step',
    access,
    body: SettleRequest,
    reply: json(Settled),
    alternatives: { pending: json(PendingPayment, 202) },
    blank,
    problems: { notFound, invalid: invalidSettlement },
    failures: [
      'orderPaid',
      'tooManyTablesOfBill',
      'checkoutFailed',
      'checkoutEmpty',
      'checkoutQuantity',
      'checkoutDiscount',
      'checkoutTip',
      'checkoutAmounts',
    ],
  }),
})
