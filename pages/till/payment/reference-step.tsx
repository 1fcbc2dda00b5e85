import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { TextField } from '../../parts/controls/text-field.tsx'
import { useFormats } from '../../parts/formats.tsx'
import type { Method } from '../../parts/payment-methods.ts'
import { usePartTexts } from '../../parts/preferences.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'
import type { Tender } from './tenders.ts'

type Props = {
  readonly method: Exclude<Method, 'cash'>
  readonly cents: number
  readonly onTender: (tender: Tender) => void
  readonly onBack: () => void
}

/** A card's terminal or a bank has taken the money; its reference is kept with the payment. */
export function ReferenceStep({ method, cents, onTender, onBack }: Props) {
  const texts = usePaymentTexts()
  const parts = usePartTexts()
  const { money } = useFormats()
  const [reference, setReference] = useState('')
  const confirm = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => confirm.current?.focus(), [])
  const take = (event: SubmitEvent) => {
    event.preventDefault()
    onTender({ method, amountCents: cents, reference: reference.trim() })
  }
  return (
    <form onSubmit={take}>
      <p>
        <strong>
          {texts[method]} {money(cents)}
        </strong>
      </p>
      <p class="quiet">
        {method === 'bankTransfer' ? texts.transferHint : texts.cardHint}
      </p>
      <TextField
        label={texts.reference}
        name="reference"
        autocomplete="off"
        value={reference}
        onText={setReference}
      />
      <div class="actions">
        <button type="button" onClick={onBack}>
          {parts.back}
        </button>
        <button ref={confirm} type="submit" class="strong">
          {texts.confirm(money(cents))}
        </button>
      </div>
    </form>
  )
}
