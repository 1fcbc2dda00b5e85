import { useState } from 'preact/hooks'
import { Dialog } from '../../../../../page-parts/controls/dialog.tsx'
import { pos } from '../../../../../page-parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { Count } from './count.tsx'
import { useDayTexts } from './use-day-texts.ts'

type Props = {
  readonly shiftId: string
  readonly onClose: () => void
  readonly onClosed: () => void
}

/** Closes the shift with what was counted, before anybody sees what it should be. */
export function CloseDialog({ shiftId, onClose, onClosed }: Props) {
  const texts = useDayTexts()
  const { failed } = useTill()
  const [cents, setCents] = useState(0)
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const close = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    try {
      await pos.shifts.close({
        params: { id: shiftId },
        body: { finalAmount: cents / 100 },
      })
      onClosed()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={texts.close} onClose={onClose}>
      <form onSubmit={(event) => void close(event)}>
        <p class="quiet">{texts.closeHint}</p>
        <Count cents={cents} onCents={setCents} />
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {isBusy ? texts.closing : texts.close}
        </button>
      </form>
    </Dialog>
  )
}
