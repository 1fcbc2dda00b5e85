import type { TenderInput } from '../../../../../shared/client/api.ts'
import type { Payable } from '../../pay/payable.ts'

type Bill = {
  readonly orderId: string
  /** Says whose it is. */
  readonly title: string
  /** In cents. */
  readonly dueCents: number
}

/** The bill of an order, settled by that user. */
export const payableBill = (
  { orderId, title, dueCents }: Bill,
  userId: string,
): Payable => ({
  title,
  dueCents,
  quote: ({ tipCents, paidCents }) => ({
    kind: 'order',
    orderId,
    tipAmount: tipCents / 100,
    paidCents,
  }),
  sale: (saleId, tipCents, tenders) => ({
    to: 'settle',
    orderId,
    body: { saleId, userId, tipAmount: tipCents / 100, tenders: [...tenders] },
  }),
  quoteSale: (saleId, quoteId, tenders) => ({
    to: 'settle',
    orderId,
    body: { saleId, quoteId, userId, ...withTenders(tenders) },
  }),
})

const withTenders = (tenders: readonly TenderInput[]) =>
  tenders.length > 0 ? { tenders: [...tenders] } : {}
