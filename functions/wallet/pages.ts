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
  /** Takes in unpaid or failed ones, too, and every page unless there is a limit. */
  readonly all?: boolean | undefined
  readonly externalId?: string | undefined
}

/** The payments that one of the node's lists holds for a caller. */
export function paymentsOf<Payment>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  { limit, offset = 0, ...wanted }: Paging,
): Promise<Payment[]> {
  return wanted.all && limit === undefined
    ? everyPaymentOf(list, wanted, offset)
    : list({ ...queryOf(wanted), limit: limit ?? usualLimit, offset })
}

/** All the payments of one of the node's lists, page after page. */
export async function everyPaymentOf<Payment>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  wanted: Omit<Paging, 'limit' | 'offset'>,
  offset = 0,
): Promise<Payment[]> {
  const payments: Payment[] = []
  for (;;) {
    const at = offset + payments.length
    const page = await list({ ...queryOf(wanted), limit: pageSize, offset: at })
    payments.push(...page)
    if (page.length < pageSize) return payments
  }
}

const queryOf = ({ from: fromMs, to: toMs, all, externalId }: Paging): PaymentQuery => ({
  fromMs,
  toMs,
  all,
  externalId,
})
