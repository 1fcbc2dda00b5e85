import * as z from 'zod'
import { type SaleIds, saleIdsOf } from '../sales/sale-ids.ts'
import { discountAmount, tipAmount } from '../sales/sale-terms.ts'
import { readTender, TenderInputs } from '../sales/tender.ts'
import { cents, idOf, recordId } from '../validation/fields.ts'

const SettleFields = z
  .object({
    tenders: TenderInputs.describe('Payments that add up to what is due'),
    userId: idOf('the user who settles the bill'),
    discountAmount,
    tipAmount,
  })
  .meta({ id: 'SettleRequest', description: 'How the guests pay a bill' })

/** Body of POST /orders/{id}/settle. Whether it adds up is checked against the order. */
export const SettleRequest = SettleFields.transform(
  ({ tenders, userId, discountAmount: discount, tipAmount: tipCents }) => {
    const payments = tenders.map(readTender)
    const lightning = payments.find(({ lightning }) => lightning?.paymentHash)?.lightning
    return {
      userId,
      discountCents: discount.cents,
      isDiscounted: discount.isAboveZero,
      tipCents,
      tenders: payments,
      paymentHash: lightning?.paymentHash ?? null,
    }
  },
)
/** Amounts are cents; the payment hash is in lower case. */
export type SettleRequest = Readonly<z.output<typeof SettleRequest>>

/** Reply of POST /orders/{id}/settle. */
export const Settled = z
  .object({
    orderId: recordId('the order'),
    ticketId: recordId('the numbered ticket'),
    paymentIds: z.array(z.string()).describe('One for each tender'),
    changeCents: cents.describe('What goes back in cash, in cents'),
  })
  .meta({ id: 'Settled', description: 'A paid bill and its records' })
export type Settled = z.output<typeof Settled>

/** The reply of a sale, which may have been made by a checkout without tenders. */
export function settledOf(ids: SaleIds): Settled {
  const { orderId, ticketId, paymentId, paymentIds, changeCents } = saleIdsOf(ids)
  return {
    orderId,
    ticketId,
    paymentIds: paymentIds ?? [paymentId],
    changeCents: changeCents ?? 0,
  }
}
