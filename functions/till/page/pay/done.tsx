import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useFormats } from '../../../../page-parts/formats.tsx'
import { pos } from '../../../../page-parts/pos.ts'
import type { Sold } from '../sales/pending-sale.ts'
import { useTill } from '../shop/till.tsx'
import { usePayTexts } from './use-pay-texts.ts'

type Props = {
  readonly sold: Sold
  readonly changeCents: number
  readonly onClose: () => void
}

/** It is sold: what goes back, the receipt, and the next customer. */
export function Done({ sold, changeCents, onClose }: Props) {
  const texts = usePayTexts()
  const { money } = useFormats()
  const next = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => next.current?.focus(), [])
  return (
    <div class="done">
      <p class="tick" aria-hidden="true">
        ✓
      </p>
      <p class="change-to-give" role="status">
        {changeCents > 0 ? (
          <>
            {texts.changeToGive} <strong>{money(changeCents)}</strong>
          </>
        ) : (
          texts.done
        )}
      </p>
      <PrintButton orderId={sold.orderId} />
      <button ref={next} type="button" class="strong" onClick={onClose}>
        {texts.newSale}
      </button>
    </div>
  )
}

function PrintButton({ orderId }: { readonly orderId: string }) {
  const texts = usePayTexts()
  const { may, failed } = useTill()
  const [state, setState] = useState<'' | 'printing' | 'printed'>('')
  const [trouble, setTrouble] = useState<string>()
  if (!may('orders_read')) return null
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
