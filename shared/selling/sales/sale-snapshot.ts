import type { Buyer } from './buyer.ts'
import type { LightningTender } from './payment.ts'
import type { SaleFlag } from './sale-flags.ts'

/** A tax by the name and rate that it had when it was sold. */
export type SoldTax = {
  readonly name: string
  /** Thousandths of a percent: 16 % is 16,000. */
  readonly rateThousandths: number
  /** The shop never had it: a till wrote it without the cloud. X and Z sum all such taxes in one row. */
  readonly isUnknown?: true
}

/** A tax of a whole sale; a tax of 0 % is listed, too. */
export type SaleTax = SoldTax & {
  readonly netCents: number
  readonly taxCents: number
}

/** The category of some lines; the name that it had is its record's. */
export type SoldCategory = {
  readonly id: string
  /** Places of the lines in their order. */
  readonly lines: readonly number[]
}

/** One of the payments of a sale, as it was when the sale was made. */
export type SaleTender = {
  readonly paymentId: string
  readonly methodId: string
  readonly methodName: string
  readonly amountCents: number
  /** Of the card payment; absent when the till sent none. */
  readonly transactionId?: string
  /** Cash that the customer handed over, and the change; absent when the till sent neither. */
  readonly givenCents?: number
  readonly changeCents?: number
  /** Absent when it was not paid by Lightning. */
  readonly lightning?: LightningTender
}

/** A person's look at the flags of a sale. */
export type FlagsReview = {
  /** ISO 8601, UTC, in seconds. */
  readonly at: string
  readonly userId: string
  readonly userName: string
}

/** A change of the methods that a sale was paid by, before its Z. */
export type TenderCorrection = {
  /** ISO 8601, UTC, in seconds. */
  readonly correctedAt: string
  readonly userId: string
  readonly userName: string
  /** Colleague who approved it; absent if no approval was needed. */
  readonly approvedBy?: string
  readonly reason: string
  /** As they were booked before. */
  readonly tenders: readonly SaleTender[]
}

/** The shop at the moment of a sale. */
export type SoldShop = {
  readonly name: string
  readonly taxId: string | null
  readonly timezone: string | null
  /** After midnight, where its days begin later; in ms. */
  readonly dayStartMs?: number
}

/**
 * Snapshot of a sale, as one attribute of its order. Checkout and settlement write it,
 * and no later change of the catalogue, taxes, settings, links or payments changes it.
 * Orders that were made before it existed, and those that are not settled, have none.
 */
