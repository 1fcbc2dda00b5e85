import * as z from 'zod'
import type { FailureKind } from '../../failure.ts'
import { maxPaymentCodeLength, paymentHashOf } from '../../lightning/node/limits.ts'
import {
  cents,
  id,
  idOf,
  integer,
  isoTime,
  orElse,
  recordId,
  text,
} from '../../platform/validation/fields.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { fiscal } from '../sales/fiscal.ts'
import type { Order } from '../sales/orders.ts'
import {
  fiscalField,
  RefundedItem,
  refundedUnits,
  refundNumberField,
  refundRounding,
  refundsWith,
} from '../sales/sale-on-wire.ts'
import { refundReceiptNumber, type SaleRefund } from '../sales/sale-snapshot.ts'
import {
  centsOf,
  isNothingLeft,
  isOfStore,
  leftOf,
  type Refundable,
} from './refundable.ts'

const maxReasonLength = 500

const isItemsOrSum = (asked: { items?: unknown; amountCents: number | null }) =>
  !asked.items || asked.amountCents === null

const both = { path: ['items'], message: 'cannot be combined with amountCents' }

/** Description of `excess` of a refund to an invoice. */
export const excessText =
  'For administrators: the invoice may also name what goes beyond its amount, an overpayment or the fee of an invoice without one'

const common = {
  invoice: text
    .max(maxPaymentCodeLength)
    .nullish()
    .transform((invoice) => invoice?.trim() || null)
    .describe(
      'A BOLT11 invoice to pay out to; without it, or blank, the till gives the money back',
    ),
  paymentHash: text
    .nullish()
    .transform((hash) => (hash?.trim() ? paymentHashOf(hash) : null))
    .describe('Which payment the invoice gives back; by default the one with most left'),
  excess: orElse(z.boolean(), false).describe(excessText),
  paymentMethodId: orElse(id, null).describe(
    'How the till gives it back; by default as most of it was paid',
  ),
  amountCents: orElse(integer.min(1), null).describe('A sum instead of items, in cents'),
  tillId: id
    .nullish()
    .describe(
      'The till in whose drawer it counts: the one that asks; without it the shop',
    ),
  reason: text
    .max(maxReasonLength)
    .nullish()
    .transform((reason) => reason?.trim() || null)
    .describe('Why the money is given back, such as cold soup'),
  fiscal,
}

const RefundItem = z
  .object({
    productId: orElse(
      idOf('the product; left out for an amount keyed in, which has its line'),
      '',
    ),
    variantId: id
      .nullish()
      .describe('Its variant, where the product was sold in several'),
    quantity: integer.min(1).describe('Units'),
    priceAtOrder: orElse(integer, null).describe(
      'In cents; needed where the product was sold at several prices',
    ),
    line: integer
      .nullish()
      .describe('Its place in the sale, from 0, where product and price leave it open'),
  })
  .meta({ id: 'RefundItem', description: 'Units of a product to give back' })

/** Body of POST /store/orders/{id}/refund. */
export const StoreRefundRequest = z
  .object({
    ...common,
    items: z.array(RefundItem).min(1).nullish().describe('All that is left by default'),
    restock: orElse(z.boolean(), true).describe('Whether the units return to stock'),
  })
  .refine(isItemsOrSum, both)
  .meta({ id: 'StoreRefundRequest', description: 'Which part of a sale to give back' })
export type StoreRefundRequest = z.output<typeof StoreRefundRequest>

/** Body of POST /orders/{id}/refund. */
export const OrderRefundRequest = z
  .object({
    ...common,
    items: z
      .array(z.object({ orderDishId: id.describe('Id of a dish of the order') }))
      .min(1)
      .nullish()
      .describe('All that is left by default'),
  })
  .refine(isItemsOrSum, both)
  .meta({
    id: 'OrderRefundRequest',
    description: 'Which part of a settled order to give back',
  })
export type OrderRefundRequest = z.output<typeof OrderRefundRequest>

/** A refund as it was asked for, of an order of either kind. */
export type RefundRequest = Pick<
  StoreRefundRequest,
  | 'invoice'
  | 'paymentHash'
  | 'excess'
  | 'paymentMethodId'
  | 'amountCents'
  | 'reason'
  | 'restock'
  | 'tillId'
  | 'fiscal'
>

/** The answer to a refund. */
export const Refund = z
  .object({
    id: recordId(),
    receiptNumber: refundNumberField,
    orderId: recordId('the order'),
    refundInvoice: z.string().describe('Blank when the till gave it back'),
    satoshiAmount: z.int().describe('What was paid out; 0 when the till gave it back'),
    refundedAt: isoTime,
    amountCents: cents,
    roundingCents: refundRounding,
    fiscal: fiscalField,
    items: z.array(RefundedItem).describe('None for a sum'),
    status: z
      .enum(['refunded', 'partially_refunded'])
      .describe('`refunded` when neither units nor cents are left'),
  })
  .meta({ id: 'Refund', description: 'What was given back of an order' })
export type Refund = z.output<typeof Refund>

/** Refund of a bill, as a response. */
export const RefundOfBill = Refund.meta({
  id: 'RefundOfBill',
  description: 'What was given back of a settled bill',
  example: {
    items: [
      {
        orderDishId: '0199f2a4-5c1e-4d3a-9b8f-36216c91f1f6',
        quantity: 1,
        amountCents: 250,
      },
    ],
  },
})

/** The refusals of a refund, each with its code. */
export const refundFailures = [
  'alreadyRefunded',
  'orderNotPaid',
  'noBitcoinPayment',
  'refundInvoiceMissingAmount',
  'refundInvoiceAmountMismatch',
  'refundExceedsPaid',
  'refundExceedsMethod',
  'currencyDiffers',
  'refundMethodNotUsed',
  'refundInProgress',
  'refundInvoiceExpiry',
  'adminRequired',
] as const satisfies readonly FailureKind[]

/** A refund as the answer shows it, with the order's status after it. */
export function refundAnswer(
  { order, sale, lines }: Refundable,
  refund: SaleRefund,
): Refund {
  const refunds = sale.refunds ?? []
  const upTo = refunds.findIndex(({ id }) => id === refund.id)
  const made = upTo === -1 ? [...refunds, refund] : refunds.slice(0, upTo + 1)
  const isRefunded = isNothingLeft(leftOf(lines, sale.tipCents, made))
  return {
    id: refund.id,
    receiptNumber: refundReceiptNumber(refund),
    orderId: order.id,
    refundInvoice: refund.invoice ?? '',
    satoshiAmount: refund.satoshiAmount,
    refundedAt: refund.refundedAt,
    amountCents: centsOf(refund),
    roundingCents: refund.roundingCents ?? 0,
    fiscal: refund.fiscal,
    items: refundedItems(order, refund),
    status: isRefunded ? 'refunded' : 'partially_refunded',
  }
}

/** The refunds of an order of either kind, with the units or dishes that each gave back. */
export const refundsOfOrder = (order: Order) =>
  refundsWith(order.sale, (refund) => refundedItems(order, refund))

const refundedItems = (
  order: Order,
  refund: SaleRefund,
): z.output<typeof RefundedItem>[] =>
  isOfStore(order)
    ? refundedUnits(order.items, refund)
    : refundedDishes(order as RestaurantOrderRecord, refund)

const refundedDishes = ({ lines }: RestaurantOrderRecord, refund: SaleRefund) =>
  refund.lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ at, paidCents }) => ({
      orderDishId: lines[at]?.id ?? '',
      quantity: 1,
      amountCents: paidCents,
    }))
