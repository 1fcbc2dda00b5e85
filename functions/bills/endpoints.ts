import { group, permission, post, put } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { created, json, updated } from '../../shared/platform/http/reply.ts'
import {
  DiscountRequest,
  MergeRequest,
  MoveRequest,
  Settled,
  SplitRequest,
} from '../../shared/selling/bills/bill-requests.ts'
import {
  PendingPayment,
  saleFailures,
} from '../../shared/selling/checkout/checkout-result.ts'
import {
  BillSaleForm,
  BillSaleRequest,
} from '../../shared/selling/quotes/quote-sale-request.ts'
import { Correction } from '../../shared/selling/sell/correction.ts'

const access = { permission: ['orders_settle', 'orders_update'], any: true } as const

const blank = 'order ID'
const notFound = message(404, 'Order {id} not found')

/** Bills of the restaurant: how guests pay an order, and where they sit. */
export const endpoints = group('bills', ['table', 'token-key', 'node'], {
  settle: post('/orders/{id}/settle', {
    till: 'sells',
    summary: 'Settles the bill of an order in one step',
    access,
    audit: ['discount', 'payment'],
    body: BillSaleRequest,
    wireBody: { schema: BillSaleForm },
    reply: json(Settled),
    alternatives: { pending: json(PendingPayment, 202) },
    blank,
    problems: { notFound, invalid: 'checkoutInvalidReference' },
    failures: [
      'orderPaid',
      'prepaidExceedsDue',
      'prepaidInAnotherCurrency',
      'tooManyTablesOfBill',
      'quoteDiffers',
      ...saleFailures,
    ],
  }),
  split: post('/orders/{id}/split', {
    summary: 'Moves dishes of an order to a new order of the same table',
    access,
    audit: ['order'],
    body: SplitRequest,
    reply: created('Order split successfully'),
    blank,
    problems: { notFound },
    failures: ['invalid', 'orderPaid', 'orderHasPayments'],
  }),
  merge: post('/orders/{id}/merge', {
    summary: 'Moves all dishes of another order to this one, and deletes the other',
    access,
    audit: ['order'],
    body: MergeRequest,
    reply: updated('Orders merged successfully'),
    blank,
    problems: { notFound },
    failures: [
      'invalid',
      'orderPaid',
      'orderHasPayments',
      'orderFull',
      'tooManyTablesOfBill',
    ],
  }),
  correct: put('/orders/{id}/tenders', {
    summary: 'Books a sale of the running day, of either kind, by other payment methods',
    access: { permission: ['orders_refund'] },
    mayNeedTwo: true,
    audit: ['payment'],
    body: Correction,
    reply: updated('Payments corrected successfully'),
    blank,
    problems: { notFound },
    failures: [
      'notCorrectable',
      'currencyDiffers',
      'permissionRequired',
      'checkoutAmountsDiffer',
      'checkoutInvalidReference',
    ],
  }),
  move: put('/orders/{id}/table', {
    summary: 'Moves an order to another table',
    access,
    audit: ['order'],
    body: MoveRequest,
    reply: updated('Order moved successfully'),
    blank,
    problems: { notFound, tableNotFound: message(404, 'Table not found') },
    failures: ['orderPaid', 'tableOccupied', 'tooManyTablesOfBill'],
  }),
  discount: put('/orders/{id}/discount', {
    summary: 'Gives the bill of an order a discount, or takes it off',
    access: permission('orders_discount'),
    audit: ['discount'],
    body: DiscountRequest,
    reply: updated('Order discount updated successfully'),
    blank,
    problems: { notFound },
    failures: ['orderPaid', 'checkoutInvalidDiscount'],
  }),
})
