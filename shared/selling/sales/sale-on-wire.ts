import * as z from 'zod'
import { settings } from '../../platform/deployment/settings.ts'
import { fromCents } from '../../platform/money/decimal.ts'
import {
  cents,
  isoTime,
  majorUnits,
  nullableText,
  recordId,
} from '../../platform/validation/fields.ts'
import { saleFlags } from './sale-flags.ts'
import {
  receiptNumberOf,
  refundReceiptNumber,
  type SaleRefund,
  type SaleSnapshot,
  type SaleTax,
  type SoldOrder,
  soldAtOf,
  takenByOf,
} from './sale-snapshot.ts'

export const SaleFlag = z
  .enum(saleFlags)
  .meta({ id: 'SaleFlag', description: 'What a person should look at; docs/tills.md' })

/** Number of a sale at a till, in its answer. */
const soldAtTill = {
  number: z.int().optional().describe('At a till: its number'),
  series: z.string().optional().describe("The letters of the till's series, such as B"),
  receiptNumber: z
    .string()
    .optional()
    .describe('At a till: as it is printed, such as B-42'),
  flags: z
    .array(SaleFlag)
    .optional()
    .describe('`number_differs`: its number was taken, so it has one of the shop'),
}

/** Number of a sale at a till, in the answer of a settlement. */
export const soldAtTillFields = soldAtTill

/** The records that a sale created. */
export const SaleIds = z
  .object({
    orderId: recordId('the order'),
    ticketId: recordId('the ticket'),
    paymentId: z.string().describe('Of several, that by Lightning, else the first'),
    paymentIds: z.array(z.string()).optional().describe('With tenders: one of each'),
    changeCents: cents.optional().describe('With tenders: what goes back in cash'),
    ...soldAtTill,
  })
  .meta({ id: 'SaleIds', description: 'The records of a sale' })
export type SaleIds = Readonly<z.output<typeof SaleIds>>

/** Picks the ids of a larger object. */
export const saleIdsOf = ({
  orderId,
  ticketId,
  paymentId,
  paymentIds,
  changeCents,
  ...rest
}: SaleIds): SaleIds => ({
  orderId,
  ticketId,
  paymentId,
  ...(paymentIds && { paymentIds, changeCents }),
  ...numberIds(rest),
})

/** Picks the number of a larger object; nothing of a sale without a till. */
const numberIds = ({ number, series, receiptNumber, flags }: Partial<SaleIds>) => ({
  ...(receiptNumber !== undefined && { number, receiptNumber }),
  ...(series !== undefined && { series }),
  ...(flags && { flags }),
})

/** Returns the number of a sale at a till for its answer; empty for other sales. */
export const numberOfSale = (sale: SaleSnapshot | undefined): Partial<SaleIds> =>
  sale?.tillId === undefined
    ? {}
    : numberIds({
        number: sale.number,
        series: sale.series,
        receiptNumber: receiptNumberOf(sale) ?? undefined,
        flags: sale.flags && [...sale.flags],
      })

export const TaxOfSale = z
  .object({
    name: z.string().describe('Name of the tax, such as VAT'),
    ratePercent: z.number().describe('Rate in percent, such as 16'),
    netCents: cents,
    taxCents: cents,
  })
  .meta({ id: 'TaxOfSale', description: 'A tax of a sale, by name and rate' })

/** As certified devices signed a sale or refund. */
export const fiscalField = z
  .string()
  .optional()
  .describe('What a certified device beside the till signed, as it was sent')

export const voidedField = z
  .literal(true)
  .optional()
  .describe('Its ticket was deleted; it stays revenue')

