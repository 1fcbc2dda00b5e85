import * as z from 'zod'
import {
  cents,
  isoTime,
  majorUnits,
  nullableText,
  recordId,
} from '../../platform/validation/fields.ts'
import { paidSatoshisOnWire, ratesOnWire } from '../../selling/sales/payment.ts'
import {
  listedTenders,
  modifiersField,
  refundFields,
  saleFields,
  taxesField,
  voidedField,
} from '../../selling/sales/sale-on-wire.ts'
import { MethodTotal } from '../../selling/shifts/breakdown.ts'
import { Shift } from '../../selling/shifts/shift.ts'
import { utcOffsetMinutes } from './report-filter.ts'

/** Of the first of a sale's payments that has one. */
const transactionId = nullableText.describe('Of the card payment, as sent')

/** One line of a sale: what was sold at one price. `priceAtOrder` is in cents. */
const ReportedSale = z
  .object({
    orderId: recordId('the order'),
    number: z.int().nullable().describe("The ticket's number; null for none"),
    receiptNumber: saleFields.receiptNumber,
    flags: saleFields.flags,
    flagsReviewed: saleFields.flagsReviewed,
    tillId: saleFields.tillId,
    tableId: z.string().optional().describe('Id of its table; left out for none'),
    variantId: recordId('the variant').optional(),
    productName: z.string().describe('Name that the product had when it was sold'),
    categoryId: z
      .string()
      .optional()
      .describe('Id of the first category that it had; left out for none'),
    modifiers: modifiersField,
    quantity: z.int().describe('Units that were sold'),
    priceAtOrder: cents,
    discountCents: cents.describe("In cents: its own and its share of the order's"),
    discountAmount: cents.describe('In cents: the same as `discountCents`'),
    paidCents: cents.describe('In cents, with tax; without the tip'),
    refundedQuantity: z.int().describe('Units that were given back'),
    refunded: z.boolean().describe('Whether nothing is left to give back'),
    userName: z.string().describe('Name of the user at that time'),
    paymentMethod: z.string().describe('Name of the method that it was paid with'),
    saleDate: isoTime,
    currency: z.string().describe('Of its amounts, ISO 4217, such as EUR'),
    satoshiAmount: z.number().nullable().describe('In satoshis; null unless Lightning'),
    ...paidSatoshisOnWire,
    ...ratesOnWire,
    paymentId: nullableText.describe('Id of the payment'),
    transactionId,
    voided: voidedField,
  })
  .meta({ id: 'ReportedSale', description: 'What was sold at one price in one sale' })

/** Sums of what was sold in one currency. */
const salesSums = {
  totalRevenueCents: cents.describe(
    'In cents: price × quantity, before discounts, added tax, adjustments and refunds',
  ),
  totalItemsSold: z.int().describe('Units of all products'),
  totalBtcSatoshis: z.int().describe('In satoshis, each payment once'),
  totalDiscountCents: cents.describe('In cents: of the lines and of whole sales'),
  totalAdjustmentCents: z
    .int()
    .describe('In cents: charged beyond the total of the lines; below 0 when less'),
  totalRoundingCents: z
    .int()
    .describe(
      'In cents: rounding of cash sales, less that of cash refunds; in none of the other sums',
    ),
  totalTipCents: cents.describe('In cents; in none of the other sums but refunds'),
  totalRefundedCents: cents.describe('In cents, tips included'),
  totalRefundedTipCents: cents.describe('In cents: the tips in totalRefundedCents'),
  totalRefundedSatoshis: z.int().describe('In satoshis'),
  refundCount: z.int().describe('Number of refunds'),
  totalNetCents: cents.describe('In cents: paid without tips, less refunded goods'),
  taxes: taxesField.describe(
    'By name and rate, less all refunds of these sales, whenever they were made',
  ),
  taxesSold: taxesField.describe('By name and rate; no later refund changes them'),
  refundedInPeriod: z
    .object({
      count: z.int().describe('Number of refunds'),
      cents: cents.describe('In cents, with tips'),
      tipCents: cents.describe('In cents: the tips in it'),
      roundingCents: z.int().describe('In cents: the amount less this was handed over'),
      satoshis: z.int().describe('In satoshis'),
      taxes: taxesField.describe('By name and rate'),
    })
    .describe(
      "Refunds that were made in the period, of whatever sales; by the refund's own method",
    ),
}