export type SaleSnapshot = {
  /**
   * The number of the ticket: 1, 2, 3 and so on, without gaps. Absent for a sale from before
   * there were numbers, which has a snapshot only since it was refunded.
   */
  readonly number?: number
  /** The letters of the till's series; absent for a number of the shop's own. */
  readonly series?: string
  /** Till that sold it; absent without a till. */
  readonly tillId?: string
  readonly tillName?: string
  /** It counts in its till's drawer, in the part of the day with this number. */
  readonly partNumber?: number
  /** Flags that a person should look at, and who has. */
  readonly flags?: readonly SaleFlag[]
  readonly flagsReviewed?: FlagsReview
  /** When its till handed it in, if it was sold without the cloud: ISO 8601, UTC, in seconds. */
  readonly syncedAt?: string
  /** The time on its paper, by its till's clock, where that is not when it was sold. */
  readonly statedAt?: string
  /** Text that a certified device beside the till signed, as it was sent. */
  readonly fiscal?: string
  readonly ticketId: string
  /**
   * Time of a bill's settlement, by the server's clock: ISO 8601, UTC, in seconds. Absent
   * for a sale of the store, which is sold as its order is created, and for bills settled
   * up to 0.3.1.
   */
  readonly soldAt?: string
  /** User who settled a bill and took its money and tip; absent where `soldAt` is. */
  readonly takenBy?: { readonly userId: string; readonly userName: string }
  /** Id of the user who sold it in the name of another one; absent for none, and up to 0.3.1. */
  readonly enteredBy?: string
  /** Amount paid less the tip; the sum of `paidCents` of the lines. */
  readonly goodsCents: number
  /** All discounts together. */
  readonly discountCents: number
  readonly tipCents: number
  /**
   * Goods less the lines' own total: the amount that the till charged more; below 0 when
   * it charged less.
   */
  readonly adjustmentCents: number
  /**
   * Amount that rounding added to the cash; below 0 when it took off. Only the tenders
   * contain it. Absent for none.
   */
  readonly roundingCents?: number
  /** 100 if the taxes and shares are whole units of the currency; absent for cents. */
  readonly smallestCents?: number
  /** True if the prices of the lines contained their tax. */
  readonly pricesIncludeTax: boolean
  readonly taxes: readonly SaleTax[]
  readonly tenders: readonly SaleTender[]
  /** The categories of the lines by the lines' places; absent for none, and up to 0.3.1. */
  readonly categories?: readonly SoldCategory[]
  /**
   * The acronym of the currency in which all of it was paid; absent for several and for sales
   * from before it was kept.
   */
  readonly currency?: string
  /**
   * The acronym of the currency in which the shop counted: that of all cents. Absent for sales up
   * to 0.3.1 without a Lightning payment, see `currencyOfSale`.
   */
  readonly baseCurrency?: string
  /** Absent for sales from before it was kept. */
  readonly shop?: SoldShop
  /** Earlier bookings of the tenders, oldest first; absent if never corrected. */
  readonly corrections?: readonly TenderCorrection[]
  /** The finished refunds, oldest first; absent when nothing was given back. */
  readonly refunds?: readonly SaleRefund[]
  /** True once neither units nor cents are left to give back. */
  readonly isRefunded?: true
  /** Buyer, by name; absent if nobody gave one. */
  readonly buyer?: Buyer
  /**
   * Time at which the buyer was named, changed or taken off after the sale: ISO 8601,
   * UTC, in seconds.
   */
  readonly buyerChangedAt?: string
  /** Its ticket was deleted: it stays revenue, and says so. */
  readonly voided?: true
}

/** Fields of an order about its sale's time and user. */
export type SoldOrder = {
  readonly createdAt: string
  readonly userId: string
  readonly userName: string
  readonly sale?: SaleSnapshot
}

/** Returns an order's time of sale, ISO 8601: for a bill its settlement, not its start. */
export const soldAtOf = ({ createdAt, sale }: Pick<SoldOrder, 'createdAt' | 'sale'>) =>
  sale?.soldAt ?? createdAt

/** Returns the user who took an order's money and tip: its settler, else its server. */
export const takenByOf = ({ userId, userName, sale }: Omit<SoldOrder, 'createdAt'>) =>
  sale?.takenBy ?? { userId, userName }

/** Parts of a sale that a refund gives back, in cents. */
export type RefundedParts = {
  readonly tipCents: number
  /** Satoshis paid out over Lightning; 0 when it was given back at the till. */
  readonly satoshiAmount: number
  readonly lines: readonly RefundedLine[]
}

export type RefundedLine = {
  /** The line's place among the lines of its order. */
  readonly at: number
  /** 0 when a sum of money was given back instead of units. */
  readonly quantity: number
  /** Of the line's `paidCents` and of its `taxCents`. */
  readonly paidCents: number
  readonly taxCents: number
}