/** Fields of a sale that orders of either kind show. */
export const saleFields = {
  number: z.int().nullable().describe("The ticket's number"),
  series: z.string().optional().describe("Of a till's number: its letters, such as B"),
  receiptNumber: nullableText
    .optional()
    .describe('In a shop with tills: as it is printed, 42 or at a till B-42'),
  tillId: z.string().optional().describe('Where it was sold, if at a till'),
  tillName: z.string().optional().describe('The name of that till then'),
  flags: z.array(SaleFlag).optional().describe('What a person should look at'),
  flagsReviewed: z
    .object({
      at: isoTime,
      userId: recordId('the user who has'),
      userName: z.string().describe('Name of the user at that time'),
    })
    .meta({ id: 'FlagsReview', description: 'Who has looked at the flags of a sale' })
    .optional(),
  syncedAt: isoTime
    .optional()
    .describe('When its till handed it in, if it was sold without the cloud'),
  statedAt: isoTime
    .optional()
    .describe("The time on its paper, by its till's clock, where that is another"),
  fiscal: fiscalField,
  soldAt: isoTime
    .nullable()
    .describe('When it was paid, by which days count; null for an order without a sale'),
  takenBy: nullableText.describe(
    'Id of the user who took the money; null for an order without a sale',
  ),
  voided: voidedField,
  discountAmount: cents.describe('All discounts together, in cents'),
  tipAmount: majorUnits,
  roundingCents: z
    .int()
    .describe('What cash paid beyond the total, or less, in cents: it was rounded'),
}

/** The payments of a sale, as lists of orders show them. */
export const listedTenders = z
  .array(
    z.object({
      paymentMethodId: recordId('a payment method, as GET /payments/methods lists them'),
      paymentMethod: z.string().describe('Name of the method when it was paid'),
      amountCents: cents,
    }),
  )
  .describe('The payments of the sale, change excluded')

export const taxesField = z.array(TaxOfSale)

/** Returns the fields of an order's sale; an order may have none. */
export const saleOnWire = (order: SoldOrder) => {
  const { sale } = order
  return {
    number: sale?.number ?? null,
    series: sale?.series,
    ...(settings.tills() && { receiptNumber: receiptNumberOf(sale) }),
    tillId: sale?.tillId,
    tillName: sale?.tillName,
    flags: sale?.flags && [...sale.flags],
    flagsReviewed: sale?.flagsReviewed,
    syncedAt: sale?.syncedAt,
    statedAt: sale?.statedAt,
    fiscal: sale?.fiscal,
    soldAt: sale ? soldAtOf(order) : null,
    takenBy: sale ? takenByOf(order).userId : null,
    voided: sale?.voided,
    discountAmount: sale?.discountCents ?? 0,
    tipAmount: fromCents(sale?.tipCents ?? 0),
    roundingCents: sale?.roundingCents ?? 0,
  }
}

/** A tax on the wire; rates have three decimals at most. */
export const taxOnWire = ({ name, netCents, taxCents, rateThousandths }: SaleTax) => ({
  name,
  netCents,
  taxCents,
  ratePercent: rateThousandths / 1_000,
})

/** The taxes of an order's sale. */
export const taxesOnWire = (sale: SaleSnapshot | undefined) =>
  (sale?.taxes ?? []).map(taxOnWire)

/** Modifiers of a sold line. */
export const modifiersField = z
  .array(
    z
      .object({
        name: z.string().describe('Name that it had when it was sold'),
        priceCents: cents.describe('Of one, in cents; may be negative'),
        quantity: z.int().describe('How many of it each unit has'),
      })
      .meta({ id: 'SoldModifier', description: 'A modifier of each unit of a line' }),
  )
  .optional()
  .describe('Contained in the price; left out for none')

/** Units of a product that a refund gave back, and the amount paid for them. */
const RefundedUnits = z
  .object({
    productId: recordId('the product'),
    variantId: recordId('its variant').optional(),
    line: z.int().describe('The place of the line in the sale, from 0'),
    quantity: z.int().describe('Units'),
    priceAtOrder: cents,
    amountCents: cents,
  })
  .meta({ id: 'RefundedUnits', description: 'Units of a product that were given back' })

