import type { RefundPlace } from '../../../parts/refund/use-refund.ts'
import { useApproval } from '../../approval/approval-provider.tsx'
import { NotApproved } from '../../approval/ask.ts'
import { useOwnTill } from '../../shop/own-till-provider.tsx'
import { useTill } from '../../shop/till.tsx'

/** The till as a place where money goes back: a colleague approves what its user may not do. */
export function useRefundPlace(): RefundPlace {
  const { failed } = useTill()
  const { own } = useOwnTill()
  const approvalFor = useApproval()
  return {
    tillId: own?.id,
    approvalFor: (what) => approvalFor('orders_refund', what),
    failed: (error) => (error instanceof NotApproved ? undefined : failed(error)),
  }
}
