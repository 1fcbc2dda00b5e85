import type { PaymentQuery } from '../lightning/node-requests.ts'
import type { IncomingQuery } from './payment-query.ts'

/** How many payments a list holds when the client names no limit. */
const defaultLimit = 20

/** Small enough for one response through the tunnel, however long the invoices are. */
const pageSize = 500

type ListedPayment = {
  readonly paymentId?: string | null
  readonly paymentHash: string | null
  readonly txId?: string | null
}

/** Reads a client's page of one of the node's lists; with `all`, the list without pages. */
export const readPayments = <Payment extends ListedPayment>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  { limit = defaultLimit, offset = 0, ...filter }: IncomingQuery,
): Promise<Payment[]> =>
  filter.all
    ? readAllPayments(list, filter)
    : readAllPayments(list, filter, offset, limit)

/**
 * Reads one of the node's lists page by page, each payment once: from an offset on, and up
 * to a number of payments.
 */
export async function readAllPayments<Payment extends ListedPayment>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  filter: Omit<IncomingQuery, 'limit' | 'offset'>,
  offset = 0,
  maxPayments = Number.POSITIVE_INFINITY,
): Promise<Payment[]> {
  const payments = new Map<string, Payment>()
  for (let at = offset; ; ) {
    const sizeBefore = payments.size
    const limit = Math.min(pageSize, maxPayments - sizeBefore)
    const page = await list({ ...queryOf(filter), limit, offset: at })
    // The newest comes first: a new payment moves earlier ones to the next page, again
    for (const payment of page) payments.set(idOf(payment), payment)
    const isLast =
      page.length < limit || [sizeBefore, maxPayments].includes(payments.size)
    if (isLast) return [...payments.values()]
    at += page.length
  }
}

const idOf = ({ paymentId, paymentHash, txId }: ListedPayment) =>
  [paymentId, paymentHash, txId].join()

const queryOf = ({
  from: fromMs,
  to: toMs,
  all,
  externalId,
}: IncomingQuery): PaymentQuery => ({
  fromMs,
  toMs,
  all,
  externalId,
})
