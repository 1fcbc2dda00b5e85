import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useFormats } from '../../parts/formats.tsx'
import { pos } from '../../parts/pos.ts'
import type { Sold } from '../sales/outbox.ts'
import { useTill } from '../shop/till.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'
import { OfflineReceipt } from './offline-receipt.tsx'
import { changeOf, type Paid } from './tenders.ts'

type Props = {
  readonly sold: Sold
  readonly paid: readonly Paid[]
  readonly onClose: () => void
}

/**
 * Shows the finished sale: its payment, the change, the receipt, and a button for the
 * next customer.
 */
export function Done({ sold, paid, onClose }: Props) {
  const texts = usePaymentTexts()
  const { money } = useFormats()
  const changeCents = changeOf(paid)
  const paidCents = paid.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const next = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => next.current?.focus(), [])
  return (
    <div class="done">
      <p class="tick" aria-hidden="true">
        ✓
      </p>
      <p class="sold-for" role="status">
        {texts.done} <strong>{money(paidCents)}</strong>
      </p>
      {sold.receiptNumber && <p class="quiet">{texts.receipt(sold.receiptNumber)}</p>}
      <ul class="paid-so-far">
        {paid
          .filter(({ amountCents }) => amountCents > 0)
          .map(({ method, amountCents, givenCents }, at) => (
            <li key={at}>
              <span>{texts[method]}</span>
              <span class="figure">{money(givenCents ?? amountCents)}</span>
            </li>
          ))}
      </ul>
      <ChangeToGive cents={changeCents} />
      {sold.offline ? (
        <OfflineReceipt sale={sold.offline} />
      ) : (
        <PrintButton orderId={sold.orderId} />
      )}
      <button ref={next} type="button" class="strong" onClick={onClose}>
        {texts.newSale}
      </button>
    </div>
  )
}

/** Shows the change to give, if any. */
export function ChangeToGive({ cents }: { readonly cents: number }) {
  const texts = usePaymentTexts()
  const { money } = useFormats()
  if (cents <= 0) return null
  return (
    <p class="change-to-give">
      {texts.changeToGive} <strong>{money(cents)}</strong>
    </p>
  )
}

function PrintButton({ orderId }: { readonly orderId: string }) {
  const texts = usePaymentTexts()
  const { shop, may, failed } = useTill()
  const [state, setState] = useState<'' | 'printing' | 'printed'>('')
  const [trouble, setTrouble] = useState<string>()
  if (!may('orders_read') || !shop.printsReceipts) return null
  const print = async () => {
    setState('printing')
    setTrouble(undefined)
    try {
      await pos.printers.print({ body: { printerType: 'CUSTOMER', orderId } })
      setState('printed')
    } catch (error) {
      setState('')
      setTrouble(failed(error))
    }
  }
  return (
    <>
      <button type="button" disabled={state === 'printing'} onClick={() => void print()}>
        {state === 'printing'
          ? texts.printing
          : state === 'printed'
            ? texts.printAgain
            : texts.print}
      </button>
      <p class={trouble ? 'trouble' : 'quiet'} role="status">
        {trouble ?? (state === 'printed' && texts.printed)}
      </p>
    </>
  )
}
