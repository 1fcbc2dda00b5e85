import type { OrderWithPayments } from '../../../../../shared/client/api.ts'
import { lightningId, methods } from '../../pay/tenders.ts'

/** How money goes back; `till` is by the method that paid most of the sale. */
export type Way = 'till' | 'cash' | 'lightning'

/** The ways for a sale, the usual one first: what came over Lightning alone is not the till's. */
export function waysOf({
  tenders,
}: Pick<OrderWithPayments, 'tenders'>): readonly [Way, ...Way[]] {
  const isPaidBy = (id: string) =>
    tenders.length > 0 && tenders.every(({ paymentMethodId }) => paymentMethodId === id)
  if (isPaidBy(lightningId)) return ['lightning', 'cash']
  return isPaidBy(methods.cash) ? ['cash', 'lightning'] : ['till', 'cash', 'lightning']
}
