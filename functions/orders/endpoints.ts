import * as z from 'zod'
import { DaySales, OrderWithPayments } from '../../shared/back-office/reports/report.ts'
import {
  DaysInput,
  OrderFilterInput,
} from '../../shared/back-office/reports/report-filter.ts'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { bare, coded, message } from '../../shared/platform/http/problem.ts'
import {
  created,
  json,
  jsonOf,
  list,
  noContent,
  updated,
  withMessage,
} from '../../shared/platform/http/reply.ts'
import { majorUnits, recordId } from '../../shared/platform/validation/fields.ts'
import {
  KitchenOrder,
  KitchenProgress,
} from '../../shared/selling/kitchen/kitchen-order.ts'
import {
  OrderRefundRequest,
  RefundOfBill,
  refundFailures,
} from '../../shared/selling/refunds/refund-request.ts'
import {
  Cancellation,
  LineChange,
  NewLines,
  OrderDish,
} from '../../shared/selling/restaurant/order-line.ts'
import {
  CompleteOrder,
  OrderInput,
  OrderUpdate,
  OrderWithDishes,
  OrderWithDishesForm,
  OrderWithTaxes,
  RestaurantOrder,
} from '../../shared/selling/restaurant/restaurant-order.ts'
import { BuyerChange } from '../../shared/selling/sales/buyer.ts'
import { FlagReview } from '../../shared/selling/sales/flag-review.ts'

const ReceiptPageChange = z
  .object({ revoked: z.boolean().describe('Whether nobody may read it any more') })
  .meta({ id: 'ReceiptPageChange', description: 'Whether a receipt has a page' })

const read = permission('orders_read')
const create = permission('orders_create')
const update = permission('orders_update')
const removal = { access: permission('orders_delete'), audit: ['cancellation'] } as const

const ofOrder = {
  blank: 'order ID',
  problems: { notFound: message(404, 'Order {id} not found') },
}

const failedToCreate = bare(400, 'Failed to create order')
const notAvailable = coded(400, 'Dish is not available: {name}')
const failedToAdd = bare(400, 'Failed to add dishes to order')
const noDishes = bare(400, 'No dishes provided')

const totalUpdated = 'Order total updated successfully' as const

const noneWithStatus = jsonOf(
  z.string().meta({ example: 'No orders found with status: open' }),
  (status: string) => `No orders found with status: ${status}`,
)

const withTotal = jsonOf(
  z.object({ message: z.literal(totalUpdated), total: majorUnits }),
  (total: number) => ({ message: totalUpdated, total }),
)

