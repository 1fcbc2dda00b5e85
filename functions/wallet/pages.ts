import type { PaymentQuery } from '../../shared/lightning/node.ts'

/** What the contract gives a caller who asks for no number. */
const usualLimit = 20

/** Few enough for one answer through the tunnel, however long their invoices. */
const pageSize = 500

/** The paging that a caller asks for, in the words of the query. */
export type Paging = {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly all?: boolean | undefined
  readonly externalId?: string | undefined
}

/** The payments of a node's list; `all` without a limit means every page of it. */
export async function paymentsOf<Payment>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  { from: fromMs, to: toMs, limit, offset = 0, all, externalId }: Paging,
): Promise<Payment[]> {
  const query = { fromMs, toMs, all, externalId }
  if (!all || limit !== undefined) {
    return list({ ...query, limit: limit ?? usualLimit, offset })
  }
  const payments: Payment[] = []
  for (let page = pageSize; page === pageSize; ) {
    const next = await list({
      ...query,
      limit: pageSize,
      offset: offset + payments.length,
    })
    payments.push(...next)
    page = next.length
  }
  return payments
}
