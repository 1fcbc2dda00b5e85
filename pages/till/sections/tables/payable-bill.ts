import type { TenderInput } from '../../../../shared/client/api.ts'
import type { BoughtLine, Payable } from '../../payment/payable.ts'
import { type BillSums, isSold, type Row } from './rows.ts'

type Bill = {
  readonly orderId: string
  /** Title that names the bill. */
  readonly title: string
  readonly rows: readonly Row[]
  /** Sums with the bill's discount, less earlier payments. */
  readonly sums: BillSums
  /** Permission that a colleague has to approve. */
  readonly needs: Payable['needs']
}

/** The bill of an order, settled by that user. */
export const payableBill = (
  { orderId, title, rows, sums: { costCents: _cost, dueCents, ...sums }, needs }: Bill,
  userId: string,
): Payable => ({
  title,
  dueCents,
  bought: { ...sums, lines: rows.filter(isSold).map(boughtLine) },
  needs,
  quote: ({ tipCents, paidCents }) => ({
    kind: 'order',
    orderId,
    tipAmount: tipCents / 100,
    paidCents,
  }),
  sale: (saleId, tipCents, tenders) => ({
    to: 'settle',
    orderId,
    body: {
      saleId,
      userId,
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

/** Notes are for the kitchen alone. */
const boughtLine = ({ name, details, ids, unitCents }: Row): BoughtLine => ({
  name,
  details,
  quantity: ids.length,
  discountCents: 0,
  totalCents: ids.length * unitCents,
})
