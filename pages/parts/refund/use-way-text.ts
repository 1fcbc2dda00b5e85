import { bitcoinId, cashId } from '../payment-methods.ts'
import type { ShopOrder } from '../pos.ts'
import { useRefundTexts } from './use-texts.ts'

/** Describes the way back of money by a method of a sale, such as "in cash". */
export function useWayText({ tenders }: Pick<ShopOrder, 'tenders'>) {
  const { inCash, toInvoice, byMethod, methodNames } = useRefundTexts()
  return (methodId: string): string => {
    if (methodId === cashId) return inCash
    if (methodId === bitcoinId) return toInvoice
    const used = tenders.find(({ paymentMethodId }) => paymentMethodId === methodId)
    const name = used?.paymentMethod ?? ''
    return byMethod((methodNames[name] ?? name).toLowerCase())
  }
}
