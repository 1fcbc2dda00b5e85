import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Refund } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import {
  CorrectionForm,
  isCorrectable,
} from '../../../parts/correction/correction-form.tsx'
import { useCorrectionTexts } from '../../../parts/correction/use-texts.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { cashId } from '../../../parts/payment-methods.ts'
import { pos, type ShopOrder } from '../../../parts/pos.ts'
import { receiptNumberOf } from '../../../parts/receipt-number.ts'
import { isGivenBack } from '../../../parts/refund/refund.ts'
import { RefundForm } from '../../../parts/refund/refund-form.tsx'
import { useRefundTexts } from '../../../parts/refund/use-texts.ts'
import { useTill } from '../../shop/till.tsx'
import { useNoShift } from '../../shop/use-no-shift.ts'
import { usePastSalesTexts } from '../../texts/use-texts.ts'
import { ReceiptPicture } from './receipt-picture.tsx'
import { useRefundPlace } from './use-refund-place.ts'
import { VoidButton } from './void-button.tsx'

type Props = {
  readonly sale: ShopOrder
  readonly onClose: () => void
  /** Called after something was given back. */
  readonly onChanged: () => void
}

/** A sale: its receipt, printed again or given back. */
export function SaleDialog({ sale, onClose, onChanged }: Props) {
  const texts = usePastSalesTexts()
  const { money } = useFormats()
  const { shop } = useTill()
  const isWithoutShift = useNoShift()
  const place = useRefundPlace()
  const { title: paidOtherwise } = useCorrectionTexts()
  const [isRefunding, setRefunding] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const [given, setGiven] = useState<Refund>()
  const title = texts.ticket(receiptNumberOf(sale))
  const refunded = (refund: Refund) => {
    setRefunding(false)
    setGiven(refund)
    onChanged()
  }
  if (isRefunding) {
    return (
      <Dialog title={`${texts.refund}: ${title}`} size="wide" onClose={onClose}>
        <RefundForm
          sale={sale}
          place={place}
          smallestCents={shop.smallestCents}
          isWithoutShift={isWithoutShift}
          onBack={() => setRefunding(false)}
          onRefunded={refunded}
        />
      </Dialog>
    )
  }
  if (isCorrecting) {
    return (
      <Dialog title={`${paidOtherwise}: ${title}`} onClose={() => setCorrecting(false)}>
        <CorrectionForm
          sale={sale}
          {...place}
          onCorrected={() => {
            setCorrecting(false)
            onChanged()
          }}
        />
      </Dialog>
    )
  }
  const backCents = sale.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <Dialog title={title} onClose={onClose}>
      {given && <Given refund={given} sale={sale} />}
      {backCents > 0 && (
        <p class="row">
          <span>{texts.refundsSoFar}</span>
          <strong>{money(backCents)}</strong>
        </p>
      )}
      {/* A long receipt is scrolled, by keys too */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section class="paper" aria-label={title} tabIndex={0}>
        <ReceiptPicture
          key={JSON.stringify([sale.refunds.length, sale.tenders])}
          orderId={sale.id}
        />
      </section>
      <Print orderId={sale.id} refundId={given?.id}>
        {isCorrectable(sale) && !given && (
          <button type="button" onClick={() => setCorrecting(true)}>
            {paidOtherwise}
          </button>
        )}
        {!isGivenBack(sale) && given?.status !== 'refunded' && (
          <>
            <VoidButton sale={sale} onRefunded={refunded} />
            <button type="button" onClick={() => setRefunding(true)}>
              {texts.refund}
            </button>
          </>
        )}
      </Print>
    </Dialog>
  )
}

type GivenProps = { readonly refund: Refund; readonly sale: ShopOrder }

/** Confirms the last refund, with its method, once the sale was read again. */
function Given({ refund, sale }: GivenProps) {
  const texts = usePastSalesTexts()
  const { methodNames } = useRefundTexts()
  const { money } = useFormats()
  const { id, refundInvoice, amountCents, roundingCents } = refund
  const place = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone
  useLayoutEffect(() => place.current?.focus(), [])
  const made = sale.refunds.find((each) => each.id === id)
  const amount = money(amountCents - roundingCents)
  const said = () => {
    if (refundInvoice) return texts.wentOverLightning(amount)
    if (!made) return texts.gaveBack(amount)
    if (made.paymentMethodId === cashId) return texts.handOver(amount)
    const { paymentMethod } = made
    return texts.giveBackBy(amount, methodNames[paymentMethod] ?? paymentMethod)
  }
  return (
    <p ref={place} class="given" role="status" tabIndex={-1}>
      {said()}
    </p>
  )
}

type PrintProps = {
  readonly orderId: string
  readonly refundId: string | undefined
  /** Further actions. */
  readonly children: ComponentChildren
}

/** Prints the slip of the refund that was just made, else the receipt, as a copy. */
function Print({ orderId, refundId, children }: PrintProps) {
  const texts = usePastSalesTexts()
  const { shop, failed } = useTill()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<{ said?: string; trouble?: string }>({})
  const print = async () => {
    setBusy(true)
    try {
      const body = { printerType: 'CUSTOMER' as const, orderId, refundId }
      await pos.printers.print({ body })
      setResult({ said: texts.printed })
    } catch (error) {
      setResult({ trouble: failed(error) })
    }
    setBusy(false)
  }
  return (
    <>
      <p class="trouble" role="alert">
        {result.trouble}
      </p>
      <p role="status">{result.said}</p>
      <div class="actions">
        {children}
        {shop.printsReceipts && (
          <button
            type="button"
            class="strong"
            disabled={isBusy}
            onClick={() => void print()}
          >
            {refundId ? texts.printSlip : texts.printAgain}
          </button>
        )}
      </div>
    </>
  )
}
