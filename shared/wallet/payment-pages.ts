import type { PaymentQuery } from '../lightning/node.ts'

/** What the contract gives a caller who asks for no number. */
const defaultLimit = 20

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
export const readPayments = <Payment extends Listed>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  { limit = defaultLimit, offset = 0, ...wanted }: Paging,
): Promise<Payment[]> =>
  wanted.all
    ? readAllPayments(list, wanted)
    : readAllPayments(list, wanted, offset, limit)

/** All the payments of one of the node's lists, or a stretch of them, page after page. */
export async function readAllPayments<Payment extends Listed>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  wanted: Omit<Paging, 'limit' | 'offset'>,
  offset = 0,
  most = Number.POSITIVE_INFINITY,
): Promise<Payment[]> {
  const payments = new Map<string, Payment>()
  for (let at = offset; ; ) {
    const known = payments.size
    const limit = Math.min(pageSize, most - known)
    const page = await list({ ...queryOf(wanted), limit, offset: at })
    // Newest first: what comes meanwhile moves others to the next page, once more
    for (const payment of page) payments.set(idOf(payment), payment)
    const isLast = page.length < limit || [known, most].includes(payments.size)
    if (isLast) return [...payments.values()]
    at += page.length
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
