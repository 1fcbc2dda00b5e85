import { useRef, useState } from 'preact/hooks'
import type { Refund } from '../../../../shared/client/api.ts'
import type { ShopOrder } from '../../../parts/pos.ts'
import { useApproval } from '../../approval/approval-provider.tsx'
import { NotApproved } from '../../approval/ask.ts'
import { isRefusal } from '../../sales/pending-sale.ts'
import { useTill } from '../../shop/till.tsx'
import { giveBack, type RefundBody, type RefundToGive, refundToGive } from './refund.ts'

/** Makes refunds of a sale, each once however often it is requested. */
export function useRefund(sale: ShopOrder, onRefunded: (refund: Refund) => void) {
  const { failed } = useTill()
  const approvalFor = useApproval()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const begun = useRef<RefundToGive>(undefined)
  /** `what` describes the refund to a colleague. */
  const give = async (body: RefundBody, what: string) => {
    // A repeated request keeps its key: the refund may have been made already.
    const isSame = JSON.stringify(begun.current?.body) === JSON.stringify(body)
    const toGive = (isSame && begun.current) || refundToGive(body)
    begun.current = toGive
    setBusy(true)
    setTrouble(undefined)
    try {
      onRefunded(await giveBack(sale, toGive, approvalFor('orders_refund', what)))
    } catch (error) {
      // The key of a refusal would answer the same again, though the node could pay by now
      if (isRefusal(error)) begun.current = undefined
      if (!(error instanceof NotApproved)) setTrouble(failed(error))
    }
    setBusy(false)
  }
  return { give, isBusy, trouble, setTrouble }
}
