import type { TenderInput } from '../../../../../shared/client/api.ts'
import type { Payable } from '../../pay/payable.ts'

type Bill = {
  readonly orderId: string
  /** Says whose it is. */
  readonly title: string
  /** With the discount, in cents. */
  readonly dueCents: number
  readonly discountCents: number
  /** What a colleague has to approve. */
  readonly needs: Payable['needs']
}

/** The bill of an order, settled by that user. */
export const payableBill = (
  { orderId, title, dueCents, discountCents, needs }: Bill,
  userId: string,
): Payable => ({
  title,
  dueCents,
  needs,
  quote: ({ tipCents, paidCents }) => ({
    kind: 'order',
    orderId,
    ...(discountCents > 0 && { discountAmount: discountCents }),
    tipAmount: tipCents / 100,
    paidCents,
  }),
  sale: (saleId, tipCents, tenders) => ({
    to: 'settle',
    orderId,
    body: {
      saleId,
      userId,
      ...(discountCents > 0 && { discountAmount: discountCents }),
      tipAmount: tipCents / 100,
      tenders: [...tenders],
    },
  }),
  quoteSale: (saleId, quoteId, tenders) => ({
    to: 'settle',
    orderId,
    body: { saleId, quoteId, userId, ...withTenders(tenders) },
  }),
})

const withTenders = (tenders: readonly TenderInput[]) =>
  tenders.length > 0 ? { tenders: [...tenders] } : {}
