import { useRef, useState } from 'preact/hooks'
import type { Refund } from '../../../shared/client/api.ts'
import type { AskForApproval } from '../../../shared/client/route.ts'
import { isRefusal } from '../is-refusal.ts'
import type { ShopOrder } from '../pos.ts'
import { giveBack, type RefundBody, type RefundToGive, refundToGive } from './refund.ts'

/** The page where money goes back. */
export type RefundPlace = {
  /** Asks a colleague for what this user may not do, in words; undefined where nobody is asked. */
  readonly approvalFor?: (what: string) => AskForApproval | undefined
  /** Says why a call failed; undefined where nothing is to be said. */
  readonly failed: (error: unknown) => string | undefined
  /** Id of the till whose drawer the money leaves; undefined for the shop's own. */
  readonly tillId?: string | undefined
}

/** Makes refunds of a sale, each once however often it is requested. */
export function useRefund(
  sale: ShopOrder,
  { approvalFor, failed, tillId }: RefundPlace,
  onRefunded: (refund: Refund) => void,
) {
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const begun = useRef<RefundToGive>(undefined)
  /** `what` describes the refund to a colleague. */
  const give = async (asked: RefundBody, what: string) => {
    const body = tillId === undefined ? asked : { ...asked, tillId }
    // A repeated request keeps its key: the refund may have been made already.
    const isSame = JSON.stringify(begun.current?.body) === JSON.stringify(body)
    const toGive = (isSame && begun.current) || refundToGive(body)
    begun.current = toGive
    setBusy(true)
    setTrouble(undefined)
    try {
      onRefunded(await giveBack(sale, toGive, approvalFor?.(what)))
    } catch (error) {
      // The key of a refusal would answer the same again, though the node could pay by now
      if (isRefusal(error)) begun.current = undefined
      setTrouble(failed(error))
    }
    setBusy(false)
  }
  return { give, isBusy, trouble, setTrouble }
}
