import { useState } from 'preact/hooks'
import type { Tax } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { readRate } from '../../set-up/answers.ts'
import { useTill } from '../../shop/till.tsx'
import { useTaxesTexts } from '../../texts/use-texts.ts'

type Props = {
  /** The one to change; undefined for a new one. */
  readonly tax: Tax | undefined
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

/** Name and rate of a tax; the first one of a shop is its default. */
export function TaxForm({ tax, onClose, onSaved }: Props) {
  const texts = useTaxesTexts()
  const { shop, failed } = useTill()
  const [name, setName] = useState(tax?.name ?? '')
  const [rate, setRate] = useState(tax ? String(tax.ratePercent) : '')
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const ratePercent = readRate(rate)
    if (ratePercent === undefined) return setTrouble(texts.badRate)
    setBusy(true)
    setTrouble(undefined)
    const body = { name, ratePercent }
    try {
      if (tax) await pos.taxes.update({ params: { id: tax.id }, body })
      else
        await pos.taxes.create({ body: { ...body, isDefault: shop.taxes.length === 0 } })
      await onSaved()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={tax ? texts.change : texts.add} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <TextField
          label={texts.name}
          name="tax-name"
          autocomplete="off"
          value={name}
          onText={setName}
          pattern=".*\S.*"
          required
        />
        <TextField
          label={texts.ratePercent}
          name="tax-rate"
          inputMode="decimal"
          autocomplete="off"
          value={rate}
          onText={setRate}
          required
        />
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {tax ? texts.save : texts.add}
        </button>
      </form>
    </Dialog>
  )
}
