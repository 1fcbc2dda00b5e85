import { useState } from 'preact/hooks'
import type { AskForApproval } from '../../../shared/client/route.ts'
import { SelectField } from '../controls/select-field.tsx'
import { TextField } from '../controls/text-field.tsx'
import { useFormats } from '../formats.tsx'
import { bitcoinId, type Method, methods } from '../payment-methods.ts'
import { pos, type ShopOrder } from '../pos.ts'
import { receiptNumberOf } from '../receipt-number.ts'
import { useCorrectionTexts } from './use-texts.ts'

type Props = {
  readonly sale: ShopOrder
  /** Asks a colleague for what this user may not do, in words; undefined where nobody is asked. */
  readonly approvalFor?: (what: string) => AskForApproval | undefined
  /** Says why a call failed; undefined where nothing is to be said. */
  readonly failed: (error: unknown) => string | undefined
  readonly onCorrected: () => void
}

/** True if a sale has payments that another method may have taken; the shop knows whether its Z is made. */
export const isCorrectable = ({ refunds, tenders }: ShopOrder): boolean =>
  refunds.length === 0 &&
  tenders.some(({ paymentMethodId }) => paymentMethodId !== bitcoinId)

const known = Object.entries(methods) as [Method, string][]

/** Books the payments of a sale by other methods. */
export function CorrectionForm({ sale, approvalFor, failed, onCorrected }: Props) {
  const texts = useCorrectionTexts()
  const { money } = useFormats()
  const booked = sale.tenders.filter(
    ({ paymentMethodId }) => paymentMethodId !== bitcoinId,
  )
  const [chosen, setChosen] = useState(booked.map((tender) => tender.paymentMethodId))
  const [reason, setReason] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isChanged = booked.some((tender, at) => tender.paymentMethodId !== chosen[at])
  const book = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    const tenders = booked.map(({ paymentMethodId, amountCents }, at) => ({
      paymentMethodId: chosen[at] ?? paymentMethodId,
      amountCents,
    }))
    const approval = approvalFor?.(texts.correctionOf(receiptNumberOf(sale)))
    try {
      await pos.bills.correct({
        params: { id: sale.id },
        body: { tenders, reason: reason.trim() },
        ...(approval && { approval }),
      })
      onCorrected()
    } catch (error) {
      setTrouble(failed(error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void book(event)}>
      <p class="quiet">{texts.hint}</p>
      {booked.map(({ paymentMethodId, paymentMethod, amountCents }, at) => (
        <SelectField
          key={at}
          label={texts.paidBy(money(amountCents))}
          name={`method-${at}`}
          value={chosen[at] ?? ''}
          onChoose={(id) => setChosen(chosen.with(at, id))}
          options={[
            ...known.map(([method, id]) => ({ value: id, label: texts.methods[method] })),
            // A method of the shop's own
            ...(known.some(([, id]) => id === paymentMethodId)
              ? []
              : [{ value: paymentMethodId, label: paymentMethod }]),
          ]}
        />
      ))}
      <TextField
        label={texts.reason}
        name="reason"
        autocomplete="off"
        value={reason}
        onText={setReason}
        pattern=".*\S.*"
        required
      />
      <p class="quiet small">{texts.ofSeller}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button type="submit" class="strong" disabled={isBusy || !isChanged}>
        {texts.book}
      </button>
    </form>
  )
}
