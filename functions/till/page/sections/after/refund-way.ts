import type { OrderWithPayments } from '../../../../../shared/client/api.ts'
import { lightningId, methods } from '../../pay/tenders.ts'

/**
 * Ids of the methods by which money of a sale can go back, the usual one first: by which the
 * till took most, or over Lightning where nothing else was paid. Cash always can.
 */
export function waysOf({
  tenders,
}: Pick<OrderWithPayments, 'tenders'>): readonly string[] {
  const paid = new Map<string, number>()
  for (const { paymentMethodId: id, amountCents } of tenders) {
    paid.set(id, (paid.get(id) ?? 0) + amountCents)
  }
  const byLightning = paid.delete(lightningId)
  const atTill = [...paid].sort(([, one], [, other]) => other - one).map(([id]) => id)
  return [...new Set([...atTill, ...(byLightning ? [lightningId] : []), methods.cash])]
}