/** Refunded part of a line of either kind. */
export const RefundedItem = z
  .object({
    productId: z.string().optional().describe('Of an order of the store'),
    variantId: z.string().optional().describe('Of an order of the store'),
    line: z.int().optional().describe('Its place in the sale, from 0; of the store'),
    priceAtOrder: cents.optional().describe('Of an order of the store, in cents'),
    orderDishId: z.string().optional().describe('Of an order of the restaurant'),
    quantity: z.int().describe('Units'),
    amountCents: cents,
  })
  .meta({
    id: 'RefundedItem',
    description: 'What was given back of a line',
    example: {
      productId: '0199f2a4-5c1e-4d3a-9b8f-38a007151abe',
      line: 0,
      priceAtOrder: 250,
    },
  })

export const refundRounding = z
  .int()
  .describe('amountCents less what was handed over in cash, which is rounded')

export const refundNumberField = z
  .string()
  .nullable()
  .describe('Its number, such as R-7; null for a refund from before there were numbers')

const RefundOfSale = z
  .object({
    id: recordId(),
    receiptNumber: refundNumberField,
    refundInvoice: z.string().nullable().describe('Null when the till gave it back'),
    satoshiAmount: z.int().describe('What was paid out; 0 when the till gave it back'),
    refundedAt: isoTime,
    amountCents: cents,
    roundingCents: refundRounding,
    paymentMethodId: recordId('a payment method, as GET /payments/methods lists them'),
    paymentMethod: z.string().describe('Name of the method that it went back in'),
    userId: recordId('the user who refunded'),
    userName: z.string().describe('Name of the user at that time'),
    fiscal: fiscalField,
    reason: z.string().nullable().describe('Why the money was given back'),
    items: z
      .array(RefundedUnits)
      .describe('Units of products; none for a sum and for orders of the restaurant'),
  })
  .meta({ id: 'RefundOfSale', description: 'A refund of a sale' })

const RefundOfOrder = RefundOfSale.extend({
  items: z.array(RefundedItem).describe('None for a sum'),
}).meta({ id: 'RefundOfOrder', description: 'A refund of an order of either kind' })

const fieldsOf = <Refund extends z.ZodType>(refund: Refund) => ({
  refund: refund.nullable().describe('The last one; null for none'),
  refunds: z.array(refund).describe('Oldest first'),
})

/** Fields of refunds in store orders and lists. */
export const refundFields = fieldsOf(RefundOfSale)

/** Fields of refunds in orders of either kind. */
export const refundFieldsOfOrder = fieldsOf(RefundOfOrder)

type SoldUnits = {
  readonly productId: string
  readonly variantId?: string | undefined
  readonly priceAtOrder: number
}

/** The refunds of an order; the items are those of a store order. */
export function refundsOnWire(
  sale: SaleSnapshot | undefined,
  items: readonly SoldUnits[],
) {
  return refundsWith(sale, (refund) =>
    items.length === 0 ? [] : refundedUnits(items, refund),
  )
}

/** The refunds of a sale with the items that each gave back. */
export function refundsWith<T>(
  sale: SaleSnapshot | undefined,
  itemsOf: (refund: SaleRefund) => T[],
) {
  const refunds = (sale?.refunds ?? []).map((refund) => ({
    ...refund,
    receiptNumber: refundReceiptNumber(refund),
    roundingCents: refund.roundingCents ?? 0,
    refundInvoice: refund.invoice ?? null,
    paymentMethodId: refund.methodId,
    paymentMethod: refund.methodName,
    items: itemsOf(refund),
  }))
  return { refund: refunds.at(-1) ?? null, refunds }
}

/** The units of a store order that a refund gave back. */
export const refundedUnits = (items: readonly SoldUnits[], { lines }: SaleRefund) =>
  lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ at, quantity, paidCents }) => ({
      productId: items[at]?.productId ?? '',
      variantId: items[at]?.variantId,
      line: at,
      priceAtOrder: items[at]?.priceAtOrder ?? 0,
      quantity,
      amountCents: paidCents,
    }))