const currencyField = z.string().describe('ISO 4217, such as EUR')

/** A report of what was sold, and its sums. */
export const Report = z
  .object({
    currency: currencyField.describe('The base currency, such as EUR: that of the sums'),
    ...salesSums,
    modifiers: z
      .array(
        z.object({
          name: z.string().describe('Name when it was sold, such as Oat milk'),
          quantity: z.int().describe('How often it was sold'),
          totalCents: z
            .int()
            .describe('In cents, contained in totalRevenueCents; may be negative'),
        }),
      )
      .describe('By name, before refunds'),
    otherCurrencies: z
      .array(z.object({ currency: currencyField, ...salesSums }))
      .describe('The sums of sales while the shop counted in other currencies'),
    sales: z.array(ReportedSale).describe('A row for each product of each order'),
  })
  .meta({ id: 'SalesReport', description: 'What was sold, and its sums' })

const knownCost = {
  costCents: z
    .int()
    .describe(
      'In cents: the cost of the units that were not returned, when they were sold; if known',
    ),
  costedCents: z
    .int()
    .describe(
      'In cents: the price of those units, without tax; less costCents it is the margin',
    ),
}

const counted = z.int().describe('Number of sales')

/** Sales of one hour, day, category, person, table, till or name. Refunds count in their sale. */
const SalesPart = z
  .object({
    key: z
      .string()
      .describe(
        'The hour, the day, the id of the category, person, table or till, or the name',
      ),
    name: z.string().describe('Name when it was last sold; blank for none'),
    saleCount: counted,
    quantity: z.int().describe('Units that were sold'),
    grossCents: cents.describe('In cents: price × quantity'),
    discountCents: cents.describe('In cents: their own, and their shares'),
    taxCents: z.int().describe('In cents: contained in netCents'),
    tipCents: cents.describe('In cents: in none of the other sums'),
    refundedCents: cents.describe('In cents: without tips'),
    netCents: z.int().describe('In cents: paid without tips, less refundedCents'),
    ...knownCost,
  })
  .meta({ id: 'SalesPart', description: 'What was sold of one kind' })

const parts = (description: string) => z.array(SalesPart).describe(description)

/** The sums of a period and their parts. */
export const SalesBreakdown = z
  .object({
    currency: currencyField.describe('The base currency, such as EUR: that of the sums'),
    saleCount: counted,
    ...knownCost,
    ...salesSums,
    byHour: parts('By hour of the day in the shop, `00` to `23`'),
    byWeekday: parts('By day of the week, from Monday, `1`, to Sunday, `7`'),
    byDay: parts('By day of the shop, `YYYY-MM-DD`'),
    byProduct: parts('By the name of the product, dish or amount keyed in'),
    byCategory: parts('By category; a blank key for none'),
    byUser: parts('By who served'),
    byTaker: parts('By who took the money'),
    byTable: parts('By the table; a blank key for none'),
    byTill: parts("By the till; a blank key for the shop's own numbers"),
    byPaymentMethod: z
      .array(
        z.object({
          name: z.string().describe('Name of the method, such as Cash'),
          saleCount: counted,
          takenCents: cents.describe('In cents: with tips, without change'),
          tipCents: cents.describe('In cents: the tips in takenCents'),
          refundedCents: cents.describe('In cents: what went back by it in the period'),
          netCents: z.int().describe('In cents: takenCents less refundedCents'),
        }),
      )
      .describe('A sale by several methods counts in each with what it paid'),
    otherCurrencies: z
      .array(
        z.object({
          currency: currencyField,
          saleCount: counted,
          ...knownCost,
          ...salesSums,
        }),
      )
      .describe('The sums of sales while the shop counted in other currencies'),
  })
  .meta({ id: 'SalesBreakdown', description: 'The sums of a period and their parts' })

