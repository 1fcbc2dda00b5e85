import * as z from 'zod'
import { readMoment } from '../../platform/time/moment.ts'
import {
  cents,
  idOf,
  isoTime,
  majorUnits,
  nullableText,
  orElse,
  priceCents,
  recordId,
  text,
} from '../../platform/validation/fields.ts'
import { failing, failureIn } from '../../platform/validation/parse.ts'
import { ShownBuyer } from '../sales/buyer.ts'
import { orderStatuses } from '../sales/order.ts'
import { refundFieldsOfOrder, saleFields, taxesField } from '../sales/sale-on-wire.ts'
import { BillDiscountOnWire } from './bill-discount.ts'
import { NewLine, NewLines, OrderDish } from './order-line.ts'

/** An order of the restaurant as clients read it; `total` is in major units. */
export const RestaurantOrder = z
  .object({
    id: recordId(),
    userId: recordId('the user who took the order'),
    tableId: nullableText.describe('Id of the table; null for an order without one'),
    status: z.enum(orderStatuses).describe('`closed` is finished, but not paid'),
    total: majorUnits,
    createdAt: isoTime,
    series: z.string().optional().describe("Of a till's number: its letters, such as B"),
    receiptNumber: z.string().nullish().describe('At a till: as it is printed, B-42'),
    number: z
      .int()
      .optional()
      .describe('Of a settled order; not in lists by user, table or status'),
  })
  .meta({ id: 'RestaurantOrder', description: 'An order of the restaurant' })
export type RestaurantOrder = z.output<typeof RestaurantOrder>

/** A payment that a bill keeps. */
export const PrepaidPayment = z
  .object({
    paymentHash: z.string().describe('Payment hash in hex, 64 characters'),
    cents: cents.describe('What it pays of the bill, in cents'),
  })
  .meta({ id: 'PrepaidPayment', description: 'A payment that a bill keeps' })

const prepaid = z
  .array(PrepaidPayment)
  .optional()
  .describe('Lightning payments that are attached to the bill')

/** An order of either kind with the fields of its sale and its refunds. */
export const OrderWithTaxes = RestaurantOrder.extend({
  ...saleFields,
  ...refundFieldsOfOrder,
  prepaid,
  discount: BillDiscountOnWire.optional(),
  discountAmount: saleFields.discountAmount.describe(
    'All discounts together, in cents; of an open bill what its own is now',
  ),
  taxes: taxesField.describe('By name and rate; empty if nothing was taxed'),
  buyer: ShownBuyer.optional(),
}).meta({
  id: 'OrderWithTaxes',
  description: 'An order of either kind with its taxes and refunds',
})

const RestaurantBill = RestaurantOrder.extend({
  prepaid,
  discount: BillDiscountOnWire.optional(),
  discountAmount: saleFields.discountAmount
    .optional()
    .describe('What the discount of an open bill is now, in cents; absent for none'),
}).meta({
  id: 'RestaurantBill',
  description: 'An order with the payments and the discount that its bill keeps',
})

/** An order with all its lines. */
export const CompleteOrder = z
  .object({
    order: RestaurantBill,
    dishes: z.array(OrderDish).describe('Its lines, one for each unit of a dish'),
    failed: z
      .array(z.string())
      .describe('Ids of dishes whose kitchen ticket was not printed'),
  })
  .meta({ id: 'CompleteOrder', description: 'An order with its dishes' })

/** In Unix ms; undefined means now. Lists sort by text, which needs four-digit years. */
const createdAt = z
  .union([z.string(), z.number()])
  .describe('ISO 8601 or Unix ms; now if it is left out')
  .nullish()
  .transform((value, context) => {
    if (value === undefined || value === null) return undefined
    if (String(value).trim() === '') return undefined
    const ms = readMoment(String(value).trim())
    if (ms !== undefined && new Date(ms).toISOString().length === 24) return ms
    context.addIssue('is not a moment')
    return z.NEVER
  })

const userId = idOf('the user who took the order')
const tableId = idOf('the table; null for an order without one').nullish()

const OrderFields = z.object({
  userId,
  tableId,
  status: z.enum(orderStatuses).describe('Any of the three; new orders are open'),
  total: priceCents,
  createdAt,
})

/** An order's first lines. Their failures differ from those of the order's other fields. */
const firstLines = z.unknown().transform((value, context) => {
  const lines = NewLines.safeParse(value ?? [])
  if (lines.success) return lines.data
  const [issue] = lines.error.issues
  context.addIssue(failing(failureIn(issue?.message) ?? 'invalidDishes'))
  return z.NEVER
})

export const OrderInput = OrderFields.transform(inUnits).meta({ id: 'OrderInput' })
export type OrderInput = z.output<typeof OrderInput>

const OrderToFill = OrderFields.extend({
  total: orElse(priceCents, 0),
}).transform(inUnits)

export const OrderWithDishes = z.object({ order: OrderToFill, dishes: firstLines })

/** An order and its first dishes as clients send them, for documents. */
export const OrderWithDishesForm = z
  .object({
    order: OrderToFill.describe('The order without its lines'),
    dishes: z.array(NewLine).nullish().describe('Its first lines, 200 at most'),
  })
  .meta({ id: 'OrderWithDishes', description: 'An order and its first dishes' })

/**
 * An undefined table stays as it is stored. `status` may be any text here, because the
 * failure `invalidStatus` quotes it.
 */
export const OrderUpdate = z
  .object({
    userId,
    tableId,
    status: text.describe('`open`, `closed` or `paid`'),
    total: priceCents,
  })
  .transform(({ total, ...rest }) => ({ ...rest, totalCents: total }))
  .meta({ id: 'OrderUpdate', description: 'Fields that are left out keep their values' })
export type OrderUpdate = z.output<typeof OrderUpdate>

function inUnits<T extends { total: number; createdAt?: number | undefined }>(fields: T) {
  const { total, createdAt, ...rest } = fields
  return { ...rest, totalCents: total, createdAtMs: createdAt }
}
