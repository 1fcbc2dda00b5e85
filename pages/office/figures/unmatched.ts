import type { UnmatchedPayment } from '../../parts/pos.ts'

/** A till may be selling what has just come. */
const tillMs = 2 * 60_000

/** The payments without a sale that wait for a person. */
export const waiting = (
  payments: readonly UnmatchedPayment[],
  nowMs: number,
): UnmatchedPayment[] =>
  payments.filter(({ receivedAt }) => Date.parse(receivedAt) <= nowMs - tillMs)
