import type { ShopOrder } from '../../../parts/pos.ts'
import { lightningId, methods } from '../../payment/tenders.ts'
import { usePastSalesTexts } from '../../texts/use-texts.ts'

/** Describes the way back of money by a method of a sale, such as "in cash". */
export function useWayText({ tenders }: Pick<ShopOrder, 'tenders'>) {
  const { inCash, toInvoice, byMethod, methodNames } = usePastSalesTexts()
  return (methodId: string): string => {
    if (methodId === methods.cash) return inCash
    if (methodId === lightningId) return toInvoice
    const used = tenders.find(({ paymentMethodId }) => paymentMethodId === methodId)
    const name = used?.paymentMethod ?? ''
    return byMethod((methodNames[name] ?? name).toLowerCase())
  }
}
