import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useOwnTill } from '../../shop/own-till-provider.tsx'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'

type Props = {
  readonly shiftId: string
  readonly type: 'in' | 'out'
  readonly onClose: () => void
  readonly onRecorded: () => void
}

/** Cash that goes into the drawer or out of it without a sale. */
export function CashDialog({ shiftId, type, onClose, onRecorded }: Props) {
  const texts = useShiftsTexts()
  const { shop, failed } = useTill()
  const { own } = useOwnTill()
  const [cents, setCents] = useState(0)
  const [reason, setReason] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const record = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    const tillId = own?.id
    const body = { type, amount: cents / 100, reason: reason.trim(), tillId }
    try {
      await pos.shifts.moveCash({ params: { id: shiftId }, body })
      onRecorded()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={type === 'in' ? texts.cashIn : texts.cashOut} onClose={onClose}>
      <form onSubmit={(event) => void record(event)}>
        <MoneyField
          label={texts.amount}
          cents={cents}
          onCents={setCents}
          smallestCents={shop.smallestCents}
          isFocused
          hasKeys
        />
        <TextField
          label={texts.reason}
          name="reason"
          autocomplete="off"
          value={reason}
          onText={setReason}
          required
        />
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button
          type="submit"
          class="strong"
          disabled={isBusy || cents === 0 || reason.trim() === ''}
        >
          {texts.record}
        </button>
      </form>
    </Dialog>
  )
}
