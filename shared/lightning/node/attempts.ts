import type { LightningNode } from './node.ts'

const pageSize = 500

/**
 * Counts the node's attempts to pay an invoice since a time in Unix ms: a lookup by
 * payment hash shows only one attempt. Throws NodeFailure.
 */
export async function attemptsSince(
  { outgoingPayments }: Pick<LightningNode, 'outgoingPayments'>,
  paymentHash: string,
  fromMs: number,
): Promise<number> {
  const attempts = new Set<string>()
  for (let offset = 0; ; offset += pageSize) {
    const page = await outgoingPayments({ all: true, fromMs, limit: pageSize, offset })
    for (const each of page) {
      if (each.paymentHash === paymentHash) attempts.add(each.paymentId ?? '')
    }
    if (page.length < pageSize) return attempts.size
  }
}