/** Orders of the restaurant and their dishes. */
export const endpoints = group('orders', ['table', 'token-key', 'node'], {
  list: get('/orders', {
    summary: 'Lists orders, newest first',
    access: read,
    reply: list(RestaurantOrder, 'No orders found'),
  }),
  withPayments: get('/orders/with-payments', {
    summary: 'Lists orders of restaurant and store with what was paid',
    access: read,
    query: OrderFilterInput,
    reply: list(OrderWithPayments, 'No orders found'),
    failures: ['malformedDay', 'reversedDays', 'reversedTotals', 'invalidFilter'],
  }),
  inKitchen: get('/orders/kitchen', {
    summary: 'Lists what was sent to the kitchen, oldest first',
    access: read,
    reply: json(z.array(KitchenOrder)),
  }),
  ofUser: get('/orders/user/{userId}', {
    summary: "Lists a user's orders, newest first",
    access: read,
    reply: list(RestaurantOrder, 'No orders found for user'),
    failures: ['userNotFound'],
  }),
  ofTable: get('/orders/table/{tableId}', {
    summary: "Lists a table's orders, newest first",
    access: read,
    reply: list(RestaurantOrder, 'No orders found for table'),
    problems: { tableNotFound: bare(404, 'Table not found') },
  }),
  ofStatus: get('/orders/status/{status}', {
    summary: 'Lists orders with a status, newest first',
    access: read,
    reply: list(RestaurantOrder),
    alternatives: { none: noneWithStatus },
    problems: { invalidStatus: bare(404, 'Invalid order status') },
  }),
  ofDays: get('/orders/date-range', {
    summary: 'Lists the orders of some days, newest first',
    access: read,
    query: DaysInput,
    reply: list(RestaurantOrder, 'No orders found in date range'),
    problems: {
      nothingProvided: bare(400, 'Missing start_date or end_date query parameters'),
      reversedDays: message(400, 'start_date cannot be greater than end_date'),
    },
    failures: ['malformedDay'],
  }),
  totalSales: get('/orders/total-sales/{date}', {
    summary: 'Gets the total sales of a day',
    access: read,
    reply: json(DaySales),
    problems: { malformedDay: bare(400, 'Missing or malformed date') },
  }),
  one: get('/orders/{id}', {
    summary: 'Gets an order without its dishes',
    access: read,
    reply: json(OrderWithTaxes),
    ...ofOrder,
  }),
  complete: get('/orders/{id}/complete', {
    summary: 'Gets an order with its dishes',
    access: read,
    reply: json(CompleteOrder),
    ...ofOrder,
  }),
  create: post('/orders', {
    summary: 'Creates an order without dishes',
    access: create,
    audit: ['order'],
    body: OrderInput,
    reply: created('Order created successfully'),
    problems: {
      invalid: failedToCreate,
      userNotFound: failedToCreate,
      tableNotFound: failedToCreate,
    },
  }),
  createWithDishes: post('/orders/with-dishes', {
    summary: 'Creates an order with dishes, which make its total',
    access: create,
    audit: ['order', 'price'],
    body: OrderWithDishes,
    wireBody: { schema: OrderWithDishesForm },
    reply: created('Order with dishes created successfully'),
    problems: {
      invalid: failedToCreate,
      userNotFound: failedToCreate,
      tableNotFound: failedToCreate,
      nothingProvided: noDishes,
      invalidDishes: failedToAdd,
      checkoutProductNotAvailable: notAvailable,
    },
    failures: ['tooManyDishes', 'invalidModifiers'],
  }),
  update: put('/orders/{id}', {
    summary: 'Changes an order',
    access: update,
    audit: ['order'],
    body: OrderUpdate,
    reply: updated('Order updated successfully'),
    blank: ofOrder.blank,
    problems: {
      ...ofOrder.problems,
      userNotFound: message(404, 'User not found'),
      tableNotFound: message(404, 'Table not found'),
    },
    failures: ['orderPaid', 'invalidStatus', 'tooManyTables', 'checkoutAmountsDiffer'],
  }),
  calculateTotal: put('/orders/{id}/calculate-total', {
    summary: 'Sets the total to the sum of the dishes',
    access: update,
    audit: ['order'],
    reply: withTotal,
    ...ofOrder,
    failures: ['orderPaid'],
  }),
  remove: del('/orders/{id}', {
    summary: 'Deletes an order with its dishes',
    ...removal,
    query: Cancellation,
    reply: noContent,
    ...ofOrder,
    failures: ['orderPaid', 'orderHasPayments'],
  }),
  refund: post('/orders/{id}/refund', {
    till: 'lives',
    summary: 'Gives back a settled order or a part of it, at the till or to an invoice',
    access: permission('orders_refund'),
    audit: ['refund'],
    body: OrderRefundRequest,
    callsNode: 'payment',
    repeat: 'resumes',
    reply: json(RefundOfBill),
    blank: ofOrder.blank,
    problems: { notFound: message(404, 'Order not found') },
    failures: refundFailures,
  }),
  buyer: put('/orders/{id}/buyer', {
    summary: 'Names the buyer of a sale of either kind, or takes the buyer off it',
    access: create,
    audit: ['order'],
    body: BuyerChange,
    reply: updated('Buyer updated successfully'),
    ...ofOrder,
    failures: ['orderNotPaid'],
  }),
  flags: put('/orders/{id}/flags', {
    option: 'tills',
    summary: 'Says that the flags of a sale at a till were seen',
    access: 'administrator',
    audit: ['order'],
    body: FlagReview,
    reply: updated('Flags updated successfully'),
    ...ofOrder,
    failures: ['permissionRequired'],
  }),
  receiptPage: post('/orders/{id}/receipt-page', {
    summary: "Withdraws the page that shows an order's receipt, or shows it again",
    access: permission('orders_refund'),
    audit: ['print'],
    body: ReceiptPageChange,
    reply: updated('Receipt page updated successfully'),
    ...ofOrder,
  }),
  dishes: get('/orders/{id}/dishes', {
    summary: 'Lists the dishes of an order',
    access: read,
    reply: list(OrderDish, 'No dishes found for this order'),
    ...ofOrder,
  }),
  addDishes: post('/orders/{id}/dishes', {
    summary: 'Adds dishes to an order and its total',
    access: create,
    audit: ['price'],
    body: NewLines,
    reply: withMessage(
      { orderId: recordId('the order') },
      'Dishes added to order successfully',
      201,
    ),
    blank: ofOrder.blank,
    problems: {
      ...ofOrder.problems,
      invalid: failedToAdd,
      nothingProvided: noDishes,
      invalidDishes: failedToAdd,
      checkoutProductNotAvailable: notAvailable,
    },
    failures: ['orderPaid', 'tooManyDishes', 'orderFull', 'invalidModifiers'],
  }),
  changeDish: put('/orders/{id}/dishes/{dishId}', {
    summary: 'Changes a dish of an order, and the total',
    access: update,
    audit: ['price', 'cancellation'],
    body: LineChange,
    reply: withMessage(
      { orderId: recordId('the order'), dishId: recordId('the dish') },
      'Order dish updated successfully',
    ),
    blank: 'IDs',
    problems: { notFound: message(404, 'Order dish {dishId} not found in order {id}') },
    failures: ['orderPaid', 'invalid', 'invalidModifiers'],
  }),
  progress: put('/orders/{id}/kitchen', {
    summary: 'Says how far the kitchen is with dishes that it was sent',
    access: update,
    notAudited: 'progress in the kitchen, no money and no stock',
    body: KitchenProgress,
    reply: updated('Kitchen progress updated successfully'),
    ...ofOrder,
    failures: ['invalid'],
  }),
  removeDish: del('/orders/{id}/dishes/{dishId}', {
    summary: 'Removes a dish from an order and its total',
    ...removal,
    query: Cancellation,
    reply: noContent,
    blank: 'IDs',
    problems: { notFound: message(404, 'Order dish {dishId} not found') },
    failures: ['orderPaid'],
  }),
  removeDishes: del('/orders/{id}/dishes', {
    summary: 'Removes all dishes from an order',
    ...removal,
    reply: noContent,
    ...ofOrder,
    failures: ['orderPaid'],
  }),
})
