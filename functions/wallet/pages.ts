import type { PaymentQuery } from '../../shared/lightning/node.ts'

/** What the contract gives a caller who asks for no number. */
const usualLimit = 20

/** Few enough for one answer through the tunnel, however long their invoices. */
const pageSize = 500

/** Which payments are wanted, times in Unix ms. */
export type Paging = {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  /** Takes in unpaid or failed ones, too, and knows no pages. */
  readonly all?: boolean | undefined
  readonly externalId?: string | undefined
}

type Listed = {
  readonly paymentId?: string | null
  readonly paymentHash: string | null
  readonly txId?: string | null
}

/** The payments that one of the node's lists holds for a caller. */
export const paymentsOf = <Payment extends Listed>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  { limit = usualLimit, offset = 0, ...wanted }: Paging,
): Promise<Payment[]> =>
  wanted.all ? everyPaymentOf(list, wanted) : list({ ...queryOf(wanted), limit, offset })

/** All the payments of one of the node's lists, page after page. */
export async function everyPaymentOf<Payment extends Listed>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  wanted: Omit<Paging, 'limit' | 'offset'>,
): Promise<Payment[]> {
  const payments = new Map<string, Payment>()
  for (let offset = 0; ; offset += pageSize) {
    const page = await list({ ...queryOf(wanted), limit: pageSize, offset })
    const known = payments.size
    // Newest first: what comes meanwhile moves others to the next page, once more
    for (const payment of page) payments.set(idOf(payment), payment)
    if (page.length < pageSize || payments.size === known) return [...payments.values()]
  }
}

const idOf = ({ paymentId, paymentHash, txId }: Listed) =>
  [paymentId, paymentHash, txId].join()

const queryOf = ({ from: fromMs, to: toMs, all, externalId }: Paging): PaymentQuery => ({
  fromMs,
  toMs,
  all,
  externalId,
})
