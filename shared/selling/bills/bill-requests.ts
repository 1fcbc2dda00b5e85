import * as z from 'zod'
import { cents, id, idOf, recordId } from '../../platform/validation/fields.ts'
import { UnpaidSale } from '../checkout/checkout-request.ts'
import type { BillDiscount } from '../restaurant/bill-discount.ts'
import { PrepaidPayment } from '../restaurant/restaurant-order.ts'
import { buyerOfSale } from '../sales/buyer.ts'
import { fiscal } from '../sales/fiscal.ts'
import { saleId, saleNumber } from '../sales/sale-id.ts'
import { type SaleIds, saleIdsOf, soldAtTillFields } from '../sales/sale-on-wire.ts'
import type { SaleContent } from '../sales/sell-once.ts'
import {
  BillTenderInputs,
  discountAmount,
  invalidDiscount,
  namedDiscount,
  readTender,
  tipAmount,
} from '../sales/tenders.ts'

/** Body of POST /orders/{id}/split. */
export const SplitRequest = z
  .object({
    dishIds: z
      .array(id)
      .min(1)
      .max(1_000)
      .describe("Ids of the order's dishes that move: some, not all"),
  })
  .meta({ id: 'SplitRequest', description: 'Dishes that others pay' })

/** Body of POST /orders/{id}/merge. */
export const MergeRequest = z
  .object({ orderId: id.describe('Id of the open order whose dishes move here') })
  .meta({ id: 'MergeRequest', description: 'What is paid together' })

/** Body of PUT /orders/{id}/table. */
export const MoveRequest = z
  .object({ tableId: id.describe('Id of the table where the guests sit now') })
  .meta({ id: 'MoveRequest', description: 'Where an order moves' })

/** Fields of a settlement request, for documents. */
export const SettleFields = z
  .object({
    tenders: BillTenderInputs.describe('Payments that add up to what is due'),
    userId: idOf('the user who settles the bill'),
    saleId,
    number: saleNumber,
    discountAmount: discountAmount.describe(
      "Instead of the bill's own discount, in cents; a fraction is rounded half down",
    ),
    tipAmount,
    buyer: buyerOfSale,
    fiscal,
  })
  .meta({ id: 'SettleRequest', description: 'How the guests pay a bill' })

/** Body of POST /orders/{id}/settle. Whether it adds up is checked against the order. */
export const SettleRequest = SettleFields.transform(
  ({ tenders, discountAmount: discount, tipAmount: tipCents, ...rest }) => {
    const { userId, saleId, number, buyer, fiscal } = rest
    return {
      buyer,
      fiscal,
      number,
      userId,
      saleId,
      discountCents: namedDiscount(discount),
      isDiscounted: discount.isAboveZero,
      tipCents,
      tenders: tenders.map(readTender),
      /** Quote of each tender that pays one. */
      quoteIds: tenders.map(({ quoteId }) => quoteId ?? null),
    }
  },
)
/**
 * Amounts are cents; payment hashes are in lower case. The bill's own discount counts where none
 * is named.
 */
export type SettleRequest = Omit<z.output<typeof SettleRequest>, 'quoteIds' | 'number'> &
  Pick<SaleContent, 'sameFor'>
export type SharedSettleRequest = z.output<typeof SettleRequest>

/** Characters of the reason for a discount. */
export const maxReason = 200

/** Body of PUT /orders/{id}/discount; undefined ends the discount that there is. */
export const DiscountRequest = z
  .object(
    {
      percent: z
        .number(invalidDiscount)
        .max(100, invalidDiscount)
        .refine((percent) => percent > 0, invalidDiscount)
        .refine((percent) => /^\d+(\.\d{1,3})?$/.test(String(percent)), invalidDiscount)
        .nullish()
        .describe(
          'Above 0 to 100, at most three decimals: of the dishes, whenever they are ordered',
        ),
      amountCents: z
        .int(invalidDiscount)
        .min(1, invalidDiscount)
        .nullish()
        .describe('Instead of a percent, a sum in cents'),
      reason: z
        .string(invalidDiscount)
        .max(maxReason, invalidDiscount)
        .nullish()
        .describe('Why it is given, such as a long wait'),
    },
    invalidDiscount,
  )
  .refine(({ percent, amountCents }) => !(percent && amountCents), invalidDiscount)
  .transform(({ percent, amountCents, reason }): BillDiscount | undefined => {
    if (!percent && !amountCents) return undefined
    return {
      ...(percent && { thousandths: Math.round(percent * 1_000) }),
      ...(amountCents && { amountCents }),
      ...(reason?.trim() && { reason: reason.trim() }),
    }
  })
  .meta({
    id: 'DiscountRequest',
    description: 'A discount on a bill; without percent and amountCents it ends',
    example: { percent: 50, reason: 'a long wait' },
  })
export type DiscountRequest = z.output<typeof DiscountRequest>

/** Reply of POST /orders/{id}/settle. */
export const Settled = z
  .object({
    orderId: recordId('the order'),
    ticketId: recordId('the numbered ticket'),
    paymentIds: z.array(z.string()).describe('One for each tender'),
    changeCents: cents.describe('What goes back in cash, in cents'),
    ...soldAtTillFields,
  })
  .meta({ id: 'Settled', description: 'A paid bill and its records' })
export type Settled = z.output<typeof Settled>

/** The reply of a sale, which may have been made by a checkout without tenders. */
export function settledOf(ids: SaleIds): Settled {
  const { orderId, ticketId, paymentId, paymentIds, changeCents, ...number } =
    saleIdsOf(ids)
  return {
    ...number,
    orderId,
    ticketId,
    paymentIds: paymentIds ?? [paymentId],
    changeCents: changeCents ?? 0,
  }
}

/** Body of POST /payments/unmatched/{hash}/attach: a bill, or goods of the store. */
export const AttachRequest = z
  .object({
    orderId: idOf('the order whose bill is paid').nullish(),
    cents: z
      .int()
      .min(1)
      .nullish()
      .describe(
        "What the payment is worth in the shop's currency; only where no rate was kept with it",
      ),
    sale: UnpaidSale.nullish().describe(
      'Instead of a bill: what is sold for the payment',
    ),
  })
  .refine(({ orderId, sale }) => Boolean(orderId) !== Boolean(sale), {
    path: ['orderId'],
    message: 'is required, or else a sale',
  })
  .meta({ id: 'AttachRequest', description: 'What a payment was for' })

/** Reply of POST /payments/unmatched/{hash}/attach. */
export const AttachedPayment = z
  .object({
    orderId: recordId('the bill, or of the sale'),
    ticketId: recordId('the numbered ticket; absent while the bill keeps it').optional(),
    paymentIds: z
      .array(z.string())
      .optional()
      .describe('One for each tender of the sale'),
    prepaid: z
      .array(PrepaidPayment)
      .optional()
      .describe('The payments that the bill keeps, where it is not settled'),
    dueCents: cents.optional().describe('What is left of that bill, in cents'),
  })
  .meta({ id: 'AttachedPayment', description: 'What became of a payment' })
export type AttachedPayment = Readonly<z.output<typeof AttachedPayment>>
