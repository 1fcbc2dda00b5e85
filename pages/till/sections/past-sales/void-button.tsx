import { useState } from 'preact/hooks'
import type { Refund } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { bitcoinId, cashId } from '../../../parts/payment-methods.ts'
import type { ShopOrder } from '../../../parts/pos.ts'
import { receiptNumberOf } from '../../../parts/receipt-number.ts'
import { isOfStore } from '../../../parts/refund/refund.ts'
import { centsLeft } from '../../../parts/refund/refund-way.ts'
import { useRefund } from '../../../parts/refund/use-refund.ts'
import { useRefundTexts } from '../../../parts/refund/use-texts.ts'
import { useWayText } from '../../../parts/refund/use-way-text.ts'
import { useTill } from '../../shop/till.tsx'
import { useNoShift } from '../../shop/use-no-shift.ts'
import { usePastSalesTexts } from '../../texts/use-texts.ts'
import { useRefundPlace } from './use-refund-place.ts'

type Props = {
  readonly sale: ShopOrder
  readonly onRefunded: (refund: Refund) => void
}

/**
 * Gives back a whole sale by the one method that paid it at the till; other sales need a
 * refund. A user with the right is asked again; others need a colleague's approval.
 */
export function VoidButton({ sale, onRefunded }: Props) {
  const texts = usePastSalesTexts()
  const { cashWithoutShift } = useRefundTexts()
  const wayText = useWayText(sale)
  const { money } = useFormats()
  const { may } = useTill()
  const isWithoutShift = useNoShift()
  const [isAsked, setAsked] = useState(false)
  const { give, isBusy, trouble } = useRefund(sale, useRefundPlace(), onRefunded)
  const [way, ...others] = new Set(sale.tenders.map((tender) => tender.paymentMethodId))
  const isOfOne = others.length === 0 && way !== bitcoinId
  if (sale.refunds.length > 0 || way === undefined || !isOfOne) return null
  const amountCents = centsLeft(sale)
  const what = texts.voidOf(receiptNumberOf(sale), money(amountCents), wayText(way))
  const body = {
    // The approved amount, even if less is left by then; a free sale has none
    ...(amountCents > 0 && { amountCents }),
    paymentMethodId: way,
    reason: texts.voidReason,
    ...(isOfStore(sale) && { restock: true }),
  }
  const refund = () => void give(body, what)
  const said = (
    <p class="trouble" role="alert">
      {trouble}
    </p>
  )
  return (
    <>
      {!isAsked && said}
      <button
        type="button"
        disabled={isBusy}
        onClick={() => (may('orders_refund') ? setAsked(true) : refund())}
      >
        {texts.voidSale}
      </button>
      {isAsked && (
        <Dialog title={texts.voidSale} onClose={() => setAsked(false)}>
          <p>{what}</p>
          {way === cashId && isWithoutShift && <p>{cashWithoutShift}</p>}
          {said}
          <div class="actions">
            <button type="button" onClick={() => setAsked(false)}>
              {texts.back}
            </button>
            <button type="button" class="strong" disabled={isBusy} onClick={refund}>
              {texts.voidNow}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