/** A refund of a sale, whole: its lines and the tip make the amount. */
export type SaleRefund = RefundedParts & {
  readonly id: string
  /** The shop's number of it, from 1; absent while it has only begun, and before there were numbers. */
  readonly refundNumber?: number
  /** The letters of the till's series; absent for a number of the shop's own. */
  readonly series?: string
  /** The till in whose drawer it counts; absent for the shop's own. */
  readonly tillId?: string
  readonly tillName?: string
  /** The part of the till's day in which it counts. */
  readonly partNumber?: number
  /** ISO 8601, UTC, in seconds. */
  readonly refundedAt: string
  readonly amountCents: number
  /**
   * The amount less what was handed over in cash, because that was rounded: it counts against
   * the sale's. Absent for none.
   */
  readonly roundingCents?: number
  readonly methodId: string
  readonly methodName: string
  /** Absent when it was given back at the till. */
  readonly invoice?: string
  /** Of the payment that the invoice gives back; absent up to 0.3.1, which knew one alone. */
  readonly paymentHash?: string
  /** User who gave it back, by id and by the name of that time. */
  readonly userId: string
  readonly userName: string
  /** Colleague who approved it; absent if no approval was needed. */
  readonly approvedBy?: string
  readonly reason?: string
  /** Text that a certified device beside the till signed, as it was sent. */
  readonly fiscal?: string
  /** True if units return to stock. */
  readonly restocks: boolean
  /** The idempotency record of the request that began it. */
  readonly keyedBy?: string
  /** Until when that record answers repetitions, in Unix seconds. */
  readonly keyedUntil?: number
}

/**
 * The number of a refund as people read it, such as R-7 or, at a till, BR-7; null for one from
 * before numbers.
 */
export const refundReceiptNumber = ({
  refundNumber,
  series = '',
}: Pick<SaleRefund, 'refundNumber' | 'series'>): string | null =>
  refundNumber === undefined ? null : `${series}R-${refundNumber}`

/** The number of a sale and its series, if it has them. */
export type NumberedSale = {
  readonly number?: number | undefined
  readonly series?: string | undefined
}

/** The number of a sale as people read it, such as 42 or, at a till, B-42; null without one. */
export const receiptNumberOf = (sale: NumberedSale | undefined): string | null =>
  sale?.number === undefined
    ? null
    : [sale.series, sale.number].filter((part) => part !== undefined).join('-')

/** Units of a product's stock that one unit of a line took. */
export type BundlePart = {
  readonly productId: string
  /** Absent for the default variant. */
  readonly variantId?: string | undefined
  readonly quantity: number
  /** Its units were taken after the sale, and return so. Absent where the sale took them itself. */
  readonly stockPolicy?: 'afterwards'
  /** Units of all its line that were not in stock when a till handed it in; absent for none. */
  readonly shortQuantity?: number
}

/** A modifier as a line keeps it, by the name and price that it had when it was sold. */
export type SoldModifier = {
  readonly name: string
  /** Of one; may be negative. */
  readonly priceCents: number
  /** Number of it in each unit of the line. */
  readonly quantity: number
}

/** Fields of each line that a settled sale keeps. Lines of older orders have none of them. */
export type SoldLine = {
  /** The line's own discount and its share of the order's. */
  readonly discountCents?: number
  /**
   * The line's own in `discountCents`. Absent where that is, for bills, whose lines have none, and
   * up to 0.3.1.
   */
  readonly ownDiscountCents?: number
  /** Amount paid for the line, tax included. */
  readonly paidCents?: number
  /** The tax in `paidCents`. */
  readonly taxCents?: number
  /** Absent for a line without tax. */
  readonly tax?: SoldTax
  /** The product's SKU when it was sold; absent for none. */
  readonly sku?: string
  /** Cost of a unit when it was sold; absent if the product names no cost. */
  readonly unitCostCents?: number
  /**
   * Stock that one unit took: a bundle's components; none if units are not counted.
   * Absent if it is one unit of the line's own product, taken by the sale itself.
   */
  readonly parts?: readonly BundlePart[]
  /** Units that were not in stock when a till handed the line in; absent for none. */
  readonly shortQuantity?: number
  /** Modifiers of a unit, contained in its price; absent for none. */
  readonly modifiers?: readonly SoldModifier[]
}