/** An order of either kind with what was paid for it, as clients read it. */
export const OrderWithPayments = z
  .object({
    id: recordId(),
    userId: recordId('the user who took the order'),
    userName: z.string().describe('Name of the user at that time'),
    tableId: nullableText.describe('Id of the table; null for an order without one'),
    status: z
      .string()
      .describe('`open`, `closed`, `paid`, or `refunded` for a sale of the store'),
    total: majorUnits,
    createdAt: isoTime,
    paymentMethod: z.string().describe('Names, joined by commas; blank for none'),
    paymentMethodIds: z.array(z.string()).describe('Ids of the methods it was paid with'),
    tenders: listedTenders,
    satoshiAmount: z.number().nullable().describe('In satoshis; null unless Lightning'),
    ...paidSatoshisOnWire,
    ...ratesOnWire,
    paymentHash: nullableText.describe('Payment hash in hex, 64 characters'),
    transactionId,
    ...saleFields,
    ...refundFields,
    items: z
      .array(
        z.object({
          variantId: recordId('the variant').optional(),
          productName: z.string().describe('Name that the product had when it was sold'),
          modifiers: modifiersField,
          quantity: z.int().describe('Units'),
          priceAtOrder: cents,
        }),
      )
      .describe('None for orders of the restaurant'),
  })
  .meta({
    id: 'OrderWithPayments',
    description: 'An order of restaurant or store with what was paid for it',
  })

/** The total sales of one day in major units; existing clients expect a text. */
export const DaySales = z
  .object({
    date: z.string().describe('YYYY-MM-DD'),
    total_sales: z.string().describe('In major units, as text'),
  })
  .meta({ id: 'DaySales', description: 'The total sales of a day' })
export type DaySales = z.output<typeof DaySales>

const parameter = z.string().optional()

/** The days as sent; reading them has its own failures. */
export const ShiftReportInput = z.object({
  period: parameter.describe(
    '`day`, `week`, `month` or `year` until today; days are then ignored',
  ),
  utcOffsetMinutes,
  startDate: parameter.describe('First day, `YYYY-MM-DD`; with endDate'),
  endDate: parameter.describe('Last day, `YYYY-MM-DD`; with startDate'),
})
export type ShiftReportInput = z.output<typeof ShiftReportInput>

const ReportedShift = Shift.omit({ notes: true })
  .extend({
    userName: nullableText.describe('Name of the user at that time'),
    currency: z.string().describe('Of its amounts, ISO 4217, such as EUR'),
  })
  .meta({
    id: 'ReportedShift',
    description:
      'A shift in a report; `difference` is finalAmount less what was expected, or what the client sent for a shift that was closed before Zs were made',
  })

const shiftSums = {
  totalInitialAmount: majorUnits,
  totalFinalAmount: majorUnits,
  totalExpectedAmount: majorUnits.describe(
    'Without shifts that were closed before Zs were made',
  ),
  totalDifference: majorUnits,
  byPaymentMethod: z.array(MethodTotal).describe('Paid by each method, with tips'),
}

/** Shifts of some days, and their sums. */
export const ShiftReport = z
  .object({
    currency: currencyField.describe('The base currency, such as EUR: that of the sums'),
    shifts: z.array(ReportedShift).describe('The shifts, oldest first'),
    ...shiftSums,
    otherCurrencies: z
      .array(z.object({ currency: currencyField, ...shiftSums }))
      .describe('The sums of shifts that counted in others'),
  })
  .meta({
    id: 'ShiftReport',
    description:
      'Shifts by their date, or by their creation if that is not a date. Sums are of all Zs of the shifts, and, while one is open, of what was sold since the last Z',
  })
